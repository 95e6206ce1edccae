import type { RouteResponse } from '../responses/route-response.js';
import type { Exchange } from '../exchange.js';

/** The headers of a response that the clients of WordPress read from scripts of other origins. */
const READ_BY_CLIENTS = ['X-WP-Total', 'X-WP-TotalPages', 'Link', 'Allow'] as const;

/**
 * Lets scripts of another origin read the headers of paging, discovery and permissions, where `enableCors`
 * lets them read the response. The headers that `enableCors` exposes stay exposed.
 *
 * @see The Fetch standard, `Access-Control-Expose-Headers`
 */
export function exposeHeaders({ headers }: RouteResponse, exchange: Exchange): void {
  if (exchange.headers.origin === undefined) return;
  if (exchange.presetHeader('access-control-allow-origin') === undefined) return;
  const exposed = exchange.presetHeader('access-control-expose-headers');
  headers['access-control-expose-headers'] = [
    ...(exposed === undefined ? [] : [exposed]),
    ...READ_BY_CLIENTS,
  ].join(', ');
}
