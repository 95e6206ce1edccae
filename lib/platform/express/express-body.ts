import type { RouteFound } from '../../pipeline/dispatcher.js';
import type { RequestBody } from '../request-body.js';

/**
 * Where a request keeps what was read for its route: on the request itself, as entries of a `WeakMap` burden
 * the garbage collector, and in one property, as each further property of an Express request is slow
 * to add where the server is not Nest's.
 */
export const REST_BODY = Symbol('rest body');

/** What was read of a request, and the route that it was read for. */
export interface RequestRead extends RequestBody {
  readonly found: RouteFound;
  /** The method and the URL that the route was found for: middleware may have changed them since. */
  readonly method: string | undefined;
  readonly url: string | undefined;
}

/** A request that may have been read for its route. */
export interface ReadRequest {
  [REST_BODY]?: RequestRead;
}

/**
 * Shows what was read as `body` and `rawBody`, where guards and interceptors look for it. On the
 * prototype of the application's requests; an assignment gives a request a property of its own.
 */
export function exposeBodies(prototype: object): void {
  expose(prototype, 'body', ({ body }) => (body.kind === 'parameters' ? body.whole : undefined));
  expose(prototype, 'rawBody', ({ bytes }) => bytes);
}

function expose(prototype: object, name: string, read: (body: RequestBody) => unknown): void {
  // Returns false where the prototype is frozen; the application starts without the two accessors then.
  Reflect.defineProperty(prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: ReadRequest) {
      const known = this[REST_BODY];
      return known === undefined ? undefined : read(known);
    },
    set(this: ReadRequest, value: unknown) {
      const own = { value, configurable: true, enumerable: true, writable: true };
      Object.defineProperty(this, name, own);
    },
  });
}
