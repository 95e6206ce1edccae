import type { IncomingMessage } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { HTTP_METHODS } from '../routes/declaration/route-declaration.js';
import type { Route } from '../routes/route.js';
import { diagnosticAt, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { SubRequests } from '../lifecycle/batch/sub-requests.js';
import { passPlainHandlers } from './express/internals.js';
import type { FastifyReply, FastifyRequest } from './fastify/internals.js';
import { hasEnteredAgain } from './sub-requests/enter-again.js';
import type { RespondUnserved, Served } from './served.js';

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
    passPlainHandlers(adapter, (message) => isForPlain(message, plain.subRequests), plain.note);
  }
}

/**
 * A plain handler gets the requests that are sent with its method and path. A request that has entered again was sent
 * with others, such as a POST with `_method=PUT`: without the library, no plain handler would get it.
 */
function isForPlain(message: IncomingMessage, subRequests: SubRequests): boolean {
  return subRequests.markOf(message) === undefined && !hasEnteredAgain(message);
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
      if (isForPlain(request.raw, subRequests)) {
        return Reflect.apply(handler, this, [request, reply]);
      }
      respond(request, reply);
      return undefined;
    };
  });
}

/**
 * Finds the routes whose requests go to handlers of plain controllers: `/users/:id` gets those of `/users/me`. On
 * Express, Nest's handlers come first. On Fastify, the library has a wildcard, and a placeholder precedes a wildcard.
 *
 * @param plain The paths of those handlers, as the adapter has them, and the methods of each.
 * @param adapter Its type.
 * @param routes The routes of the library, which are mounted at a place.
 */
export function findHiddenRoutes(
  plain: ReadonlyMap<string, readonly string[]>,
  adapter: string,
  { prefix, owned }: Pick<Served, 'prefix' | 'owned'>,
  routes: readonly Route[],
): readonly Diagnostic[] {
  const patterns = patternsOf(plain);
  return routes.flatMap((route) => {
    const path = `${prefix}${route.pattern.template}`;
    const segments = segmentsOf(path);
    const beginning = owned.find((one) => path === one || path.startsWith(`${one}/`)) ?? prefix;
    // Of two wildcards, Fastify uses the one with the longer beginning.
    const shortest = adapter === 'fastify' ? segmentsOf(beginning).length : 0;
    return route.methods.flatMap((method) => {
      const by = patterns.find(
        ({ methods, segments: pattern }) =>
          (methods.has(method) || methods.has('ALL')) && covers(pattern, segments, shortest),
      );
      if (by === undefined) return [];
      const { className, methodName } = route;
      return diagnosticAt(
        { className, methodName, part: { kind: 'path' } },
        {
          code: 'RR1059',
          expected: `no plain handler that matches ${method} ${path}`,
          received: `a plain handler at ${by.path}`,
        },
      );
    });
  });
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
