import { diagnosticAt, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { nameOf } from '../../model/declaration/parameter-declaration.js';
import type {
  ControllerDeclaration,
  RouteDeclaration,
} from '../../model/declaration/route-declaration.js';
import { trimSlash } from '../../model/paths/path-template.js';
import type { TableRule } from '../rule.js';

/**
 * No two routes of a namespace have the same path and method; the second one is wrong. The caller
 * decides which controllers share a namespace. The boot knows it of all of them, the compiler of the
 * classes that one module lists, see `compiler/diagnostics/earlier-controllers.ts`.
 */
export const repeatedRouteRule: TableRule = () => {
  const first = new Map<string, string>();
  return (controller) =>
    controller.routes.flatMap((route) => repetitions(controller, route, first));
};

/** Adds the addresses of a route to `first`, and reports those that are there already. */
function repetitions(
  controller: ControllerDeclaration,
  route: RouteDeclaration,
  first: Map<string, string>,
): readonly Diagnostic[] {
  const matches = matchesOf(route);
  return addressesOf(controller, route).flatMap((address) => {
    const key = address.toLowerCase() + matches;
    const earlier = first.get(key);
    if (earlier !== undefined)
      return [repetition(controller, route, `${address} also at ${earlier}`)];
    first.set(key, `${controller.className}.${route.methodName}`);
    return [];
  });
}

function repetition(
  { className }: ControllerDeclaration,
  { methodName, routeIndex }: RouteDeclaration,
  received: string,
): Diagnostic {
  const location = { className, methodName, routeIndex, part: { kind: 'path' } } as const;
  return diagnosticAt(location, { code: 'RR1013', expected: 'one method for it', received });
}

/** `GET /v1/items`, for each method once. */
function addressesOf(
  { version = '', base }: ControllerDeclaration,
  { path, methods }: RouteDeclaration,
): readonly string[] {
  const whole = `/${version}${trimSlash(base)}${trimSlash(path)}`;
  return [...new Set(methods)].map((method) => `${method} ${whole}`);
}

/** The patterns of placeholders: paths that differ in one are different paths. */
function matchesOf({ parameters }: RouteDeclaration): string {
  const matches = parameters.flatMap((parameter) => {
    const match = parameter.options?.match;
    return match === undefined ? [] : [JSON.stringify([nameOf(parameter), match])];
  });
  return matches.toSorted().join();
}
