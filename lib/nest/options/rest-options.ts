import type {
  InjectionToken,
  ModuleMetadata,
  OptionalFactoryDependency,
  Type,
} from '@nestjs/common';
import type { GlobalParameter } from '../../lifecycle/messages/global-parameters.js';
import type { Messages } from '../../lifecycle/messages/error-format.js';
import type { UnknownArguments } from '../../routes/declaration/route-declaration.js';
import type { SecurityScheme } from '../../routes/declaration/permission.js';
import type { StatedLists, ValueMeaning } from '../../routes/definition/value-reading.js';
import type { RestCapability, RestUser } from '../../routes/declaration/rest-types.js';
import type { RestRequest } from '../../routes/rest-request.js';
import type { RestSignatures } from '../../types/rest-signatures.js';
import type { CacheDuration } from '../../types/duration.js';
import type {
  BatchOptions,
  DiscoveryOptions,
  EmbedOptions,
  RestCacheOptions,
  RestHooks,
  RestUploadsOptions,
  LinkOptions,
} from './option-groups.js';

/** The token under which a module's own namespace is provided. */
export const REST_FEATURE = Symbol.for('nestjs-rest-routes.feature');

/**
 * The options of `RestModule.forRoot`.
 *
 * @typeParam User The application's type of a user: that of `RestTypes`; without one, inferred from `user` or `can`.
 */
