import type { IncomingMessage } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { httpError } from '../diagnostics/http-error-catalogue.js';
import { contentOf, type MakeError } from '../lifecycle/responses/reply.js';
import type { SubRequests } from '../lifecycle/batch/sub-requests.js';
import type { FastifyReply, FastifyRequest } from './fastify/fastify-instance.js';

/** Says of a handler of Fastify's that it is the library's own. */
export const OWN_HANDLER = Symbol('handler of the library');

type FastifyHandler = ((this: unknown, request: FastifyRequest, reply: FastifyReply) => unknown) & {
  readonly [OWN_HANDLER]?: true;
};

interface FastifyRoutes {
  printRoutes(): string;
  addHook(name: 'onRoute', hook: (route: FastifyRoute) => void): void;
}

interface FastifyRoute {
  readonly url: string;
  handler: FastifyHandler;
}

/** The methods of an adapter that Nest adds the handlers of controllers with. */
const ADDERS = [
  'all',
  'delete',
  'get',
  'head',
  'options',
  'patch',
  'post',
  'put',
  'search',
] as const;

type Next = () => unknown;
type ExpressHandler = (request: IncomingMessage, response: unknown, next: Next) => unknown;
type Add = (...args: unknown[]) => unknown;

/** What the library does with the handlers of plain controllers. */
export interface PlainRoutes {
  readonly subRequests: SubRequests;
  readonly makeError: MakeError;
  /** Receives the path of each. */
  readonly note: (path: string) => void;
}

/**
 * Keeps sub-requests from the handlers of plain controllers, none of which has agreed to batches. A path with only such
 * a handler has no route for them. Other requests pay nothing, except one look at a flag in those handlers.
 */
export function passPlainRoutes(adapter: AbstractHttpAdapter, plain: PlainRoutes): void {
  if (adapter.getType() === 'fastify') passFastifyRoutes(adapter, plain);
  if (adapter.getType() === 'express') passExpressRoutes(adapter, plain);
}

/**
 * A sub-request goes on to the library's last layer, which responds to it. Middleware of modules is a route of
 * Express's too: only the adapter itself, not the instance of Express, tells a controller from it.
 */
function passExpressRoutes(adapter: AbstractHttpAdapter, { subRequests, note }: PlainRoutes): void {
  const wrap =
    (handler: ExpressHandler): ExpressHandler =>
    (message, response, next) =>
      subRequests.markOf(message) === undefined ? handler(message, response, next) : next();
  for (const name of ADDERS) {
    const base: unknown = Reflect.get(adapter, name);
    if (typeof base !== 'function') continue;
    const add: Add = (...args) => {
      if (typeof args[0] === 'string') note(args[0]);
      return Reflect.apply(
        base,
        adapter,
        args.map((one) => (typeof one === 'function' ? wrap(one as ExpressHandler) : one)),
      ) as unknown;
    };
    Reflect.set(adapter, name, add);
  }
}

/**
 * Fastify has chosen a route before its hooks run: the handlers of routes that are added from now on respond to a
 * sub-request as a path without a route does.
 */
function passFastifyRoutes(
  adapter: AbstractHttpAdapter,
  { subRequests, makeError, note }: PlainRoutes,
): void {
  const instance = adapter.getInstance<FastifyRoutes>();
  // An instance that the application has made may have routes, and tells nothing of them but their picture.
  if (!instance.printRoutes().includes('(empty tree)')) note('/*');
  const hook = (route: FastifyRoute): void => {
    const { handler } = route;
    if (handler[OWN_HANDLER] === true) return;
    note(route.url);
    route.handler = function (request, reply) {
      if (subRequests.markOf(request.raw) === undefined) {
        return Reflect.apply(handler, this, [request, reply]);
      }
      const error = makeError(httpError('rest_no_route'));
      const { status, headers } = error;
      const content = contentOf(error);
      for (const name in headers) reply.header(name, headers[name] ?? '');
      return reply.code(status).send(content);
    };
  };
  instance.addHook('onRoute', Object.assign(hook, { [OWN_HANDLER]: true }));
}

/** Whether a hook of Fastify's is the library's own. */
export function isOwnHook(hook: unknown): boolean {
  return typeof hook === 'function' && OWN_HANDLER in hook;
}
