import type { HttpErrorCode } from '../../../lib/diagnostics/http-error-catalogue.js';

interface Note {
  readonly cause: string;
  readonly remedy: string;
}

/** What `docs/errors.md` says of each HTTP error beside its status. A new code must be added here. */
export const HTTP_ERROR_NOTES: Readonly<Record<HttpErrorCode | 'rest_forbidden', Note>> = {
  rest_no_route: {
    cause: 'No route has this path and method.',
    remedy: 'Check both. OPTIONS lists the methods of a path.',
  },
  rest_method_not_allowed: {
    cause:
      'No route of this path has this method, if [`methodNotAllowed`](configuration.md#styles) is on. `Allow` and `data.allow` list the methods that the caller may use there; a caller who may use none gets `rest_no_route`.',
    remedy: 'Use one of them.',
  },
  rest_missing_callback_param: {
    cause: 'Required arguments are missing. `data.params` lists them.',
    remedy: 'Send them.',
  },
  rest_invalid_param: {
    cause:
      'Arguments are invalid. `data.params` has a text for each argument, and `data.details` a [code](#codes-of-an-argument) and what the text says. The first 50 errors are listed; if there are more, `data.total` is the number of all.',
    remedy: 'Correct the arguments as the texts say.',
  },
  rest_invalid_json: {
    cause: 'The body is not JSON, or is nested deeper than 512 levels.',
    remedy: 'Send valid JSON.',
  },
  rest_invalid_body: {
    cause:
      'The body ended early, is not a valid form, has two names of one argument, or is not UTF-8. Or middleware or a hook has [read it](lifecycle.md#bodies-and-queries) and left no `request.body`.',
    remedy:
      'Send the whole body, encoded correctly, and each argument under one name. In the application, set `request.body`.',
  },
  rest_invalid_url: {
    cause:
      'The percent-encoding is malformed, or there are [two names of one argument](arguments.md#forms-and-queries), or more than 1,000 parameters, 64 levels or 4,000 brackets.',
    remedy: 'Encode the URL, send each argument under one name, or send fewer parameters.',
  },
  rest_precondition_failed: {
    cause:
      '`If-Match` of a GET or HEAD does not name the entity tag of the response, or the response has none.',
    remedy: 'Fetch the resource again without the header.',
  },
  rest_unsupported_media_type: {
    cause:
      'The body has a charset or content encoding that its parser does not read, or, on a route with arguments that may come from the body, a media type that neither a parser of the application nor the library reads. Or a file has another type than the `mediaTypes` of its parameter.',
    remedy:
      'Send JSON or a form in UTF-8, with gzip, deflate, br or no encoding (on Fastify only with `@fastify/compress`); a form with files with none, and with POST where the path takes it.',
  },
  rest_content_too_large: {
    cause:
      "The body is larger than the limit of the application's [body parser](lifecycle.md#bodies-and-queries) or `maxFieldsSize`, or a file larger than `maxFileSize` or the `maxSize` of its parameter.",
    remedy: 'Send less, or raise the limit.',
  },
  rest_forbidden: {
    cause:
      'The permission denied the request: 401 for an anonymous user, 403 otherwise. In a problem, the code of the 401 is `rest_not_logged_in`.',
    remedy: 'Log in, or obtain the capability.',
  },
  rest_batch_not_allowed: {
    cause: 'A request of a batch is for a route without `{ batch: true }`.',
    remedy: 'Send the request by itself, or add the option to `@RestRoute`.',
  },
  rest_batch_not_executed: {
    cause:
      'Another request of a batch with `require-all-validate` is invalid. Only middleware and hooks see this error; the response of the batch has `null`.',
    remedy: 'Fix the request that the response of the batch names.',
  },
  rest_response_too_large: {
    cause:
      'The responses of a batch, or what `_embed` fetches, have more bytes than `batch.maxBytes` or `embed.maxBytes` (`data.limit`). The request was executed.',
    remedy: 'Ask for fewer, or for fewer fields with `_fields`; fetch it by itself.',
  },
  rest_response_aborted: {
    cause:
      'Middleware, a hook or a method closed a request of a batch or of `_embed` without a response.',
    remedy: 'Send the request by itself: its connection is closed too.',
  },
  rest_response_encoded: {
    cause:
      'Middleware or a hook encoded the body of a request of a batch or of `_embed` (with gzip, for example), which accepts no encoding. The request may have been executed. The log has its path.',
    remedy:
      'Encode only what `Accept-Encoding` allows, as `compression` and `@fastify/compress` do.',
  },
  rest_response_streamed: {
    cause:
      'The response to a request of a batch or of `_embed` is a stream: a `StreamableFile` or an `EventStream`. The request was executed; the stream was not read.',
    remedy: 'Send the request by itself.',
  },
  rest_request_blocked: {
    cause:
      'A request of a batch or of `_embed` had no response and did not reach its execution within `batch.maxWait` or `embed.maxWait`. Something that lets only one request of a caller through at a time also holds the outer request, or an earlier one that waits until all are checked. It was not executed, and neither were those after it.',
    remedy:
      'Let the limit count requests, or let it exempt those within others; send the requests one by one, or a batch with `validation: "normal"`.',
  },
  rest_idempotency_key_missing: {
    cause:
      'The route [executes requests once](idempotency.md), and requires the header `Idempotency-Key`.',
    remedy: 'Send a new random key with each new request, and the same key with its repetitions.',
  },
  rest_idempotency_key_invalid: {
    cause:
      'The header `Idempotency-Key` is empty, too long, or has other characters than visible ones of ASCII.',
    remedy: 'Send a UUID.',
  },
  rest_idempotency_key_in_use: {
    cause: 'The first request with this key is still running.',
    remedy: 'Repeat the request with the same key after the time of `Retry-After`.',
  },
  rest_idempotency_response_lost: {
    cause:
      'The first request with this key was executed, but its response is a stream, sets a cookie, or is too large [to be stored](idempotency.md#what-is-stored).',
    remedy: 'Read the resource to see what was done. Do not send the request with another key.',
  },
  rest_idempotency_key_reused: {
    cause: 'Another request with other arguments had this key.',
    remedy: 'Send a new key with each new request.',
  },
  rest_idempotency_unavailable: {
    cause:
      'The store of [keys](idempotency.md#the-store) is unavailable. The request was not executed.',
    remedy: 'Repeat the request with the same key after the time of `Retry-After`.',
  },
  rest_version_required: {
    cause:
      'The route changes only the [version](concurrency.md) that a client has read, and the request states none.',
    remedy: 'Send the `ETag` of the GET of the resource in `If-Match`.',
  },
  rest_version_invalid: {
    cause: 'The header `If-Match` has neither `*` nor an entity tag, as if its quotes are missing.',
    remedy: 'Send the `ETag` as it was received, with its quotes: `If-Match: "7"`.',
  },
  rest_version_mismatch: {
    cause:
      'The resource was changed or removed since the client has read it, or its tag was made [weak](concurrency.md#what-changes-a-tag) on the way. Nothing was changed.',
    remedy: 'Read the resource again, join both changes, and send the new `ETag` in `If-Match`.',
  },
  rest_resource_exists: {
    cause: 'A PUT with `If-None-Match: *` would have replaced a resource. Nothing was changed.',
    remedy: 'Read the resource, and send its `ETag` in `If-Match`.',
  },
  rest_range_not_satisfiable: {
    cause:
      'The header `Range` asks for a part of a file that begins after its end. `Content-Range` has the length.',
    remedy: 'Read the file again from its beginning.',
  },
  rest_deadline_exceeded: {
    cause:
      'The interceptors and the method of the route had no result within its [`deadline`](abort.md). The method may go on; its result is dropped.',
    remedy: 'Repeat the request later, or ask for less.',
  },
  rest_shutting_down: {
    cause:
      'The application shuts down, and has aborted the [`AbortSignal`](abort.md) of the method, which has ended with the error of the signal.',
    remedy: 'Repeat the request: another process responds.',
  },
  parse_path_failed: {
    cause: 'The path of a request of a batch is a URL without a host, or is not Unicode text.',
    remedy: 'Write it as it is below the prefix: `/acme/v1/items/7`.',
  },
  framework_internal_error: {
    cause: 'The application failed unexpectedly.',
    remedy: 'Read the log.',
  },
};
