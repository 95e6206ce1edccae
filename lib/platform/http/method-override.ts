import type { IncomingMessage } from 'node:http';
import { effectiveMethod } from '../../pipeline/global-parameters/effective-method.js';
import type { Served } from './http-mount.js';
import { LENIENT, targetBelow } from './request-target.js';

/**
 * Changes the method of a POST to a path of the library into the method that its client means. This
 * happens once, before any middleware runs, and the dispatcher uses the method of the request: middleware
 * and guards that are bound to DELETE see a DELETE, and those bound to POST do not see it. Other requests
 * keep their method. A request of a batch states its method: as in WordPress, an override has no effect there.
 */
export function overrideMethod(
  request: IncomingMessage,
  served: Served,
  strictness = LENIENT,
): void {
  if (request.method !== 'POST') return;
  const { method, url = '', headers } = request;
  const query = url.indexOf('?');
  const queryText = query === -1 ? '' : url.slice(query + 1);
  const meant = effectiveMethod({ method, headers, queryText });
  if (meant === method || served.subRequests?.markOf(request) !== undefined) return;
  const target = targetBelow(served, url, strictness);
  // OPTIONS matches every path that has a route; the path may lack the method that is meant.
  if (target !== undefined && typeof served.table.match('OPTIONS', target.path) === 'object') {
    request.method = meant;
  }
}
