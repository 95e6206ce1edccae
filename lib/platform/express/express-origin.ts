import { createOriginOf } from '../http/origin.js';
import type { ExpressRequest } from './express-request.js';

export type OriginOfRequest = (request: ExpressRequest) => string | undefined;

/**
 * The origin of a request. Express looks up its settings for each part of it. The first request
 * shows whether any proxy is trusted. If none is, the connection and the header `Host` have the same values.
 */
export function createRequestOrigin(trustedProxies: () => unknown): OriginOfRequest {
  const originOf = createOriginOf();
  let trustsProxies: boolean | undefined;
  return (request) => {
    trustsProxies ??= Boolean(trustedProxies());
    if (trustsProxies) return originOf(request.protocol, request.host);
    return originOf('encrypted' in request.socket ? 'https' : 'http', request.headers.host);
  };
}
