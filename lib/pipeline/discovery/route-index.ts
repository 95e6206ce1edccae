import { groupByPattern } from '../../routing/path-group.js';
import { describeGroup, type GroupDescription } from './describe-group.js';
import type { Endpoint } from '../endpoint.js';

/** The paths of an index by their host patterns: `/acme/v1/items/(?P<id>\d+)`. */
export type RouteIndex = Readonly<Record<string, GroupDescription>>;

/** What the index of one namespace answers, as WordPress's does. */
export interface NamespaceIndex {
  readonly namespace: string;
  readonly routes: RouteIndex;
}

/** What the index of the whole API answers. */
export interface RootIndex {
  readonly name: string;
  readonly description: string;
  /** Where the application is: scheme and authority, as this request reached it. */
  readonly url: string;
  readonly namespaces: readonly string[];
  readonly routes: RouteIndex;
}

/** The namespaces of routes that may be listed, in the order of the first of each. */
export function namespacesOf(endpoints: readonly Endpoint[]): readonly string[] {
  return [...new Set(endpoints.filter(isListed).map(({ namespace }) => namespace))];
}

/** Describes every path that may be listed, of one namespace or of all. */
export function routeIndex(endpoints: readonly Endpoint[], namespace?: string): RouteIndex {
  const listed = endpoints.filter(
    (endpoint) =>
      isListed(endpoint) && (namespace === undefined || endpoint.namespace === namespace),
  );
  return Object.fromEntries(
    groupByPattern(listed).map((group) => [group.pattern.wordpressPattern, describeGroup(group)]),
  );
}

function isListed({ isHidden }: Endpoint): boolean {
  return !isHidden;
}
