import type {
  RestRouteOptions,
  PermissionDeclaration,
  RouteDeclaration,
} from '../../../model/declaration/route-declaration.js';
import type { ProjectView } from '../../program/project-view.js';
import { readPermission, type PermissionReading } from './read-permission.js';
import { ts } from '../../program/typescript.js';
import { constantOf } from '../../syntax/constant.js';
import { type OurDecorator, decoratorsNamed } from '../../syntax/our-decorators.js';
import { plainName } from '../../syntax/plain-name.js';
import { unwrapExpression } from '../../syntax/unwrap-expression.js';
import type { RouteMethod } from '../../classes/route-methods.js';
import type { TypeScope } from '../../types/type-reader.js';
import { readMethod, type MethodReading } from './read-method.js';
import type { ClassReferences } from '../../classes/class-references.js';
import { declaredTypeOf } from '../parameters/declared-type-of.js';
import { readCache } from './read-cache.js';
import type { CallbackReadings } from './read-callbacks.js';
import { declarePermission, namedCallbacks, type NamedCallback } from './permission-declaration.js';

/** One `@RestRoute` as the source declares it; arguments that are not constant are `undefined`. */
interface RouteReading {
  readonly decorator: OurDecorator;
  readonly path: string | undefined;
  readonly methods: readonly string[] | undefined;
  readonly permission: PermissionReading | undefined;
  /** Whether there is a third argument at all. */
  readonly hasPermission: boolean;
  /** Those that the source shows. */
  readonly options: RestRouteOptions;
}

/** Reads the arguments of one `@RestRoute`. */
export function readRoute(decorator: OurDecorator, view: ProjectView): RouteReading {
  const [path, methods, permission, options] = decorator.arguments;
  const text = path === undefined ? undefined : constantOf(path, view)?.value;
  return {
    decorator,
    path: typeof text === 'string' ? text : undefined,
    methods: methods === undefined ? [] : readMethods(methods, view),
    permission: permission === undefined ? undefined : readPermission(permission, view),
    hasPermission: permission !== undefined,
    options: options === undefined ? {} : readOptions(options, view),
  };
}

/** The options that the source shows. Plain JavaScript may state anything: the rules check the values. */
function readOptions(options: ts.Expression, view: ProjectView): RestRouteOptions {
  const node = unwrapExpression(options);
  if (!ts.isObjectLiteralExpression(node)) return (constantOf(node, view)?.value ?? {}) as object;
  const entries = node.properties.flatMap((property) => {
    const name = plainName(property.name);
    if (name === undefined || !ts.isPropertyAssignment(property)) return [];
    return [[name, constantOf(property.initializer, view)?.value] as const];
  });
  return Object.fromEntries(entries) as RestRouteOptions;
}

function readMethods(node: ts.Expression, view: ProjectView): readonly string[] | undefined {
  const value = constantOf(node, view)?.value;
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map(String) : undefined;
}

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

/** The declaration of one route, with the readings of the source that a diagnostic may point at. */
export interface DeclaredRoute {
  readonly declaration: RouteDeclaration;
  readonly method: MethodWithRoutes;
  readonly route: RouteReading;
  /** Those of its permission, in the order of the declaration. */
  readonly callbacks: readonly NamedCallback[];
}

/** Brings together the parts of the declaration of one route. */
export function declareRoute(
  method: MethodWithRoutes,
  route: RouteReading,
  callbacks: CallbackReadings,
  scope: TypeScope,
): DeclaredRoute {
  const { view } = scope;
  const cache = method.cache === undefined ? undefined : readCache(method.cache, view);
  const declaration: RouteDeclaration = {
    methodName: method.name,
    routeIndex: method.routes.indexOf(route),
    path: route.path ?? '',
    methods: route.methods ?? ['GET'],
    permission: permissionOf(route, callbacks),
    parameters: method.reading.parameters.map(({ source }) => source),
    ...(cache === undefined ? {} : { cache }),
    options: route.options,
    ...documentationOf(route, method, scope.references),
  };
  return { declaration, method, route, callbacks: namedCallbacks(route.permission, callbacks) };
}

/** The type of the result, where a rule needs it. */
function documentationOf(
  { options }: RouteReading,
  { reading }: MethodWithRoutes,
  references: ClassReferences,
): Pick<RouteDeclaration, 'documentation'> {
  const { returns, returnsResponse, description, deprecated } = reading.signature;
  if (options.responses !== 'declared') return {};
  const documentation = {
    returns: returns === undefined ? undefined : declaredTypeOf(returns, references),
    returnsResponse: returnsResponse === true,
    description,
    deprecated,
  };
  return { documentation };
}

/** A permission that the source does not show passes as a public one: it is checked at startup. */
function permissionOf(
  { permission, hasPermission }: RouteReading,
  callbacks: CallbackReadings,
): PermissionDeclaration | undefined {
  if (!hasPermission) return undefined;
  return declarePermission(permission, callbacks) ?? { kind: 'public' };
}
