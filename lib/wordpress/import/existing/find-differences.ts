import type { NamedRoute, ImportPlan, PlannedController } from '../plan.js';
import {
  type ExistingCode,
  type ExistingController,
  type ExistingRoute,
  textValue,
} from './existing-code.js';
import { ts } from '../../../compiler/program/typescript.js';
import { decoratorCalls } from '../../../compiler/syntax/decorators.js';
import { optionOf } from '../../../compiler/syntax/nodes.js';
import type { HttpMethod } from '../../../routes/declaration/route-declaration.js';

/** A route of the project that is one of the index. */
interface MatchedRoute {
  readonly controller: ExistingController;
  readonly route: ExistingRoute;
  readonly method: string;
}

/** Which routes of a plan a project has. */
export interface RouteMatches {
  /** By method: a person may divide a route between several. */
  readonly found: ReadonlyMap<NamedRoute, ReadonlyMap<HttpMethod, MatchedRoute>>;
  /** Where the routes of a planned controller are, or would be expected. */
  readonly targets: ReadonlyMap<PlannedController, ExistingController>;
  /** The routes of these controllers that the index does not have. */
  readonly others: readonly MatchedRoute[];
}

const DEEPEST = 10;

/** What differs between the index and the routes that a project has, one sentence each. */
export function findDifferences(
  { found, others }: RouteMatches,
  code: ExistingCode,
): readonly string[] {
  return [
    ...[...found].flatMap(([route, matches]) => differencesOf(route, [...matches.values()], code)),
    ...others.map(
      (match) => `${match.method} ${match.route.path} (${handlerOf(match)}) is not in the index.`,
    ),
  ];
}

function differencesOf(
  route: NamedRoute,
  matches: readonly MatchedRoute[],
  code: ExistingCode,
): readonly string[] {
  const served = new Set(matches.map(({ method }) => method));
  const missing = route.methods.filter((method) => !served.has(method));
  const handlers = new Map(matches.map((match) => [match.route.node, match]));
  return [
    ...missing.map(
      (method) =>
        `${method} ${route.pattern} is not served; ${handlersOf(matches)} serves the others.`,
    ),
    ...[...handlers.values()].flatMap((match) => argumentDifferences(route, match, code)),
  ];
}

/** Only what is missing: a parameter beside the index may be a service. */
function argumentDifferences(
  { args, pattern, methods }: NamedRoute,
  match: MatchedRoute,
  code: ExistingCode,
): readonly string[] {
  const { names, isOpen } = argumentNames(match.route.node, code);
  const missing = args.filter(({ name }) => !names.has(name) && !isOpen).map(({ name }) => name);
  if (missing.length === 0) return [];
  return [
    `${handlerOf(match)} lacks ${missing.join(', ')}, which ${methods.join()} ${pattern} has.`,
  ];
}

function handlersOf(matches: readonly MatchedRoute[]): string {
  return [...new Set(matches.map(handlerOf))].join(' and ');
}

function handlerOf({ controller, route }: MatchedRoute): string {
  return `${controller.className}.${route.methodName}`;
}

/**
 * Reads the names of the parameters of a method, and of the properties of those with `@Arguments()`; `isOpen`
 * where there may be more, in a type that the source does not show.
 */
function argumentNames(node: ts.MethodDeclaration, { types }: ExistingCode) {
  const names = new Set<string>();
  let isOpen = false;
  for (const parameter of node.parameters) {
    if (decoratorCalls(parameter, 'Arguments').length === 0) names.add(nameOf(parameter));
    else {
      const members = membersOf(parameter.type, types, 0);
      if (members === undefined) isOpen = true;
      for (const name of members ?? []) names.add(name);
    }
  }
  return { names, isOpen };
}

function nameOf(parameter: ts.ParameterDeclaration): string {
  const options = decoratorCalls(parameter, 'Param')[0]?.arguments[0];
  const stated = textValue(optionOf(options, 'name'), parameter.getSourceFile());
  return stated ?? parameter.name.getText();
}

function membersOf(
  node: ts.TypeNode | undefined,
  types: ExistingCode['types'],
  depth: number,
): readonly string[] | undefined {
  if (node === undefined || depth > DEEPEST) return undefined;
  if (ts.isTypeLiteralNode(node)) return namesIn(node.members);
  if (ts.isIntersectionTypeNode(node))
    return joined(node.types.map((one) => membersOf(one, types, depth + 1)));
  if (!ts.isTypeReferenceNode(node) || node.typeArguments !== undefined) return undefined;
  return declared(node.typeName.getText(), types, depth + 1);
}

