import type { Exchange } from './exchange.js';

/**
 * The URL of the API as a request reached it, without a slash at the end.
 *
 * @param url The origin that the application states; by default that of the request.
 */
export function rootOf(
  { origin, prefix }: Pick<Exchange, 'origin' | 'prefix'>,
  url: string | undefined,
): string {
  return `${url ?? origin ?? ''}${prefix}`;
}
