import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '../diagnostics/http-error-catalogue.js';
import { isAnonymous } from './declaration/permission.js';
import type { PossibleUser } from './declaration/rest-types.js';
import { REQUEST_MARK } from '../types/method-signature.js';

/**
 * The version of a resource: a number or a time that each change sets, or bytes such as a `rowversion` of SQL Server.
 * `null` is that of a resource that was never changed; `undefined` is none.
 */
export type ResourceVersion = string | number | bigint | Date | Uint8Array | null | undefined;

/** Parameters by name, without a prototype. A nested value is a text, a list, or such an object. */
export type Parameters = Readonly<Record<string, unknown>>;

/** The method and the URL of a request as its client sent them. */
export interface OriginalTarget {
  /** The method before an override: `POST` if a header or `_method` states another. */
  readonly method: string;
  /** The whole path, with a slash at its end and with the query: `/api/acme/v1/items/7/?fields=id`. */
  readonly url: string;
}

/** The data of a `RestRequest`, from the adapter and from the route. */
export interface RequestData {
  readonly method: string;
  readonly original: OriginalTarget;
  readonly path: string;
  readonly route: string;
  readonly headers: IncomingHttpHeaders;
  readonly params: Readonly<Record<string, string>>;
  readonly raw: unknown;
  readonly query: Parameters;
  readonly body: { readonly value: Parameters; readonly whole: unknown };
  readonly user: unknown;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Absent unless the route states what versions its resource. */
  readonly expectVersion?: ((current: unknown) => void) | undefined;
}

/**
 * The request as routes see it, the same on Express and on Fastify. Declare it as a parameter of a method or of a
 * callback; `user`, `can` and `vary` get the same object.
 *
 * @example
 * one(id: int, request: RestRequest) { return request.headers['accept-language']; }
 *
 * @example
 * static owns(id: int, request: RestRequest<User | undefined>) { return request.user?.id === id; }
 *
 * @typeParam User The user that `forRoot({ user })` returns, for `user`. By default that of `RestTypes`, `null` or
 *   `undefined`, and `unknown` if the application declares none. Another type is not checked: it must include
 *   `undefined` or `null` in a callback, and if anonymous users may call the route.
 * @typeParam Raw The adapter's own request, for `raw`.
 * @see WordPress's `WP_REST_Request`.
 */
export class RestRequest<User = PossibleUser, Raw = unknown> {
  static readonly [REQUEST_MARK] = true;
  readonly #data: RequestData;

  constructor(data: RequestData) {
    this.#data = data;
  }

  /** @internal The data of a request, for the library's own in-process requests. */
  static dataOf(request: RestRequest): RequestData {
    return request.#data;
  }

  /** `GET`, `POST`, …; `HEAD` if the client sent it. */
  get method(): string {
    return this.#data.method;
  }

  /**
   * The method and the URL as the client sent them, for a signature over both such as OAuth 1.0a: middleware, the
   * adapter and a method override may change those of the request.
   */
  get original(): OriginalTarget {
    return this.#data.original;
  }

  /** The path below the prefix, as received: `/acme/v1/items/7`. */
  get path(): string {
    return this.#data.path;
  }

  /** The pattern of the route: `/acme/v1/items/{id}`. */
  get route(): string {
    return this.#data.route;
  }

  /** By name in lower case. */
  get headers(): IncomingHttpHeaders {
    return this.#data.headers;
  }

  /** The query's parameters, untyped, without a prototype. */
  get query(): Parameters {
    return this.#data.query;
  }

  /** The parsed body; `undefined` if it is absent, or neither JSON nor a form. */
  get body(): unknown {
    return this.#data.body.whole;
  }

  /** The values of the path's placeholders, untyped. */
  get params(): Readonly<Record<string, string>> {
    return this.#data.params;
  }

  /** The route's arguments, validated and typed, without a prototype. */
  get arguments(): Readonly<Record<string, unknown>> {
    return this.#data.arguments;
  }

  /** The caller that `forRoot({ user })` returned; `undefined` or `null` for an anonymous request. */
  get user(): User {
    return this.#data.user as User;
  }

  /**
   * The caller, where there must be one: behind a capability, it cannot be absent.
   *
   * @example
   * @RestRoute('', HttpMethod.Post, new Capability('edit_items'))
   * create(title: string, request: RestRequest) { return this.items.create(title, request.requireUser().id); }
   *
   * @throws RestException `rest_forbidden`, 401, if the request is anonymous.
   */
  requireUser(): NonNullable<User> {
    const { user } = this.#data;
    if (isAnonymous(user)) throw forbidden(false);
    return user as NonNullable<User>;
  }

  /**
   * Continues only if the client has read the current version of the resource, on a route with `{ version }`. Call it
   * within the transaction that changes the resource.
   *
   * @example
   * const item = await transaction.lockItem(id);
   * request.expectVersion(item);
   *
   * @param current The current row of the resource, or its version; `undefined` or `null` if there is none.
   * @throws RestException 412, `rest_version_mismatch`, if `If-Match` names another version, or if there is no resource;
   * 412, `rest_resource_exists`, if `If-None-Match: *` asks for a new one; 428, `rest_version_required`, without both.
   * @see docs/concurrency.md
   */
  expectVersion(current: object | ResourceVersion): void {
    const { expectVersion } = this.#data;
    if (expectVersion === undefined) {
      throw new TypeError(
        `request.expectVersion compares versions only in the method of a route with { version }, and ${this.route} states none.`,
      );
    }
    expectVersion(current);
  }

  /** The adapter's own request. */
  get raw(): Raw {
    return this.#data.raw as Raw;
  }

  /**
   * An argument by name: typed if the route declares it, else as received in path, body or query. Names of clients
   * never reach a prototype.
   */
  get(name: string): unknown {
    const { params } = this.#data;
    const sources = [this.arguments, params, this.#data.body.value, this.query];
    return sources.find((source) => Object.hasOwn(source, name))?.[name];
  }
}
