import { RestException, type ErrorData, type TextContent } from './rest.exception.js';

/**
 * The errors that the library itself sends. Codes and statuses are those of WordPress if it has
 * one; the sentences are our own.
 */
export const HTTP_ERRORS = {
  rest_no_route: { status: 404, message: 'No route matches this path and method.' },
  rest_method_not_allowed: { status: 405, message: 'The path does not have the method %s.' },
  rest_invalid_param: { status: 400, message: 'Invalid arguments: %s.' },
  rest_missing_callback_param: { status: 400, message: 'Missing arguments: %s.' },
  rest_invalid_json: { status: 400, message: 'The body is not valid JSON: %s.' },
  rest_invalid_url: { status: 400, message: 'The URL is malformed: %s.' },
  rest_invalid_body: { status: 400, message: 'The body could not be read: %s.' },
  rest_precondition_failed: {
    status: 412,
    message: 'No entity tag in If-Match matches the response.',
  },
  rest_unsupported_media_type: { status: 415, message: 'The body could not be read: %s.' },
  rest_content_too_large: { status: 413, message: 'The body is too large: %s.' },
  rest_batch_not_allowed: { status: 400, message: 'The route does not allow batches.' },
  rest_batch_not_executed: {
    status: 424,
    message: 'Another request of the batch is invalid, so that none is executed.',
  },
  rest_response_too_large: {
    status: 507,
    message:
      'The request was executed, but its response was dropped: the responses together exceed %s.',
  },
  rest_response_aborted: {
    status: 502,
    message: 'The application closed the request without a response.',
  },
  rest_response_encoded: {
    status: 502,
    message:
      'Something in the application has encoded the response as %s, although the request accepts no encoding: its body is left out.',
  },
  rest_response_streamed: {
    status: 502,
    message: 'The request was executed, but its response is a stream, which no other can contain.',
  },
  rest_request_blocked: {
    status: 503,
    message:
      'Middleware, a hook or a guard has held the request for too long: it may wait for the end of the outer request, or of an earlier one of the batch.',
  },
  rest_idempotency_key_missing: {
    status: 400,
    message: 'The request needs the header Idempotency-Key.',
  },
  rest_idempotency_key_invalid: {
    status: 400,
    message: 'The header Idempotency-Key is not a key: %s.',
  },
  rest_idempotency_key_in_use: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running.',
  },
  rest_idempotency_response_lost: {
    status: 409,
    message:
      'The first request with this Idempotency-Key was executed, but its response could not be stored.',
  },
  rest_idempotency_key_reused: {
    status: 422,
    message: 'Another request with other arguments had this Idempotency-Key.',
  },
  rest_idempotency_unavailable: {
    status: 503,
    message: 'Whether the request was executed already cannot be found out at the moment.',
  },
  rest_version_required: {
    status: 428,
    message: 'The request needs the header If-Match with the version that it changes.',
  },
  rest_version_invalid: {
    status: 400,
    message: 'The header If-Match has no entity tag: its text is in double quotes, as in ETag.',
  },
  rest_version_mismatch: {
    status: 412,
    message: 'The resource has another version than If-Match states, or no longer exists.',
  },
  rest_resource_exists: {
    status: 412,
    message: 'The resource exists already, and If-None-Match asks for a new one.',
  },
  rest_range_not_satisfiable: {
    status: 416,
    message: 'The range begins after the end: there are %s bytes.',
  },
  rest_deadline_exceeded: {
    status: 504,
    message: 'The response was not ready in time.',
  },
  rest_shutting_down: {
    status: 503,
    message: 'The server shuts down, and has stopped the work on the request.',
  },
  parse_path_failed: { status: 400, message: 'The request path could not be parsed.' },
  framework_internal_error: { status: 500, message: 'The request could not be processed.' },
} as const;

export type HttpErrorCode = keyof typeof HTTP_ERRORS;

/** A rejection is a normal response, so its stack is of no use. */
function reject(
  code: string,
  message: string,
  status: number,
  data?: ErrorData,
  content: TextContent = {},
): RestException {
  const create = () => new RestException(code, message, status, data);
  return RestException.withContent(withoutStackTrace(create), content);
}

/** `detail` replaces the `%s` of the message. */
export function httpError(
  code: HttpErrorCode,
  detail = '',
  data: ErrorData = {},
  content: TextContent = detail === '' ? {} : { reason: detail },
): RestException {
  const { status, message } = HTTP_ERRORS[code];
  return reject(
    code,
    message.replace('%s', () => detail),
    status,
    data,
    content,
  );
}

/**
 * Rejects an argument by a rule that no type states, such as one over two arguments: the same 400 as for a value that
 * its type rejects.
 *
 * @example
 * if (to < from) throw new InvalidArgument('to', 'must not be before from');
 * // 400 { "code": "rest_invalid_param", …, "data": { "status": 400, "params": { "to": "to must not be before from." }, … } }
 *
 * @param name The argument, or a place within it: `lines[0].sku`.
 * @param rule What it must be, as the rest of a sentence that begins with the name. A sentence of its own, such as
 * `'Not an ISBN.'`, is sent unchanged.
 */
export class InvalidArgument extends RestException {
  constructor(name: string, rule: string) {
    const code = 'rest_invalid_param';
    const { status, message } = HTTP_ERRORS[code];
    const text = isSentence(rule) ? rule : `${name} ${rule}${/[.!?]$/.test(rule) ? '' : '.'}`;
    const details = Object.fromEntries([[name, { code, message: text, data: null }]]);
    super(
      code,
      message.replace('%s', () => name),
      status,
      { params: Object.fromEntries([[name, text]]), details },
    );
    RestException.withContent(this, { reason: name });
  }
}

/** Begins with no small letter, and ends as a sentence does. */
const SENTENCE = /^[^\p{Ll}\s][^]*[.!?…。！？]$/u;

/** Whether a text is a sentence of the application, to which nothing is added. */
export function isSentence(text: string): boolean {
  return SENTENCE.test(text);
}

/** `rest_content_too_large` of a body, or of a part of it. */
export function tooLarge(limit: number, what = 'it'): RestException {
  const reason = `${what} has more than ${limit} bytes`;
  return httpError('rest_content_too_large', reason, {}, { reason, limit });
}

/** The response of a request whose client has left: it has no reader. */
export function clientClosed(): RestException {
  return reject('rest_client_closed', 'The client has closed the request.', 499);
}

const NOT_ALLOWED = reject('rest_forbidden', 'You may not do that.', 403);
const NOT_KNOWN = reject('rest_forbidden', 'You must be logged in to do that.', 401);

/** `rest_forbidden`: 401 for an anonymous user, 403 for an authenticated one, as in WordPress. */
export function forbidden(isKnownCaller: boolean): RestException {
  return isKnownCaller ? NOT_ALLOWED : NOT_KNOWN;
}

/**
 * Creates an error whose stack is never read: it is a response, not a mistake of the program, and V8 walks the stack of
 * each error whose trace is not switched off. The limit is a global and has its own value again before the call
 * returns. Where it is frozen, deleted or replaced, the error has a stack trace.
 */
function withoutStackTrace<Result>(create: () => Result): Result {
  const limit: unknown = Error.stackTraceLimit;
  // Reflect.set returns false if an assignment would throw.
  if (typeof limit !== 'number' || !Reflect.set(Error, 'stackTraceLimit', 0)) return create();
  try {
    return create();
  } finally {
    Reflect.set(Error, 'stackTraceLimit', limit);
  }
}
