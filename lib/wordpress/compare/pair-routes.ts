import type {
  ApiIndex,
  IndexedEndpoint,
  IndexedRoute,
  Placeholder,
  RoutePart,
} from '../api-index.js';
import { relationOf } from '../../routes/paths/match-relation.js';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { fetchLimited } from '../fetch-limited.js';
import type { ReadOptions } from '../read-options.js';
import type { Difference } from './difference.js';
import { compareResponses } from './compare-responses.js';

/** Each may have some of the methods. */
export interface RouteGroup {
  /** As its first route writes it. */
  readonly pattern: string;
  /** The path in lower case, without names and expressions of placeholders. */
  readonly skeleton: string;
  readonly placeholders: readonly Placeholder[];
  /** By method; HEAD and OPTIONS are served for every route. */
  readonly endpoints: ReadonlyMap<string, IndexedEndpoint>;
  readonly links: IndexedRoute['links'];
}

const ALWAYS_SERVED: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS']);

/** Routes that differ only in their expressions are compared with each other; if there are more, as text. */
const MOST_ALIKE = 20;

/** `undefined` for the index that lacks the path. */
export interface RoutePair {
  readonly before: RouteGroup | undefined;
  readonly after: RouteGroup | undefined;
}

/**
 * Routes that serve the same requests, whatever the names and the spelling of their placeholders, and then those whose
 * placeholders match other texts.
 */
export function pairRoutes(
  before: readonly IndexedRoute[],
  after: readonly IndexedRoute[],
): readonly RoutePair[] {
  const rest = bySkeleton(after);
  const groups = [...bySkeleton(before)];
  const pairs = groups.flatMap(([skeleton, own]) => pairGroups(own, rest.get(skeleton) ?? []));
  const known = new Set(groups.map(([skeleton]) => skeleton));
  const others = [...rest].filter(([skeleton]) => !known.has(skeleton)).flatMap(([, all]) => all);
  return [...pairs, ...others.map((group) => ({ before: undefined, after: group }))];
}

function bySkeleton(routes: readonly IndexedRoute[]): Map<string, RouteGroup[]> {
  const skeletons = new Map<string, RouteGroup[]>();
  for (const group of routes.map(groupOf)) {
    const isFull = (skeletons.get(group.skeleton)?.length ?? 0) >= MOST_ALIKE;
    const key = isFull ? group.pattern : group.skeleton;
    const groups = skeletons.get(key) ?? [];
    const same = groups.findIndex((one) => isSamePath(one, group));
    const known = groups[same];
    if (known === undefined) groups.push(group);
    else groups[same] = joinGroups(known, group);
    skeletons.set(key, groups);
  }
  return skeletons;
}

/** The most certain pairs first. */
const LIKENESS = [isSamePath, isVariant, overlaps, hasSameNames] as const;

function pairGroups(
  before: readonly RouteGroup[],
  after: readonly RouteGroup[],
): readonly RoutePair[] {
  const partners = new Map<RouteGroup, RouteGroup>();
  const taken = new Set<RouteGroup>();
  for (const isLike of LIKENESS) {
    for (const own of before.filter((one) => !partners.has(one))) {
      const partner = after.find((one) => !taken.has(one) && isLike(own, one));
      if (partner === undefined) continue;
      partners.set(own, partner);
      taken.add(partner);
    }
  }
  return [
    ...before.map((own) => ({ before: own, after: partners.get(own) })),
    ...after.filter((one) => !taken.has(one)).map((one) => ({ before: undefined, after: one })),
  ];
}

function isSamePath(a: RouteGroup, b: RouteGroup): boolean {
  return a.placeholders.every(
    ({ expression }, at) => relationOf(expression, b.placeholders[at]?.expression ?? '') === 'same',
  );
}

function isVariant(a: RouteGroup, b: RouteGroup): boolean {
  return hasSameNames(a, b) && overlaps(a, b);
}

function hasSameNames(a: RouteGroup, b: RouteGroup): boolean {
  return a.placeholders.every(({ name }, at) => name === b.placeholders[at]?.name);
}

function overlaps(a: RouteGroup, b: RouteGroup): boolean {
  return a.placeholders.every(
    ({ expression }, at) =>
      relationOf(expression, b.placeholders[at]?.expression ?? '') !== 'others',
  );
}

function groupOf({ pattern, parts, endpoints, links }: IndexedRoute): RouteGroup {
  return {
    pattern,
    skeleton: skeletonOf(parts),
    placeholders: parts.filter((part) => part.kind === 'placeholder'),
    endpoints: byMethod(endpoints),
    links,
  };
}

/** If both have a method, the first is served. */
function joinGroups(first: RouteGroup, second: RouteGroup): RouteGroup {
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

/** A slash at the end is ignored. */
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

interface ProbedApi {
  readonly index: ApiIndex;
  readonly options: ReadOptions;
}

/**
 * The GET requests that need no arguments, one after the other: they change nothing.
 *
 * @throws InvalidArgumentException if an index is a file, or a request gets no response.
 */
export async function probeRoutes(
  pairs: readonly RoutePair[],
  before: ProbedApi,
  after: ProbedApi,
): Promise<readonly Difference[]> {
  const [root, newRoot] = [rootOf(before.index), rootOf(after.index)];
  const probed = pairs.flatMap(({ before: own, after: other }) =>
    own !== undefined && other !== undefined && isProbed(own) && isProbed(other)
      ? [[own, other] as const]
      : [],
  );
  const differences: Difference[] = [];
  for (const [at, [own, other]] of probed.entries()) {
    before.options.report?.(`Probing ${at + 1} of ${probed.length}: GET ${own.pattern}`);
    const [was, is] = await Promise.all([
      fetchLimited(new URL(root + own.pattern), before.options),
      fetchLimited(new URL(newRoot + other.pattern), after.options),
    ]);
    const found = compareResponses(was, is);
    differences.push(...found.map((one) => ({ ...one, route: own.pattern, methods: ['GET'] })));
  }
  return differences;
}

function isProbed({ skeleton, endpoints }: RouteGroup): boolean {
  const get = endpoints.get('GET');
  return get !== undefined && !skeleton.includes('{') && !needsArguments(get);
}

function needsArguments({ args }: IndexedEndpoint): boolean {
  return Object.values(args).some(({ required }) => required === true);
}

function rootOf({ root, source }: ApiIndex): string {
  if (root !== undefined) return root;
  throw new InvalidArgumentException(
    `--probe sends requests to both APIs, so both indices must be URLs; ${source} is a file.`,
  );
}
