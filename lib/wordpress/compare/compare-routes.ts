import type { ApiIndex, IndexedEndpoint, Placeholder, IndexedRoute } from '../api-index.js';
import type { ArgumentSchema, PropertySchema, ValueSchema } from '../../schema/vocabulary.js';
import { compareNeed, compareSchemas, defaultOf } from './compare-schemas.js';
import {
  at,
  compareByName,
  compareFlag,
  onlyIn,
  type Difference,
  type PartDifferences,
} from './difference.js';
import { relationOf } from '../../routes/paths/match-relation.js';
import { type RouteGroup, type RoutePair, pairRoutes } from './pair-routes.js';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';

function compareRoutes(
  { before, after }: RoutePair,
  first: ApiIndex,
  second: ApiIndex,
): readonly Difference[] {
  const group = before ?? after;
  if (group === undefined) return [];
  const { pattern: route } = group;
  if (before === undefined || after === undefined) {
    const methods = [...group.endpoints.keys()];
    const [had, has] = [before !== undefined, after !== undefined];
    return compareFlag(had, has, 'route', 'the route is gone', 'a new route').map((one) => ({
      ...one,
      route,
      methods,
    }));
  }
  const ofRoute = (one: PartDifferences[number]): Difference => ({ ...one, route, methods: [] });
  return [
    ...comparePlaceholders(before, after).map(ofRoute),
    ...compareMethods(before, after),
    ...compareEndpoints(before, after),
    ...compareLinks(before, after, first, second).map(ofRoute),
  ];
}

const IMPACTS = {
  same: undefined,
  fewer: 'lost',
  others: 'lost',
  more: 'gained',
  unknown: 'changed',
} as const;

function comparePlaceholders(before: RouteGroup, after: RouteGroup): PartDifferences {
  const subject = 'placeholder';
  return before.placeholders.flatMap(({ name: argument, expression }, index): PartDifferences => {
    const { name = argument, expression: other = '' } = after.placeholders[index] ?? {};
    const impact = IMPACTS[relationOf(expression, other)];
    const text = `matches ${other} instead of ${expression}`;
    return [
      ...(name === argument
        ? []
        : [{ impact: 'changed', subject, argument, text: `named ${name}` } as const]),
      ...(impact === undefined ? [] : [{ impact, subject, argument, text } as const]),
    ];
  });
}

function compareMethods(before: RouteGroup, after: RouteGroup): readonly Difference[] {
  const [was, is] = [new Set(before.endpoints.keys()), new Set(after.endpoints.keys())];
  const [gone, added] = onlyIn(was, is);
  const shared = { subject: 'method', route: before.pattern } as const;
  return [
    { ...shared, impact: 'lost', methods: gone, text: methodText(gone, 'gone') } as const,
    { ...shared, impact: 'gained', methods: added, text: methodText(added, 'new') } as const,
  ].filter(({ methods }) => methods.length > 0);
}

function methodText(methods: readonly string[], what: string): string {
  return methods.length === 1 ? `the method is ${what}` : `the methods are ${what}`;
}

/** Methods with the same difference share a line. */
function compareEndpoints(before: RouteGroup, after: RouteGroup): readonly Difference[] {
  const byText = new Map<string, Difference>();
  for (const [method, own] of before.endpoints) {
    const other = after.endpoints.get(method);
    if (other === undefined) continue;
    const found = [
      ...compareArguments(own.args, other.args, before.placeholders, after.placeholders),
      ...compareBatch(method, own, other),
    ];
    for (const one of found) {
      const key = JSON.stringify([one.argument, one.impact, one.text]);
      const methods = [...(byText.get(key)?.methods ?? []), method];
      byText.set(key, { ...one, route: before.pattern, methods });
    }
  }
  return [...byText.values()];
}

/** WordPress lists `allow_batch` of a route with GET too, which a batch cannot contain. */
function compareBatch(
  method: string,
  { allowsBatch: before }: IndexedEndpoint,
  { allowsBatch: after }: IndexedEndpoint,
): PartDifferences {
  if (method === 'GET') return [];
  return compareFlag(before, after, 'batch', 'not allowed in a batch', 'allowed in a batch');
}

