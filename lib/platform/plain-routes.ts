import type { AbstractHttpAdapter } from '@nestjs/core';
import { HTTP_METHODS } from '../routes/declaration/route-declaration.js';
import type { SubRequests } from '../lifecycle/sub-requests/marks.js';
import { passPlainHandlers } from './express/internals.js';
import type { FastifyReply, FastifyRequest } from './fastify/internals.js';
import { once } from '../shared/promises.js';
import { isBelow } from './node/target.js';
import type { HasPlainHandler, RespondUnserved, Served } from './served.js';

/** Marks a handler of Fastify as one of the library. */
export const OWN_HANDLER = Symbol('handler of the library');

/** A route as Fastify's hook `onRoute` gets it. */
interface FastifyRoute {
  readonly url: string;
  readonly method: string | readonly string[];
  handler: ((this: unknown, request: FastifyRequest, reply: FastifyReply) => unknown) & {
    readonly [OWN_HANDLER]?: true;
  };
}

/** The functions that the library calls for the handlers of plain controllers. */
export interface PlainRoutes {
  readonly subRequests: SubRequests;
  /** Responds to a sub-request that Fastify has routed to a plain handler. */
  readonly respond: RespondUnserved;
  /** Receives the path of each, and its methods: `get`, or `all`. */
  readonly note: (path: string, methods: readonly string[]) => void;
}

/**
 * Keeps sub-requests from the handlers of plain controllers, which cannot opt in to batches. A path with only such
 * a handler has no route for them. Other requests need only one check of a flag in those handlers.
 */
export function passPlainRoutes(adapter: AbstractHttpAdapter, plain: PlainRoutes): void {
  if (adapter.getType() === 'fastify') passFastifyRoutes(adapter, plain);
  if (adapter.getType() === 'express') {
    // A sub-request goes on to the library's last layer, which responds to it.
    const { subRequests, note } = plain;
    passPlainHandlers(adapter, (message) => subRequests.markOf(message) === undefined, note);
  }
}

/**
 * Fastify has chosen a route before its hooks run: the handlers of routes that are added from now on respond to a
 * sub-request as a path without a route does.
 */
function passFastifyRoutes(
  adapter: AbstractHttpAdapter,
  { subRequests, respond, note }: PlainRoutes,
): void {
  const instance = adapter.getInstance<{
    printRoutes(): string;
    addHook(name: 'onRoute', hook: (route: FastifyRoute) => void): void;
  }>();
  // An instance that the application has made may have routes, and shows them only as a printed tree.
  if (!instance.printRoutes().includes('(empty tree)')) note('/*', []);
  instance.addHook('onRoute', (route) => {
    const { handler } = route;
    if (handler[OWN_HANDLER] === true) return;
    note(route.url, typeof route.method === 'string' ? [route.method] : route.method);
    route.handler = function (request, reply) {
      if (subRequests.markOf(request.raw) === undefined) {
        return Reflect.apply(handler, this, [request, reply]);
      }
      respond(request, reply);
      return undefined;
    };
  });
}

/**
 * Tells which plain handler gets all requests to a path of the library: `/users/:id` gets those of `/users/me`. On
 * Express, Nest's handlers come first. On Fastify, the library has a wildcard, and a placeholder precedes a wildcard.
 *
 * @param plain The paths of those handlers, as the adapter has them, and the methods of each.
 * @param adapter Its type.
 * @returns The path of the handler; `undefined` if there is none.
 */
export function hidingHandlerIn(
  plain: ReadonlyMap<string, readonly string[]>,
  adapter: string,
  place: Pick<Served, 'prefix' | 'owned'>,
): (method: string, path: string) => string | undefined {
  const patterns = patternsOf(plain);
  return (method, path) => {
    const segments = segmentsOf(path);
    const shortest = adapter === 'fastify' ? beginningOf(path, place) : 0;
    return patterns.find(
      ({ methods, segments: pattern }) =>
        (methods.has(method) || methods.has('ALL')) && covers(pattern, segments, shortest),
    )?.path;
  };
}

/** Of two wildcards, Fastify uses the one with the longer beginning: the number of segments of that of the library. */
function beginningOf(path: string, { prefix, owned }: Pick<Served, 'prefix' | 'owned'>): number {
  return segmentsOf(owned.find((one) => isBelow(one, path)) ?? prefix).length;
}

/**
 * Finds the methods that the handlers of plain controllers have at a path below the prefix.
 *
 * @param plain As above; the function reads it when it is first called.
 */
