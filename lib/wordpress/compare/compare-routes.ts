import type { ApiIndex, IndexedEndpoint } from '../api-index.js';
import type { Difference, Impact, SchemaDifference } from './difference.js';
import { relationOf } from './compare-limits.js';
import type { RoutePair, RouteGroup, Placeholder } from './pair-routes.js';
import type { ArgumentSchema, PropertySchema } from '../../schema/vocabulary.js';
import { defaultOf } from './compare-properties.js';
import { compareSchemas } from './compare-schemas.js';

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

type Links = ReadonlyMap<string, readonly string[]>;

/**
 * Compares the `_links` of a route. An index that has none at all, such as a recorded one, says nothing
 * about them.
 */
function compareLinks(
  before: RouteGroup,
  after: RouteGroup,
  first: ApiIndex,
  second: ApiIndex,
): readonly Difference[] {
  if (!hasLinks(first) || !hasLinks(second)) return [];
  const [was, is] = [targetsOf(before, first), targetsOf(after, second)];
  const relations = [...new Set([...was.keys(), ...is.keys()])];
  const shared = { subject: 'link', route: before.pattern, methods: [] } as const;
  return relations.flatMap((relation): readonly Difference[] => {
    const [old, now] = [was.get(relation), is.get(relation)];
    if (now === undefined)
      return [{ ...shared, impact: 'lost', text: `the link ${relation} is gone` }];
    if (old === undefined) return [{ ...shared, impact: 'gained', text: `a new link ${relation}` }];
    if (old.join() === now.join()) return [];
    const text = `the link ${relation} leads to ${now.join(', ')} instead of ${old.join(', ')}`;
    return [{ ...shared, impact: 'lost', text }];
  });
}

function hasLinks({ routes }: ApiIndex): boolean {
  return routes.some(({ links }) => links !== undefined);
}

/** The targets of a route by relation, below the root of the API where they are. */
function targetsOf({ links, pattern }: RouteGroup, { root }: ApiIndex): Links {
  const entries = [...(links ?? [])].map(
    ([relation, hrefs]) => [relation, hrefs.map((href) => below(href, root, pattern))] as const,
  );
  return new Map(entries);
}

/** A file does not say where its API is: then a link to the route itself is known by its end. */
function below(href: string, root: string | undefined, pattern: string): string {
  if (root !== undefined && href.startsWith(`${root}/`)) return href.slice(root.length);
  return href.endsWith(pattern) ? pattern : href;
}

type Args = Readonly<Record<string, ArgumentSchema>>;

/** Compares the arguments of a method, those of its path by their places. */
function compareArguments(
  before: Args,
  after: Args,
  placeholders: readonly Placeholder[],
  newPlaceholders: readonly Placeholder[],
): readonly SchemaDifference[] {
  const [was, is] = [withoutPath(before, placeholders), withoutPath(after, newPlaceholders)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  return [
    ...placeholders.flatMap((own, at) =>
      comparePathArgument(before[own.name], after[newPlaceholders[at]?.name ?? ''], own),
    ),
    ...names.flatMap((name) => compareArgument(was.get(name), is.get(name), name)),
  ];
}

function withoutPath(
  args: Args,
  placeholders: readonly Placeholder[],
): ReadonlyMap<string, ArgumentSchema> {
  const names = new Set(placeholders.map(({ name }) => name));
  return new Map(Object.entries(args).filter(([name]) => !names.has(name)));
}

/** Its value is always there, and no default is used. WordPress need not declare it. */
function comparePathArgument(
  before: ArgumentSchema | undefined,
  after: ArgumentSchema | undefined,
  { name, expression }: Placeholder,
): readonly SchemaDifference[] {
  if (before === undefined || after === undefined) return [];
  return compareSchemas(pathSchema(before, expression), pathSchema(after, expression), name);
}

/** In a path, a text of digits is an integer, whatever it is declared as, and any other value is a text. */
function pathSchema(schema: ArgumentSchema, expression: string): PropertySchema {
  const { default: _unused, required: _always, ...rest } = schema;
  const { type } = rest;
  const isText = type === undefined || type === 'string' || type === 'number';
  if (!isText) return rest;
  const isNumber = ['same', 'fewer'].includes(relationOf('\\d+', expression));
  if (isNumber) return { ...rest, type: 'integer' };
  return type === 'number' ? rest : { ...rest, type: 'string' };
}

function compareArgument(
  before: ArgumentSchema | undefined,
  after: ArgumentSchema | undefined,
  argument: string,
): readonly SchemaDifference[] {
  if (before !== undefined && after !== undefined)
    return [...compareNeed(before, after, argument), ...compareSchemas(before, after, argument)];
  if (before !== undefined)
    return [{ impact: 'lost', subject: 'argument', argument, text: 'the argument is gone' }];
  if (after === undefined) return [];
  return isNeeded(after)
    ? [{ impact: 'lost', subject: 'argument', argument, text: 'a new required argument' }]
    : [{ impact: 'gained', subject: 'argument', argument, text: 'a new argument' }];
}

function compareNeed(
  before: ArgumentSchema,
  after: ArgumentSchema,
  argument: string,
): readonly SchemaDifference[] {
  if (isNeeded(before) === isNeeded(after)) return [];
  return isNeeded(after)
    ? [{ impact: 'lost', subject: 'required', argument, text: 'required' }]
    : [{ impact: 'gained', subject: 'required', argument, text: 'optional' }];
}

/** An argument with a default is never missing. */
function isNeeded(schema: ArgumentSchema): boolean {
  return schema.required === true && defaultOf(schema) === undefined;
}