function declared(
  name: string,
  types: ExistingCode['types'],
  depth: number,
): readonly string[] | undefined {
  const [declaration, ...others] = types.get(name) ?? [];
  if (declaration === undefined || others.length > 0 || depth > DEEPEST) return undefined;
  if (ts.isTypeAliasDeclaration(declaration)) return membersOf(declaration.type, types, depth);
  const bases = (declaration.heritageClauses ?? []).flatMap((clause) => [...clause.types]);
  return joined([
    namesIn(declaration.members),
    ...bases.map(({ expression }) => declared(expression.getText(), types, depth + 1)),
  ]);
}

function namesIn(members: Iterable<ts.ClassElement | ts.TypeElement>): readonly string[] {
  return [...members].flatMap(({ name }) =>
    name === undefined ? [] : [ts.isStringLiteralLike(name) ? name.text : name.getText()],
  );
}

function joined(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const known = lists.filter((list) => list !== undefined);
  return known.length === lists.length ? known.flat() : undefined;
}

/** Finds the routes of a plan in the code by version, path and method, not by the names of files and classes. */
export function matchRoutes(plan: ImportPlan, code: ExistingCode): RouteMatches {
  const controllers = code.controllers.filter((one) => isOf(plan.namespace, one, code));
  const open = new Map(controllers.flatMap(entriesOf));
  const found = new Map<NamedRoute, Map<HttpMethod, MatchedRoute>>();
  const routes = plan.controllers.flatMap((controller) => controller.routes);
  // A placeholder that a person renamed is looked for once all others are found.
  for (const keyOf of [exactKey, looseKey]) findRoutes(routes, open, keyOf, found);
  const targets = targetsOf(plan, controllers, found);
  const used = new Set(targets.values());
  const others = [...open.values()].filter(({ controller }) => used.has(controller));
  return { found, targets, others };
}

/** @param open The routes of the project that are not found yet, by method, version and path. */
function findRoutes(
  routes: readonly NamedRoute[],
  open: Map<string, MatchedRoute>,
  keyOf: (key: string) => string,
  found: Map<NamedRoute, Map<HttpMethod, MatchedRoute>>,
): void {
  const index = new Map([...open.keys()].map((key) => [keyOf(key), key] as const));
  for (const route of routes) {
    const matches = found.get(route) ?? new Map<HttpMethod, MatchedRoute>();
    for (const method of route.methods) {
      const key = index.get(keyOf(`${method} ${route.version}${route.path}`)) ?? '';
      const match = matches.has(method) ? undefined : open.get(key);
      if (match === undefined) continue;
      found.set(route, matches.set(method, match));
      open.delete(key);
    }
  }
}

/** Whether a controller is in the namespace, as far as a module states one. */
function isOf(
  namespace: string,
  { className }: ExistingController,
  { modules }: ExistingCode,
): boolean {
  const stated = modules.filter(({ listed }) => listed.has(className));
  return stated.length === 0 || stated.some((module) => module.namespace === namespace);
}

function entriesOf(controller: ExistingController): readonly (readonly [string, MatchedRoute])[] {
  return controller.routes.flatMap((route) =>
    route.methods.map((method) => {
      const key = `${method} ${controller.version}${route.path}`;
      return [key, { controller, route, method }] as const;
    }),
  );
}

function exactKey(key: string): string {
  return key;
}

function looseKey(key: string): string {
  return key.replaceAll(/\{\w+\}/g, '{}');
}

function targetsOf(
  { controllers }: ImportPlan,
  existing: readonly ExistingController[],
  found: RouteMatches['found'],
): ReadonlyMap<PlannedController, ExistingController> {
  const entries = controllers.flatMap((planned) => {
    const matched = planned.routes.flatMap((route) => [...(found.get(route)?.values() ?? [])]);
    const target =
      mostFrequent(matched.map(({ controller }) => controller)) ?? sameBase(planned, existing);
    return target === undefined ? [] : [[planned, target] as const];
  });
  return new Map(entries);
}

function sameBase(
  { version, base }: PlannedController,
  existing: readonly ExistingController[],
): ExistingController | undefined {
  return existing.find((one) => one.version === version && one.base === base);
}

function mostFrequent(all: readonly ExistingController[]): ExistingController | undefined {
  const count = (one: ExistingController): number => all.filter((other) => other === one).length;
  return all.toSorted((a, b) => count(b) - count(a))[0];
}
