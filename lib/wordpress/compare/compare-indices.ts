import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import type { ApiIndex, IndexedRoute } from '../api-index.js';
import { compareRoutes } from './compare-routes.js';
import type { Difference } from './difference.js';
import { pairRoutes, type RoutePair } from './pair-routes.js';

/**
 * Pairs the routes of two APIs that serve the same requests.
 *
 * @param namespace Only the routes of one namespace: `shop/v1`.
 * @throws InvalidArgumentException where the first index does not have the namespace.
 */
export function pairIndices(
  before: ApiIndex,
  after: ApiIndex,
  namespace?: string,
): readonly RoutePair[] {
  if (namespace !== undefined) checkNamespace(before, namespace);
  const pairs = pairRoutes(routesOf(before, namespace), routesOf(after, namespace));
  return pairs.filter((pair) => !isServedUnlisted(pair, before, after));
}

/** What clients of the first API lose in the second, what changed and what they gain, route by route. */
export function compareIndices(
  pairs: readonly RoutePair[],
  before: ApiIndex,
  after: ApiIndex,
): readonly Difference[] {
  return pairs.flatMap((pair) => compareRoutes(pair, before, after));
}

function checkNamespace({ source, namespaces }: ApiIndex, namespace: string): void {
  if (namespaces.includes(namespace)) return;
  throw new InvalidArgumentException(
    `${source} has no namespace ${JSON.stringify(namespace)}, but ${namespaces.join(', ') || 'none'}.`,
  );
}

function routesOf({ routes }: ApiIndex, namespace: string | undefined): readonly IndexedRoute[] {
  return namespace === undefined ? routes : routes.filter((one) => one.namespace === namespace);
}

/** WordPress lists the indices themselves as routes. This library serves them too, and does not list them. */
function isServedUnlisted(
  { before, after }: RoutePair,
  first: ApiIndex,
  second: ApiIndex,
): boolean {
  if (before !== undefined && after !== undefined) return false;
  const path = (before ?? after)?.pattern.replace(/\/$/, '').slice(1) ?? '';
  const { namespaces } = before === undefined ? first : second;
  return path === '' || namespaces.includes(path);
}
