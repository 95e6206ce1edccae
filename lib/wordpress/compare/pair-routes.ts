import type { IndexedRoute } from '../api-index.js';
import { relationOf } from './expression-relation.js';
import { groupOf, joinGroups, type RouteGroup } from './route-group.js';

/** Each of the routes that differ only in their expressions is compared with each: beyond this, as text. */
const MOST_ALIKE = 20;

/** A path of the two APIs; `undefined` on the side that does not have it. */
export interface RoutePair {
  readonly before: RouteGroup | undefined;
  readonly after: RouteGroup | undefined;
}

/**
 * Pairs the routes of two indices that serve the same requests, whatever their placeholders are named and
 * however their expressions are written; then those whose placeholders have other expressions.
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

/** The surest pairs first. */
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

/** Whether two routes of one skeleton serve the same requests. */
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

/** Whether a request for one may be a request for the other. */
function overlaps(a: RouteGroup, b: RouteGroup): boolean {
  return a.placeholders.every(
    ({ expression }, at) =>
      relationOf(expression, b.placeholders[at]?.expression ?? '') !== 'others',
  );
}