export function plainMethodsOf(
  plain: ReadonlyMap<string, readonly string[]>,
  prefix: string,
): (path: string) => readonly string[] {
  let patterns: ReturnType<typeof patternsOf> | undefined;
  return (path) => {
    patterns ??= patternsOf(plain);
    const segments = segmentsOf(`${prefix}${path}`);
    const covering = patterns.filter(({ segments: pattern }) => covers(pattern, segments, 0));
    return HTTP_METHODS.filter((name) => covering.some(({ methods }) => methods.has(name)));
  };
}

/**
 * Tells which requests may go to handlers of plain controllers. A pattern that it cannot read, such as one with an
 * expression, counts for all paths that begin like it.
 *
 * @param plain As above; the function reads it when it is first called.
 * @param adapter Its type.
 */
export function hasPlainHandlerIn(
  plain: ReadonlyMap<string, readonly string[]>,
  adapter: string,
  place: Pick<Served, 'prefix' | 'owned'>,
): HasPlainHandler {
  const patterns = once(() =>
    patternsOf(plain).map(({ methods, segments }) => ({
      methods,
      segments: segments.map(readSegment),
    })),
  );
  return (method, path) => {
    // Handlers of GET serve HEAD.
    const name = method === 'HEAD' ? 'GET' : method;
    const shortest = adapter === 'fastify' ? beginningOf(path, place) : 0;
    const own = segmentsOf(path).map((segment) => decoded(segment).toLowerCase());
    return patterns().some(
      ({ methods, segments }) =>
        (methods.has(name) || methods.has('ALL')) && mayCover(segments, own, shortest),
    );
  };
}

/** As it was sent, if it is malformed. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function patternsOf(plain: ReadonlyMap<string, readonly string[]>) {
  return [...plain].map(([path, methods]) => ({
    path,
    methods: new Set(methods.map((method) => method.toUpperCase())),
    segments: segmentsOf(path),
  }));
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** A segment that matches everything after it: `*`, `*path`, `{*path}`, `(.*)`. */
const WILDCARD = /^(?:\*\w*|\{\*\w*\}|\(\.\*\))$/;

/** Whether a path of the adapter matches all requests to a path of the library. */
function covers(pattern: readonly string[], path: readonly string[], shortest: number): boolean {
  for (const [at, segment] of pattern.entries()) {
    if (WILDCARD.test(segment)) return at >= shortest && at <= path.length;
    const own = path[at];
    if (own === undefined) return false;
    if (!/^:\w+$/.test(segment) && segment !== own) return false;
  }
  return pattern.length === path.length;
}

/** A segment of a pattern: the texts around its placeholders, in lower case. */
interface ReadSegment {
  readonly texts: readonly [string, ...string[]];
  /** A wildcard matches everything after it; an open segment has more than texts and placeholders. */
  readonly kind: 'wildcard' | 'open' | 'texts';
}

/** The characters of a pattern that is more than texts and placeholders. */
const OPEN = /[*{}()?+\\]/;

function readSegment(segment: string): ReadSegment {
  const end = segment.search(OPEN);
  const [first = '', ...others] = (end === -1 ? segment : segment.slice(0, end))
    .toLowerCase()
    .split(/:\w*/);
  if (end === -1) return { texts: [first, ...others], kind: 'texts' };
  return { texts: [first], kind: WILDCARD.test(segment) ? 'wildcard' : 'open' };
}

function mayCover(
  pattern: readonly ReadSegment[],
  path: readonly string[],
  shortest: number,
): boolean {
  for (const [at, { kind, texts }] of pattern.entries()) {
    const own = path[at];
    if (kind === 'wildcard') return at >= shortest;
    if (kind === 'open') return own === undefined ? texts[0] === '' : own.startsWith(texts[0]);
    if (own === undefined || !mayMatch(texts, own)) return false;
  }
  return pattern.length === path.length;
}

/** Whether a text has the parts of a segment around its placeholders, in their order. */
function mayMatch([first, ...others]: ReadSegment['texts'], text: string): boolean {
  if (others.length === 0) return first === text;
  if (!text.startsWith(first)) return false;
  let end = first.length;
  for (const other of others) {
    // A placeholder has at least one character.
    const found = end < text.length ? text.indexOf(other, end + 1) : -1;
    if (found === -1) return false;
    end = found + other.length;
  }
  return true;
}
