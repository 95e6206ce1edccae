import type { Server } from 'node:http';
import { isDecodable } from '../../routing/path-capture.js';
import type { Served } from '../http/http-mount.js';
import { targetBelow, type RequestTarget } from '../http/request-target.js';
import type { FastifyRequest } from './fastify-instance.js';

/** The path that replaces a malformed URL, so that the mount responds to it; no route begins so. */
const MALFORMED = '/%20malformed';

/** Where a request aims below the prefix, by the URL that Fastify has routed. */
export function targetOf(
  { restUrl, raw }: FastifyRequest,
  served: Served,
): RequestTarget | undefined {
  return targetBelow(served, restUrl ?? raw.url ?? '');
}

export function isMalformed({ path }: RequestTarget): boolean {
  return path === MALFORMED;
}

export function isRoute(request: FastifyRequest, served: Served): boolean {
  const target = targetOf(request, served);
  return (
    target !== undefined && typeof served.table.match(request.method, target.path) === 'object'
  );
}

/** Fastify responds to a malformed URL before any scope runs: such a request gets another URL. */
export function catchMalformedUrls(server: Server, served: Served): void {
  server.prependListener('request', (request) => {
    const { url = '' } = request;
    // Only an escape can be malformed; other requests pay for no more than this.
    if (!url.includes('%')) return;
    const target = targetBelow(served, url);
    if (target === undefined || isDecodable(target.path)) return;
    request.url = `${served.owned[0] ?? served.prefix}${MALFORMED}`;
  });
}
