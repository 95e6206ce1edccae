import type { IncomingHttpHeaders } from 'node:http';
import { effectiveMethod } from '../../pipeline/global-parameters/effective-method.js';
import type { Served } from './http-mount.js';
import { LENIENT, targetBelow } from './request-target.js';

/** A request of Node's, before any middleware has seen it. */
interface EarlyRequest {
  method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Gives a POST to a path of the library the method that its client means. This happens once, before any
 * middleware runs, and the dispatcher goes by the request's method: middleware and guards that are bound
 * to DELETE see a DELETE, and those bound to POST do not. Other requests keep their method.
 */
export function overrideMethod(request: EarlyRequest, served: Served, strictness = LENIENT): void {
  const { method = '', url = '', headers } = request;
  if (method !== 'POST') return;
  const query = url.indexOf('?');
  const queryText = query === -1 ? '' : url.slice(query + 1);
  const meant = effectiveMethod({ method, headers, queryText });
  if (meant === method) return;
  const target = targetBelow(served, url, strictness);
  // Every path that has a route has OPTIONS: the method that is meant may be one that it lacks.
  if (target !== undefined && typeof served.table.match('OPTIONS', target.path) === 'object') {
    request.method = meant;
  }
}
