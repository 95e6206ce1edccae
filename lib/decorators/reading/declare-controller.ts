import type {
  ControllerDeclaration,
  RouteDeclaration,
  ResponseDeclaration,
} from '../../model/declaration/route-declaration.js';
import type { Class } from '../../shared/class.js';
import type { RouteMetadata } from '../metadata.js';
import { methodCache, controllerMetadata, routeNames, methodRoutes } from '../metadata-accessor.js';
import { decoratedMethodOf, prototypesOf } from './class-chain.js';
import { declareCache } from './declare-cache.js';
import { declareParameters } from './declare-parameters.js';
import { declarePermission } from './declare-permission.js';
import { documentationOf } from './signed-method.js';

/** A method that carries routes. */
interface RouteMethod {
  readonly name: string;
  /** The nearest prototype with the method: what decorators state is kept there. */
  readonly prototype: object;
  readonly routes: readonly RouteMetadata[];
}

/** What is declared of the method, not of one of its routes. */
type MethodDeclaration = Pick<
  RouteDeclaration,
  'methodName' | 'parameters' | 'cache' | 'response' | 'documentation'
>;

/** A class as its decorators and its signature declare it; the rules decide whether that is valid. */
export function declareController(type: Class, nest: NestMetadata): ControllerDeclaration {
  const metadata = controllerMetadata(type);
  return {
    className: type.name,
    version: metadata?.version,
    base: metadata?.base ?? '',
    routes: routeMethodsOf(type).flatMap((found) => declareRoutes(type, found, nest)),
  };
}

/** Whether a class declares a controller or a route. */
export function declaresRoutes(type: Class): boolean {
  return controllerMetadata(type) !== undefined || routeMethodsOf(type).length > 0;
}

/** The methods with routes, inherited ones included, in the order of the source. */
function routeMethodsOf(type: Class): readonly RouteMethod[] {
  const found: RouteMethod[] = [];
  const seen = new Set<string>();
  for (const prototype of prototypesOf(type)) {
    for (const name of [...Object.getOwnPropertyNames(prototype), ...routeNames(prototype)]) {
      if (seen.has(name)) continue;
      seen.add(name);
      const routes = methodRoutes(prototype, name);
      if (routes.length > 0) found.push({ name, prototype, routes });
    }
  }
  return found;
}

function declareRoutes(
  type: Class,
  found: RouteMethod,
  nest: NestMetadata,
): readonly RouteDeclaration[] {
  const shared = declareMethod(type, found, nest);
  return found.routes.map((route, routeIndex) => ({
    ...shared,
    ...route,
    routeIndex,
    permission: declarePermission(type, route.permission),
  }));
}

/** What all routes of a method share. */
function declareMethod(
  type: Class,
  { name: methodName, prototype }: RouteMethod,
  nest: NestMetadata,
): MethodDeclaration {
  const method = decoratedMethodOf(type, methodName);
  const filledByNest = nest.filledParameters(type, methodName);
  const parameters = declareParameters(type, methodName, method, filledByNest);
  const cache = methodCache(prototype, methodName);
  const response = typeof method === 'function' ? nest.responseOf(method) : undefined;
  const documentation = documentationOf(type, methodName);
  return {
    methodName,
    parameters,
    ...(cache === undefined ? undefined : { cache: declareCache(cache) }),
    ...(response === undefined ? undefined : { response }),
    ...(documentation === undefined ? undefined : { documentation }),
  };
}

/** Reads what Nest's own decorators wrote on a controller. The Nest side of the library provides it. */
export interface NestMetadata {
  /** The positions of the parameters with one of Nest's parameter decorators. */
  filledParameters(type: Class, methodName: string): ReadonlySet<number>;
  /** What `@HttpCode` and `@Header` state of a method; `undefined` where it has neither. */
  responseOf(method: object): ResponseDeclaration | undefined;
}
