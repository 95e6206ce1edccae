import type { ApiIndex, IndexedEndpoint } from '../index/api-index.js';
import { compareArguments } from './compare-arguments.js';
import { compareLinks } from './compare-links.js';
import type { Difference, Impact, SchemaDifference } from './difference.js';
import { relationOf } from './routes/expression-relation.js';
import type { RoutePair } from './routes/pair-routes.js';
import type { RouteGroup } from './routes/route-group.js';

/** Compares the routes of one path. */
export function compareRoutes(
  { before, after }: RoutePair,
  first: ApiIndex,
  second: ApiIndex,
): readonly Difference[] {
  if (before !== undefined && after !== undefined) {
    return [
      ...comparePlaceholders(before, after),
      ...compareMethods(before, after),
      ...compareEndpoints(before, after),
      ...compareLinks(before, after, first, second),
    ];
  }
  if (before !== undefined) return [routeDifference('lost', before, 'the route is gone')];
  return after === undefined ? [] : [routeDifference('gained', after, 'a new route')];
}

function routeDifference(impact: Impact, group: RouteGroup, text: string): Difference {
  const methods = [...group.endpoints.keys()];
  return { impact, subject: 'route', route: group.pattern, methods, text };
}

function comparePlaceholders(before: RouteGroup, after: RouteGroup): readonly Difference[] {
  const shared = { subject: 'placeholder', route: before.pattern, methods: [] } as const;
  return before.placeholders.flatMap(({ name, expression }, at) => {
    const { name: newName = name, expression: other = '' } = after.placeholders[at] ?? {};
    const relation = relationOf(expression, other);
    const renamed = {
      ...shared,
      impact: 'changed',
      argument: name,
      text: `named ${newName}`,
    } as const;
    const text = `matches ${other} instead of ${expression}`;
    const impact = {
      same: undefined,
      fewer: 'lost',
      others: 'lost',
      more: 'gained',
      unknown: 'changed',
    } as const;
    const changed = impact[relation];
    return [
      ...(newName === name ? [] : [renamed]),
      ...(changed === undefined ? [] : [{ ...shared, impact: changed, argument: name, text }]),
    ];
  });
}

function compareMethods(before: RouteGroup, after: RouteGroup): readonly Difference[] {
  const [was, is] = [[...before.endpoints.keys()], [...after.endpoints.keys()]];
  const gone = was.filter((method) => !after.endpoints.has(method));
  const added = is.filter((method) => !before.endpoints.has(method));
  const shared = { subject: 'method', route: before.pattern } as const;
  return [
    ...(gone.length === 0
      ? []
      : [{ ...shared, impact: 'lost', methods: gone, text: methodText(gone, 'gone') } as const]),
    ...(added.length === 0
      ? []
      : [{ ...shared, impact: 'gained', methods: added, text: methodText(added, 'new') } as const]),
  ];
}

function methodText(methods: readonly string[], what: string): string {
  return methods.length === 1 ? `the method is ${what}` : `the methods are ${what}`;
}

/** Methods that share a difference share a line. */
function compareEndpoints(before: RouteGroup, after: RouteGroup): readonly Difference[] {
  const byText = new Map<string, Difference>();
  for (const [method, own] of before.endpoints) {
    const other = after.endpoints.get(method);
    if (other === undefined) continue;
    for (const found of compareEndpoint(method, [own, other], [before, after])) {
      const key = JSON.stringify([found.argument, found.impact, found.text]);
      const methods = [...(byText.get(key)?.methods ?? []), method];
      byText.set(key, { ...withoutEmpty(found), route: before.pattern, methods });
    }
  }
  return [...byText.values()];
}

function compareEndpoint(
  method: string,
  [before, after]: readonly [IndexedEndpoint, IndexedEndpoint],
  [group, other]: readonly [RouteGroup, RouteGroup],
): readonly SchemaDifference[] {
  return [
    ...compareArguments(before.args, after.args, group.placeholders, other.placeholders),
    ...(method === 'GET' ? [] : compareBatch(before, after)),
  ];
}

/** WordPress lists the permission of a route with its GET too, which no batch can contain. */
function compareBatch(
  { allowsBatch: before }: IndexedEndpoint,
  { allowsBatch: after }: IndexedEndpoint,
): readonly SchemaDifference[] {
  if (before === after) return [];
  return before
    ? [{ impact: 'lost', subject: 'batch', argument: '', text: 'not allowed in a batch' }]
    : [{ impact: 'gained', subject: 'batch', argument: '', text: 'allowed in a batch' }];
}

function withoutEmpty({
  argument,
  ...rest
}: SchemaDifference): Omit<Difference, 'route' | 'methods'> {
  return argument === '' ? rest : { ...rest, argument };
}
