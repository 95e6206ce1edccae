import type { RouteDefinition } from '../route.js';

/**
 * Whether the responses of a route are kept for other requests, or for a repetition. Then the method, and the requests
 * that it makes, go on if the client leaves: what they make of that would be the response for all.
 */
export function keepsResponses({
  cache,
  options: { idempotent = false },
}: Pick<RouteDefinition, 'cache' | 'options'>): boolean {
  return cache !== undefined || idempotent !== false;
}
