import type { ImportPlan, NamedRoute, PlannedController } from '../plan/planned-route.js';
import type { ExistingCode, ExistingController, ExistingRoute } from './existing-code.js';
import type { HttpMethod } from '../../../routes/declaration/route-declaration.js';

interface MatchedRoute {
  readonly controller: ExistingController;
  readonly route: ExistingRoute;
}

export interface RouteMatches {
  /** By method: a person may divide a route among several methods. */
  readonly found: ReadonlyMap<NamedRoute, ReadonlyMap<HttpMethod, MatchedRoute>>;
  readonly targets: ReadonlyMap<PlannedController, ExistingController>;
}

/**
 * The missing methods of routes that the project has in part, one sentence each. `compare` shows other differences of
 * existing routes, because it knows the types of both.
 */
export function missingMethods({ found }: RouteMatches): readonly string[] {
  return [...found].flatMap(([{ methods, pattern }, matches]) =>
    methods
      .filter((method) => !matches.has(method))
      .map((method) => `${method} ${pattern} is not added: ${handlersOf(matches)} has the path.`),
  );
}

function handlersOf(matches: ReadonlyMap<HttpMethod, MatchedRoute>): string {
  const names = [...matches.values()].map(
    ({ controller, route }) => `${controller.className}.${route.methodName}`,
  );
  return [...new Set(names)].join(' and ');
}

/** Finds the routes of a plan in the code by version, path and method, not by the names of files and classes. */
export function matchRoutes(plan: ImportPlan, code: ExistingCode): RouteMatches {
  const controllers = code.controllers.filter((one) => isOf(plan.namespace, one, code));
  const open = new Map(controllers.flatMap(entriesOf));
  const found = new Map<NamedRoute, Map<HttpMethod, MatchedRoute>>();
  const routes = plan.controllers.flatMap((controller) => controller.routes);
  // Routes with renamed placeholders are searched after all others.
  for (const keyOf of [exactKey, looseKey]) findRoutes(routes, open, keyOf, found);
  return { found, targets: targetsOf(plan, controllers, found) };
}

/** `open` has the routes of the project that are not found yet, by method, version and path. */
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
export function isOf(
  namespace: string,
  { className }: Pick<ExistingController, 'className'>,
  { modules }: ExistingCode,
): boolean {
  const stated = modules.filter(({ listed }) => listed.has(className));
  return stated.length === 0 || stated.some((module) => module.namespace === namespace);
}

function entriesOf(controller: ExistingController): readonly (readonly [string, MatchedRoute])[] {
  return controller.routes.flatMap((route) =>
    route.methods.map((method) => {
      const key = `${method} ${controller.version}${route.path}`;
      return [key, { controller, route }] as const;
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
