import type {
  InjectionToken,
  ModuleMetadata,
  OptionalFactoryDependency,
  Type,
} from '@nestjs/common';
import type { LinkOptions } from '../../lifecycle/messages/link.js';
import type { UnknownArguments } from '../../lifecycle/steps/validate.step.js';
import type { SecurityScheme } from '../../routes/declaration/permission.js';
import type { RestRequest, RestUser } from '../../routes/rest-request.js';
import type { RestSignatures } from '../../types/rest-signatures.js';
import type { CacheDuration } from '../../types/duration.js';
import type {
  BatchOptions,
  DiscoveryOptions,
  EmbedOptions,
  RestCacheOptions,
  RestHooks,
  RestUploadsOptions,
} from './option-groups.js';

/** The token under which the module's options are provided. */
export const REST_OPTIONS = Symbol.for('nestjs-rest-routes.options');

/** The token under which a module's own namespace is provided. */
export const REST_FEATURE = Symbol.for('nestjs-rest-routes.feature');

/**
 * What `RestModule.forRoot` takes.
 *
 * @typeParam User The application's type of a user: that of `RestTypes`; without one, inferred from `user` or `can`.
 */
export interface RestModuleOptions<User = RestUser> {
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
   * Where the routes are mounted; by default the application's global prefix, else `api`. `''` mounts them at the root,
   * with the paths that their classes state: `RouterModule` puts nothing in front of them then.
   */
  readonly prefix?: string;
  /** Shows class, message, file, line and stack of unexpected errors to clients; off by default. */
  readonly debug?: boolean;
  /**
   * Finds the user of a request; `undefined` or `null` is an anonymous user. By default `request.raw.user`, as Passport and
   * Nest's guards leave it. A promise, and anything else with a method `then`, is waited for.
   */
  user?(request: RestRequest): User | null | undefined | PromiseLike<User | null | undefined>;
  /**
   * Whether a user has a capability; not called for anonymous users. By default `user.capabilities` has it,
   * or one of `user.roles` maps to it in `roles`. Only `true`, or a promise of it, allows.
   */
  can?(user: User, capability: string, request: RestRequest<User>): boolean | PromiseLike<boolean>;
  /** The capabilities of each role. */
  readonly roles?: Readonly<Record<string, readonly string[]>>;
  /** How `@Cache` works; every key has a default. */
  readonly cache?: RestCacheOptions;
  /**
   * The index of routes at `GET /{prefix}/` and `GET /{prefix}/{namespace}/{version}`, and the `Link` to
   * it on every response. On by default; `false` switches both off, an object describes the API.
   */
  readonly discovery?: boolean | DiscoveryOptions;
  /** How `_embed` fetches what embeddable links lead to; at most 100 requests for a response by default. */
  readonly embed?: EmbedOptions;
  /** How links in `_links` are written; every key has a default. */
  readonly links?: LinkOptions;
  /**
   * Called when a request is matched, denied, invalid, cached, failed or responded to; the same events are
   * on `node:diagnostics_channel`, `nestjs-rest-routes:matched` and so on. None by default.
   */
  readonly hooks?: RestHooks;
  /**
   * The ways in which callers identify themselves, by name, as OpenAPI has them. Its documents list them, and the
   * `WWW-Authenticate` of a 401 has a challenge for each that is a scheme of HTTP: `Bearer` for `bearer`, `oauth2` and
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
   * The `WWW-Authenticate` of a 401 that has none of its own: `challenge: 'Basic realm="acme"'`. By default those of
   * `securitySchemes`, of which only HTTP schemes have one; `Bearer` if there are no `securitySchemes`. `false` sends
   * none.
   *
   * @throws InvalidArgumentException at startup, where it is no challenge.
   * @see RFC 9110, 11.6.1
   */
  readonly challenge?: string | false;
  /**
   * WordPress's protective headers, where the application has not set them: `X-Content-Type-Options: nosniff` and
   * `X-Robots-Tag: noindex` on every response, and a `Cache-Control` of `no-store` and `private` on
   * responses to authenticated users that no `@Cache`, method or middleware has given one. On by default;
   * `protectiveHeaders: false` switches them off.
   *
   * @see WordPress, `WP_REST_Server::serve_request` and `wp_get_nocache_headers`
   */
  readonly protectiveHeaders?: boolean;
  /**
   * What becomes of parameters of the query and the body that no argument of a route takes: `ignore`, as in
   * WordPress, is the default; `refuse` rejects the request with 400. Names that begin with `_` are WordPress's
   * global parameters, and are never rejected; nor is anything on a route whose method takes the request, or
   * has parameters with Nest's own decorators.
   *
   * @example
   * RestModule.forRoot({ unknownArguments: 'refuse' }) // ?gnere=novel is a 400
   */
  readonly unknownArguments?: UnknownArguments;
  /**
   * What leaves of what methods return: `returned`, the default, is everything; `declared` is what their return
   * types declare, and no other property. What a type declares and the value lacks, or has of another type, is
   * a 500 where `NODE_ENV` is not `production`, and a warning there. `@RestRoute(…, { responses })` states it for
   * one route.
   *
   * @example
   * RestModule.forRoot({ responses: 'declared' }) // a password_hash that no type declares never leaves
   *
   * @throws InvalidArgumentException at startup, where it is another value.
   * @see docs/declared-responses.md
   */
  readonly responses?: 'declared' | 'returned';
  /**
   * The names of headers: `wordpress` by default. `neutral` is for APIs without clients of WordPress: the number of
   * items on all pages is in `X-Total-Count` instead of `X-WP-Total` and `X-WP-TotalPages`; no response has the `Link` to
   * the API, `X-Robots-Tag` or `Expires`; `Access-Control-Expose-Headers` gets only names of headers that are sent. The
   * index stays.
   *
   * @example
   * RestModule.forRoot({ headers: 'neutral' }) // X-Total-Count: 42
   *
   * @throws InvalidArgumentException at startup, where it is another value.
   */
  readonly headers?: 'wordpress' | 'neutral';
  /**
   * The shape of errors: `wordpress` by default, `{ code, message, data: { status } }`. `problem` is that of RFC 9457,
   * `application/problem+json`: `type`, `title`, `status`, `detail` and `code`, and what an exception states in its
   * `data`. It holds for every error of the routes, over HTTP, in process, in batches and where it is embedded, and
   * for those of `RestExceptionFilter`.
   *
   * `nest` is for clients and filters of an application that moves in: the errors of routes are Nest's exceptions with
   * Nest's bodies, `{ message, error, statusCode }`, and go through all filters of the application. Those of arguments
   * are made by the `exceptionFactory` of the application's ValidationPipe, if it has one; without one, `message` is a
   * list of texts.
   *
   * @example
   * RestModule.forRoot({ errors: 'problem' })
   * // 404 { "type": "about:blank", "title": "Not Found", "status": 404, "detail": "…", "code": "rest_no_route" }
   *
   * @throws InvalidArgumentException at startup, where it is another value.
   * @see RFC 9457
   */
  readonly errors?: 'wordpress' | 'problem' | 'nest';
  /**
   * Who responds with 404 to a path below the prefix that has no route: `rest` is the library, with
   * `rest_no_route`; `nest` is the application, except below the namespaces of routes in which no plain controller
   * has a path. By default `rest`, and `nest` where plain controllers have paths below the prefix too: their
   * responses stay the same.
   *
   * @example
   * RestModule.forRoot({ notFound: 'rest' }) // every 404 below the prefix is { "code": "rest_no_route", … }
   *
   * @throws InvalidArgumentException at startup, where it is another value.
   */
  readonly notFound?: 'rest' | 'nest';
  /**
   * The signatures of the application from a file, for builds that run no plugin, such as SWC: what
   * `npx nestjs-rest-routes signatures` writes, or the function that Nest's command line writes to `metadata.ts`.
   * None by default. A class that its compiler gave a signature keeps that one.
   *
   * @example
   * import { signatures } from './rest-signatures.js';
   *
   * RestModule.forRoot({ signatures })
   *
   * @throws DeclarationException at startup, where the file is older than the classes or their sources.
   * @throws InvalidArgumentException at startup, where it is something else.
   */
  readonly signatures?: RestSignatures | (() => object | PromiseLike<object>);
  /**
   * Serves `POST /{prefix}/batch/v1`, which executes several requests to routes with `{ batch: true }`. Off by
   * default; `true` accepts 25 requests, `{ maxRequests: 100 }` as many as it states.
   *
   * @throws InvalidArgumentException at startup, where a number is no whole number above zero, or `headers` names one
   *   that must come from the batch.
   * @see WordPress, `WP_REST_Server::serve_batch_request_v1`
   */
  readonly batch?: boolean | BatchOptions;
  /**
   * The largest body, in bytes after decompression. By default the limit of `app.useBodyParser('json', { limit })`, else
   * 1,048,576 (1 MiB), on Fastify its own `bodyLimit`. Of a form with files, everything but the contents of the files.
   */
  readonly bodyLimit?: number;
  /**
   * The limits of forms with files (`multipart/form-data`), and where large files are kept during a request;
   * every key has a default.
   *
   * @throws InvalidArgumentException at startup, where a limit or the folder is invalid.
   */
  readonly uploads?: RestUploadsOptions;
  /**
   * How long a shutdown waits, all together, for requests, uploads, streams, background renewals and writes to the
   * cache store that are under way; `'10s'` by default, more than zero. After it, connections are closed.
   *
   * @example
   * RestModule.forRoot({ shutdownTimeout: '25s' }) // less than terminationGracePeriodSeconds of Kubernetes
   *
   * @throws InvalidArgumentException at startup, where it is no such duration.
   */
  readonly shutdownTimeout?: CacheDuration;
  /**
   * Adds `Server-Timing` to responses: the milliseconds of the checks (guards, arguments), of the execution
   * (permission, cache, interceptors, method) and in total, and where a cached response comes from. Off by
   * default: it tells clients how long the application works.
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

/** What `RestModule.forRootAsync` takes: one of the three ways to make the options. */
export interface RestModuleAsyncOptions extends Pick<ModuleMetadata, 'imports'> {
  readonly inject?: (InjectionToken | OptionalFactoryDependency)[];
  readonly useFactory?: (...args: never[]) => RestModuleOptions | PromiseLike<RestModuleOptions>;
  readonly useClass?: Type<RestOptionsFactory>;
  readonly useExisting?: Type<RestOptionsFactory>;
}

/** What `RestModule.forFeature` takes. */
export interface RestFeatureOptions {
  /** The namespace of the controllers of the module that imports it. */
  readonly namespace: string;
}