export interface RestModuleOptions<User = RestUser> {
  /**
   * The habits of the API: those of WordPress (`wordpress`, the default), or those of an API that never was WordPress's
   * (`nest`). It is the default of the options `errors`, `headers`, `unknownArguments`, `methodNotAllowed`,
   * `methodOverride`, `globalParameters`, `discovery` and `batch`, and nothing else.
   *
   * @example
   * RestModule.forRoot({ style: 'nest' }) // 404 { "message": "Cannot GET /api/…", "error": "Not Found", … }
   *
   * @throws InvalidArgumentException at startup, if it is another value.
   * @see docs/configuration.md
   */
  readonly style?: 'wordpress' | 'nest';
  /**
   * The first part of every path below the prefix. By default the one in the project's manifest:
   * `"nestjs-rest-routes": { "namespace": "acme" }` in `package.json`. With `prefix: ''`, it may be `''`: the paths are
   * those of the classes, and an index of the API has a place only if `discovery` states one.
   *
   * @example
   * RestModule.forRoot({ prefix: '', namespace: '' }) // @RestController('users') is at /users
   */
  readonly namespace?: string;
  /**
   * The path at which the routes are mounted; by default the application's global prefix, or else `api`. `''` mounts
   * them at the root, with the paths that their classes state: then `RouterModule` does not add a path before them.
   */
  readonly prefix?: string;
  /** Shows class, message, file, line and stack of unexpected errors to clients; off by default. */
  readonly debug?: boolean;
  /**
   * Finds the user of a request; `undefined` or `null` is an anonymous user. By default `request.raw.user`, which
   * Passport and Nest's guards set. A promise, and anything else with a method `then`, is waited for.
   */
  user?(request: RestRequest): User | null | undefined | PromiseLike<User | null | undefined>;
  /**
   * Whether a user has a capability; not called for anonymous users. By default, a user has the capabilities in
   * `user.capabilities`, and those to which `roles` maps its `user.roles`. Only `true`, or a promise of it, allows.
   */
  can?(
    user: User,
    capability: RestCapability,
    request: RestRequest<User>,
  ): boolean | PromiseLike<boolean>;
  /** The capabilities of each role. */
  readonly roles?: Readonly<Record<string, readonly RestCapability[]>>;
  /** The options of `@Cache`; every key has a default. */
  readonly cache?: RestCacheOptions;
  /**
   * The index of routes at `GET /{prefix}/` and `GET /{prefix}/{namespace}/{version}`, and the `Link` to it on every
   * response. On by default, off with `style: 'nest'`; `false` switches both off, and the `_links` of OPTIONS. An object
   * describes the API.
   */
  readonly discovery?: boolean | DiscoveryOptions;
  /** The options of `_embed`, which embeds the targets of links; by default at most 100 requests for a response. */
  readonly embed?: EmbedOptions;
  /** The form of links in `_links`; every key has a default. */
  readonly links?: LinkOptions;
  /**
   * Called when a request is matched, denied, invalid, cached, failed or responded to; the same events are
   * on `node:diagnostics_channel`, `nestjs-rest-routes:matched` and so on. None by default.
   */
  readonly hooks?: RestHooks;
  /**
   * The methods by which callers identify themselves, by name, in the form of OpenAPI. OpenAPI documents list them, and
   * the `WWW-Authenticate` of a 401 has a challenge for each HTTP scheme: `Bearer` for `bearer`, `oauth2` and
   * `openIdConnect`, `Basic` with the namespace as realm for `basic`. Documents have a bearer token by default.
   *
   * @example
   * RestModule.forRoot({ securitySchemes: { login: { type: 'http', scheme: 'basic' } } })
   * // 401, WWW-Authenticate: Basic realm="acme", charset="UTF-8"
   *
   * @see OpenAPI 3.1, Security Scheme Object; RFC 9110, 11.6.1
   */
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  /**
   * The `WWW-Authenticate` of a 401 that does not have one: `challenge: 'Basic realm="acme"'`. By default it has the
   * challenges of `securitySchemes`, of which only HTTP schemes have one; `Bearer` if there are no `securitySchemes`.
   * `false` sends none.
   *
   * @throws InvalidArgumentException at startup, if it is not a challenge.
   * @see RFC 9110, 11.6.1
   */
  readonly challenge?: string | false;
  /**
   * WordPress's protective headers, if the application has not set them: `X-Content-Type-Options: nosniff` and
   * `X-Robots-Tag: noindex` on every response, and a `Cache-Control` of `no-store` and `private` on responses to
   * authenticated users that no `@Cache`, method or middleware has given one. On by default; `protectiveHeaders: false`
   * switches them off.
   *
   * @see WordPress, `WP_REST_Server::serve_request` and `wp_get_nocache_headers`
   */
  readonly protectiveHeaders?: boolean;
  /**
   * The treatment of parameters of the query and the body that belong to no argument of a route: `ignore`, as in
   * WordPress, is the default; `refuse`, the default of `style: 'nest'`, rejects the request with 400. The names that
   * `globalParameters` states are never rejected; nor are those that a parameter with Nest's `@Query()` or `@Body()`
   * reads. A route whose method reads others from the request states `@RestRoute(…, { unknownArguments: 'ignore' })`.
   *
   * @example
   * RestModule.forRoot({ unknownArguments: 'refuse' }) // ?gnere=novel is a 400
   */
  readonly unknownArguments?: UnknownArguments;
  /**
   * Whether a POST may state another method, by `_method` in its query or by `X-HTTP-Method-Override`. On by default, as
   * in WordPress; off with `style: 'nest'`: then `_method` is a parameter like any other, and the header means nothing.
   *
   * @example
   * RestModule.forRoot({ methodOverride: false }) // POST /items/7?_method=DELETE deletes nothing
   *
   * @throws InvalidArgumentException at startup, if it is neither `true` nor `false`.
   * @see WordPress, `WP_REST_Server::serve_request`
   */
  readonly methodOverride?: boolean;
  /**
   * The parameters of the query that every route has: `_fields` picks properties, `_embed` embeds the targets of links,
   * `_envelope` puts status and headers into the body. `wordpress`, the default, has all of them, and accepts every other
   * name that begins with `_`, because clients of WordPress send such names. A list has those that it names; that of
   * `style: 'nest'` is empty.
   *
   * @example
   * RestModule.forRoot({ style: 'nest', globalParameters: ['_fields'] })
   *
   * @throws InvalidArgumentException at startup, if it is something else, or if `embed` is stated without `_embed`.
   * @see WordPress, Global Parameters
   */
  readonly globalParameters?: 'wordpress' | readonly GlobalParameter[];
  /**
   * Whether a method that a known path does not have is a 405, for callers who may use another one there: `Allow` lists
   * those that the caller may use, as on OPTIONS, and those of plain controllers at the path, which respond themselves.
   * For others it is a 404, as by default and in WordPress; a 405 with `style: 'nest'`.
   *
   * @example
   * RestModule.forRoot({ methodNotAllowed: true }) // DELETE /items: 405, Allow: GET, POST
   *
   * @throws InvalidArgumentException at startup, if it is neither `true` nor `false`.
   * @see RFC 9110, 15.5.6
   */
  readonly methodNotAllowed?: boolean;
  /**
   * The meaning of null, of texts of lists and of times without an offset in a request: that of WordPress (`wordpress`,
   * the default), in which null counts as absent, a text is divided at commas and blanks where a list is expected, and
   * an offset of a time may be missing; or that of the types (`typed`, the default of `style: 'nest'`), in which null is
   * a value and a text one item. `@RestRoute(…, { values })` states it for one route.
   *
   * @example
   * RestModule.forRoot({ values: 'typed' }) // {"genre":null} sets null, ?tags=a,b is a list of one
   *
   * @throws InvalidArgumentException at startup, if it is another value.
   * @see docs/arguments.md
   */
  readonly values?: ValueMeaning;
  /**
   * How lists are written in a query, a form, or as a text of JSON: `repeated` repeats the name, and a single text is the
   * only item; `comma` divides texts at commas. By default, texts are divided as on WordPress, at commas and blanks, and
   * with typed values `repeated`. `@RestRoute(…, { lists })` and `@Param({ lists })` state it for one route or one
   * argument; a route that states `values: 'wordpress'` divides texts as WordPress does.
   *
   * @example
   * RestModule.forRoot({ lists: 'comma' }) // ?tags=a,b is a list of two, ?tags=New%20York of one
   *
   * @throws InvalidArgumentException at startup, if it is another value.
   * @see OpenAPI 3.1, style `form`, with and without `explode`
   */
  readonly lists?: StatedLists;
  /**
   * The time zone of times without an offset, of arguments and properties of the type `Date`: UTC by default, as on
   * WordPress. With typed values, an offset is required by default; if a time zone is stated, `2024-03-01` and
   * `2024-03-01T10:00`, which forms of HTML send, are such times too.
   *
   * @example
   * RestModule.forRoot({ timeZone: 'America/New_York' }) // 2024-03-01T10:00 is 15:00 in UTC
   *
   * @throws InvalidArgumentException at startup, if it is not the name of a time zone.
   * @see https://www.iana.org/time-zones
   */
  readonly timeZone?: string;
  /**
   * The properties that are sent of returned values: `returned`, the default, sends all; `declared` sends only those
   * that the return types declare. If a value lacks a declared property, or has it with another type, the response is a
   * 500 unless `NODE_ENV` is `production`; then it is only a warning. `@RestRoute(…, { responses })` states it for one
   * route.
   *
   * @example
   * RestModule.forRoot({ responses: 'declared' }) // a password_hash that no type declares is never sent
   *
   * @throws InvalidArgumentException at startup, if it is another value.
   * @see docs/declared-responses.md
   */
  readonly responses?: 'declared' | 'returned';
  /**
   * The names of headers: `wordpress` by default. `neutral`, the default of `style: 'nest'`, is for APIs without clients
   * of WordPress: the number of items on all pages is in `X-Total-Count` instead of `X-WP-Total` and `X-WP-TotalPages`,
   * and `Link` leads to the first and the last page too; responses have no `Link` to the API, no `X-Robots-Tag` and no
   * `Expires`; `Access-Control-Expose-Headers` has only the names of sent headers. The index stays.
   *
   * @example
   * RestModule.forRoot({ headers: 'neutral' }) // X-Total-Count: 42
   *
   * @throws InvalidArgumentException at startup, if it is another value.
   */
  readonly headers?: 'wordpress' | 'neutral';
  /**
   * The status of a response for which neither the method nor `@HttpCode` states one: `rest`, the default, is 200, and
   * 204 if nothing is returned. `nest`, the default of `style: 'nest'`, is that of a plain controller of Nest: 201 for
   * a route of POST alone, otherwise 200, and an empty body if nothing is returned.
   *
   * @example
   * RestModule.forRoot({ statuses: 'nest' }) // POST is 201, and so is a POST that returns nothing
   *
   * @throws InvalidArgumentException at startup, if it is another value.
   */
  readonly statuses?: 'rest' | 'nest';
  /**
   * The order of the checks of a request: `wordpress` by default, which rejects missing arguments, then invalid ones,
   * then unknown ones, and checks the permission last. `nest`, the default of `style: 'nest'`, checks a permission that
   * needs no arguments before them, so that a 401 or 403 comes before a 400, and reports missing, invalid and unknown
   * arguments together. Rules of value classes and asynchronous schemas run for arguments that are valid so far.
   *
   * @example
   * RestModule.forRoot({ checks: 'nest' }) // 400: title is required, pages must be an integer
   *
   * @throws InvalidArgumentException at startup, if it is another value.
   */
  readonly checks?: 'wordpress' | 'nest';
  /**
   * The format of errors: `wordpress` by default, `{ code, message, data: { status } }`. `problem` is that of RFC 9457,
   * `application/problem+json`: `type`, `title`, `status`, `detail` and `code`, and the `data` of an exception. It
   * applies to every error of the routes, over HTTP, in process, in batches and embedded, and to those of
   * `RestExceptionFilter`.
   *
   * `nest`, the default of `style: 'nest'`, is for clients and filters that know Nest's errors: the errors of routes are Nest's
   * exceptions with Nest's bodies, `{ message, error, statusCode }`, and go through all filters of the application.
   * Those of arguments are made by the `exceptionFactory` of the application's ValidationPipe, if it has one; without
   * one, `message` is a list of texts.
   *
   * @example
   * RestModule.forRoot({ errors: 'problem' })
   * // 404 { "type": "about:blank", "title": "Not Found", "status": 404, "detail": "…", "code": "rest_no_route" }
   *
   * @throws InvalidArgumentException at startup, if it is another value.
   * @see RFC 9457
   */
  readonly errors?: 'wordpress' | 'problem' | 'nest';
  /**
   * Words the errors of the library, in the language of a client, for example: returns the text for a code and what the
   * text says, or `undefined` to keep the text. `data` has the `status` and the `data` of the error; for a text of an
   * argument, what its entry in `data.details` has, and the `name` of its place. Codes distinguish a 401
   * (`rest_not_logged_in`) from a 403 (`rest_forbidden`). It applies to each format of errors, and before filters get
   * them. Errors of the application keep their texts. If it throws, a warning is logged and the text stays.
   *
   * @example
   * RestModule.forRoot({
   *   messages: (code, data, { headers }) => TEXTS[languageOf(headers)]?.[code]?.(data),
   * })
   *
   * @throws InvalidArgumentException at startup, if it is not a function.
   * @see docs/errors.md
   */
  readonly messages?: Messages;
  /**
   * Who responds with 404 to a path below the prefix that has no route: `rest` is the library, with `rest_no_route`;
   * `nest` is the application, except below the namespaces of routes in which no plain controller has a path. By
   * default `rest`, and `nest` if plain controllers also have paths below the prefix: their responses stay the same.
   *
   * @example
   * RestModule.forRoot({ notFound: 'rest' }) // every 404 below the prefix is { "code": "rest_no_route", … }
   *
   * @throws InvalidArgumentException at startup, if it is another value.
   */
  readonly notFound?: 'rest' | 'nest';
  /**
   * The signatures of the application from a file, for builds that run no plugin, such as SWC: the file that
   * `npx nestjs-rest-routes signatures` writes, or the function that Nest's command line writes to `metadata.ts`. None
   * by default. A class with a signature from its compiler keeps that one.
   *
   * @example
   * import { signatures } from './rest-signatures.js';
   *
   * RestModule.forRoot({ signatures })
   *
   * @throws DeclarationException at startup, if the file is older than the classes or their sources.
   * @throws InvalidArgumentException at startup, if it is something else.
   */
  readonly signatures?: RestSignatures | (() => object | PromiseLike<object>);
  /**
   * Serves `POST /{prefix}/batch/v1`, which executes several requests to routes with `{ batch: true }`. Off by default,
   * in both styles; `true` accepts 25 requests, `{ maxRequests: 100 }` accepts 100.
   *
   * @throws InvalidArgumentException at startup, if a number is not a whole number above zero, or `headers` names one
   * that must come from the batch.
   * @see WordPress, `WP_REST_Server::serve_batch_request_v1`
   */
  readonly batch?: boolean | BatchOptions;
  /**
   * The limits of forms with files (`multipart/form-data`), and the folder of large files during a request; every key
   * has a default.
   *
   * @throws InvalidArgumentException at startup, if a limit or the folder is invalid.
   */
  readonly uploads?: RestUploadsOptions;
  /**
   * The total time that a shutdown waits for running requests to routes, uploads, streams, background renewals and
   * writes to the cache store; `'10s'` by default, more than zero. After it, the connections of these requests are
   * closed. Nest waits for requests to plain controllers.
   *
   * @example
   * RestModule.forRoot({ shutdownTimeout: '25s' }) // less than terminationGracePeriodSeconds of Kubernetes
   *
   * @throws InvalidArgumentException at startup, if it is not such a duration.
   */
  readonly shutdownTimeout?: CacheDuration;
  /**
   * Adds `Server-Timing` to responses: the milliseconds of the checks (guards, arguments), of the execution
   * (permission, cache, interceptors, method) and in total, and the source of a cached response. Off by default,
   * because it shows clients how long the application works.
   *
   * @example
   * RestModule.forRoot({ serverTiming: true })
   * // Server-Timing: checks;dur=0.1, execution;dur=4.2, cache;desc=miss, total;dur=4.4
   *
   * @see https://www.w3.org/TR/server-timing/
   */
  readonly serverTiming?: boolean;
}

/** A class that creates the options, for `forRootAsync({ useClass })`. */
export interface RestOptionsFactory {
  createRestOptions(): RestModuleOptions | PromiseLike<RestModuleOptions>;
}

/** The options of `RestModule.forRootAsync`: one of the three forms that make the options. */
export interface RestModuleAsyncOptions extends Pick<ModuleMetadata, 'imports'> {
  readonly inject?: (InjectionToken | OptionalFactoryDependency)[];
  readonly useFactory?: (...args: never[]) => RestModuleOptions | PromiseLike<RestModuleOptions>;
  readonly useClass?: Type<RestOptionsFactory>;
  readonly useExisting?: Type<RestOptionsFactory>;
}

/** The options of `RestModule.forFeature`. */
export interface RestFeatureOptions {
  /** The namespace of the controllers of the module that imports it. */
  readonly namespace: string;
}
