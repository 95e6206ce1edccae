import type { IndexedEndpoint, IndexedRoute, RoutePart } from '../api-index.js';

/** A named group in the path of a route. */
export interface Placeholder {
  readonly name: string;
  readonly expression: string;
}

/** The routes of an index with one path, whose methods are spread over them. */
export interface RouteGroup {
  /** As its first route writes it. */
  readonly pattern: string;
  /** The path without names and expressions of placeholders, and without regard to case. */
  readonly skeleton: string;
  readonly placeholders: readonly Placeholder[];
  /** By method; HEAD and OPTIONS are served for every route. */
  readonly endpoints: ReadonlyMap<string, IndexedEndpoint>;
  readonly links: IndexedRoute['links'];
}

const ALWAYS_SERVED: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS']);

/** The path of a route as data. */
export function groupOf({ pattern, parts, endpoints, links }: IndexedRoute): RouteGroup {
  return {
    pattern,
    skeleton: skeletonOf(parts),
    placeholders: parts.filter((part) => part.kind === 'placeholder'),
    endpoints: byMethod(endpoints),
    links,
  };
}

/** Joins two groups of one index with the same path: for a method of both, the first is served. */
export function joinGroups(first: RouteGroup, second: RouteGroup): RouteGroup {
  return {
    ...first,
    endpoints: firstOfEach([...first.endpoints, ...second.endpoints]),
    links: first.links ?? second.links,
  };
}

function byMethod(endpoints: readonly IndexedEndpoint[]): ReadonlyMap<string, IndexedEndpoint> {
  const entries = endpoints.flatMap((endpoint) =>
    endpoint.methods
      .filter((method) => !ALWAYS_SERVED.has(method))
      .map((method) => [method, endpoint] as const),
  );
  return firstOfEach(entries);
}

function firstOfEach(
  entries: readonly (readonly [string, IndexedEndpoint])[],
): ReadonlyMap<string, IndexedEndpoint> {
  const endpoints = new Map<string, IndexedEndpoint>();
  for (const [method, endpoint] of entries) {
    if (!endpoints.has(method)) endpoints.set(method, endpoint);
  }
  return endpoints;
}

/** A slash at the end means nothing. */
function skeletonOf(parts: readonly RoutePart[]): string {
  const text = parts.map(partText).join('');
  return text.length > 1 && text.endsWith('/') ? text.slice(0, -1) : text;
}

function partText(part: RoutePart): string {
  switch (part.kind) {
    case 'literal':
      return part.text.toLowerCase();
    case 'placeholder':
      return '{}';
    case 'expression':
      return `{${part.expression}}`;
  }
}