/** An index without any `_links`, such as a recorded one, is not compared. */
function compareLinks(
  before: RouteGroup,
  after: RouteGroup,
  first: ApiIndex,
  second: ApiIndex,
): PartDifferences {
  if (!hasLinks(first) || !hasLinks(second)) return [];
  return compareByName(
    targetsOf(before, first),
    targetsOf(after, second),
    (was, is, relation): PartDifferences => {
      if (was === undefined || is === undefined) {
        const [lost, gained] = [`the link ${relation} is gone`, `a new link ${relation}`];
        return compareFlag(was !== undefined, is !== undefined, 'link', lost, gained);
      }
      if (was.join() === is.join()) return [];
      const text = `the link ${relation} leads to ${is.join(', ')} instead of ${was.join(', ')}`;
      return [{ impact: 'lost', subject: 'link', text }];
    },
  );
}

function hasLinks({ routes }: ApiIndex): boolean {
  return routes.some(({ links }) => links !== undefined);
}

/** The targets of a route by relation, as paths if they are below the root of the API. */
function targetsOf(
  { links, pattern }: RouteGroup,
  { root }: ApiIndex,
): ReadonlyMap<string, readonly string[]> {
  const entries = [...(links ?? [])].map(
    ([relation, hrefs]) => [relation, hrefs.map((href) => below(href, root, pattern))] as const,
  );
  return new Map(entries);
}

/** A file does not state the root of its API: a link to the route itself is then recognized by its end. */
function below(href: string, root: string | undefined, pattern: string): string {
  if (root !== undefined && href.startsWith(`${root}/`)) return href.slice(root.length);
  return href.endsWith(pattern) ? pattern : href;
}

/** Compares the arguments of a method, those of its path by their positions. */
function compareArguments(
  before: IndexedEndpoint['args'],
  after: IndexedEndpoint['args'],
  placeholders: readonly Placeholder[],
  newPlaceholders: readonly Placeholder[],
): PartDifferences {
  const listsFiles = Object.values(before).some(isFile);
  return [
    ...placeholders.flatMap(({ name, expression }, index) => {
      const [was, is] = [before[name], after[newPlaceholders[index]?.name ?? '']];
      // WordPress need not declare it.
      if (was === undefined || is === undefined) return [];
      return at(name, compareSchemas(pathSchema(was, expression), pathSchema(is, expression)));
    }),
    ...compareByName(
      withoutPath(before, placeholders),
      withoutPath(after, newPlaceholders),
      (was, is, name) => at(name, compareArgument(was, is, listsFiles)),
    ),
  ];
}

function withoutPath(
  args: IndexedEndpoint['args'],
  placeholders: readonly Placeholder[],
): ReadonlyMap<string, ArgumentSchema> {
  const names = new Set(placeholders.map(({ name }) => name));
  return new Map(Object.entries(args).filter(([name]) => !names.has(name)));
}

/**
 * In a path, a value is always present, so the default is not used. A text of digits is an integer, whatever its
 * declared type, and any other value is a text.
 */
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
  listsFiles: boolean,
): PartDifferences {
  if (before !== undefined && after !== undefined)
    return [...compareNeed(isNeeded(before), isNeeded(after)), ...compareSchemas(before, after)];
  if (before === undefined && after !== undefined && isFile(after) && !listsFiles)
    return [{ impact: 'changed', subject: 'argument', text: NEW_FILE }];
  if (after !== undefined && isNeeded(after))
    return [{ impact: 'lost', subject: 'argument', text: 'a new required argument' }];
  const [had, has] = [before !== undefined, after !== undefined];
  return compareFlag(had, has, 'argument', 'the argument is gone', 'a new argument');
}

/** WordPress lists no files: a plugin reads them from the request. */
const NEW_FILE = 'a file, which the first index need not list';

function isFile({ format, items }: ValueSchema): boolean {
  return format === 'binary' || (items !== undefined && isFile(items));
}

/** An argument with a default is never missing. */
function isNeeded(schema: ArgumentSchema): boolean {
  return schema.required === true && defaultOf(schema) === undefined;
}

/**
 * @param namespace Only the routes of one namespace: `shop/v1`.
 * @throws InvalidArgumentException if the first index does not have the namespace.
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

/** WordPress lists the indices themselves as routes. This library serves them without listing them. */
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
