import type { Route } from '../../model/definition/route.js';
import { groupByPattern } from '../../routing/path-group.js';
import { describeGroup, describeRoutes, type GroupDescription } from './describe-group.js';

/** The paths of an index by WordPress's patterns: `/acme/v1/items/(?P<id>\d+)`. */
export type RouteIndex = Readonly<Record<string, GroupDescription>>;

/** How much an index shows. */
export type IndexContext = 'view' | 'help';

/** The index of one namespace, in WordPress's shape. */
export interface NamespaceIndex {
  readonly namespace: string;
  readonly routes: RouteIndex;
}

/** The index of the whole API. */
export interface RootIndex {
  readonly name: string;
  readonly description: string;
  /** Where the application is: scheme and authority, as this request reached it. */
  readonly url: string;
  readonly namespaces: readonly string[];
  readonly routes: RouteIndex;
}

/** The namespaces of the routes that may be listed, in the order of the first of each. */
export function namespacesOf(routes: readonly Route[]): readonly string[] {
  const listed = routes.filter(isListed).map(({ namespace }) => namespace);
  // The route of batches has none.
  return [...new Set(listed)].filter((namespace) => namespace !== '');
}

/**
 * Describes every path that may be listed.
 *
 * @param context WordPress's `help` adds the schemas of resources.
 * @param namespace Of one namespace; of all by default.
 */
export function routeIndex(
  routes: readonly Route[],
  context: IndexContext,
  namespace?: string,
): RouteIndex {
  const describe = context === 'help' ? describeGroup : describeRoutes;
  const listed = routes.filter(
    (route) => isListed(route) && (namespace === undefined || route.namespace === namespace),
  );
  return Object.fromEntries(
    groupByPattern(listed).map(({ pattern, entries }) => [
      pattern.wordpressPattern,
      describe(entries),
    ]),
  );
}

function isListed({ options }: Route): boolean {
  return options.hidden !== true;
}
