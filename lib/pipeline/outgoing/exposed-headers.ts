import type { RouteResponse } from '../responses/route-response.js';
import type { Exchange } from '../exchange.js';

/** The headers of a response that clients read from scripts of other origins, as the text of a header. */
export function exposedHeaders(isNeutral: boolean): string {
  const paging = isNeutral ? ['X-Total-Count'] : ['X-WP-Total', 'X-WP-TotalPages'];
  return [...paging, 'Link', 'Allow'].join(', ');
}

/**
 * Lets scripts of another origin read the headers of paging, discovery and permissions, where `enableCors`
 * lets them read the response. The headers that `enableCors` exposes stay exposed.
 *
 * @see The Fetch standard, `Access-Control-Expose-Headers`
 */
export function exposeHeaders({ headers }: RouteResponse, exchange: Exchange, names: string): void {
  if (exchange.headers.origin === undefined) return;
  if (exchange.presetHeader('access-control-allow-origin') === undefined) return;
  const exposed = exchange.presetHeader('access-control-expose-headers');
  headers['access-control-expose-headers'] = exposed === undefined ? names : `${exposed}, ${names}`;
}
