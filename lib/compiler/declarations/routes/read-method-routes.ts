import type { RouteMethod } from '../../classes/route-methods.js';
import type { ts } from '../../program/typescript.js';
import { decoratorsNamed, type OurDecorator } from '../../syntax/our-decorators.js';
import type { TypeScope } from '../../types/type-reader.js';
import { readMethod, type MethodReading } from './read-method.js';
import { readRoute, type RouteReading } from './read-route.js';

/** A method with its routes, as the source declares them. */
export interface MethodWithRoutes {
  readonly name: string;
  readonly node: ts.MethodDeclaration;
  readonly reading: MethodReading;
  readonly routes: readonly RouteReading[];
  readonly cache?: OurDecorator;
}

/** Reads a method and its decorators `@RestRoute` and `@Cache`. */
export function readMethodRoutes(method: RouteMethod, scope: TypeScope): MethodWithRoutes {
  const { name, node, typeArguments, routes } = method;
  const [cache] = decoratorsNamed('Cache', node, scope.view);
  return {
    name,
    node,
    reading: readMethod(node, { ...scope, typeArguments }),
    routes: routes.map((route) => readRoute(route, scope.view)),
    ...(cache === undefined ? {} : { cache }),
  };
}
