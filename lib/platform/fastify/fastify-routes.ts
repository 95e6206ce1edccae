import { METHODS as HTTP_METHODS } from 'node:http';
import type { Served } from '../http/http-mount.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from './fastify-instance.js';
import { anyCase } from './fastify-urls.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Registers all paths below the prefix, except where the application has a route of its own. */
export function addRoutes(
  scope: FastifyInstance,
  served: Served,
  handler: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const methods = [...METHODS, ...otherMethods(scope)];
  for (const url of mountedUrls(served)) {
    const method = methods.filter((name) => !scope.hasRoute({ method: name, url }));
    if (method.length > 0) scope.route({ method, url, handler });
  }
}

/**
 * The methods that no route has, such as PROPFIND and PURGE: below the prefix they get the response of a
 * path without a route. Node handles CONNECT itself.
 */
function otherMethods(scope: FastifyInstance): readonly string[] {
  const known: readonly string[] = METHODS;
  const others = HTTP_METHODS.filter((name) => name !== 'CONNECT' && !known.includes(name));
  for (const name of others) {
    if (!scope.supportedMethods.includes(name)) scope.addHttpMethod(name);
  }
  return others;
}

/** All paths that belong to a mount, in any case of their letters. */
function mountedUrls({ owned }: Served): readonly string[] {
  return [...owned, ...owned.map(anyCase)].flatMap((beginning) => [beginning, `${beginning}/*`]);
}
