import {
  type ControllerDeclaration,
  type RouteDeclaration,
  type ResponseDeclaration,
  type CacheDeclaration,
  type PermissionDeclaration,
  type PlainDecorator,
  type CacheOptions,
  REQUIRE_PERMISSION,
} from '../../routes/declaration/route-declaration.js';
import { type Class, withoutUndefined } from '../../shared/records.js';
import {
  methodCache,
  methodPermission,
  controllerMetadata,
  hasOwnPermission,
  routeNames,
  methodRoutes,
  type RouteMetadata,
} from '../metadata-accessor.js';
import {
  chainOf,
  decoratedMethodOf,
  prototypesOf,
  isStaticMethod,
  placeOfCallback,
  documentationOf,
  signedCallback,
} from './class-chain.js';
import { boundGuards, guardName } from '../guards.js';
import { declareParameters, declareCallbackParameters } from './declare-parameters.js';
import type {
  Callback,
  Permission,
  PermissionCombination,
} from '../../routes/declaration/permission.js';

interface RouteMethod {
  readonly name: string;
  /** The nearest prototype with the method: the metadata of decorators is stored by it. */
  readonly prototype: object;
  readonly routes: readonly RouteMetadata[];
}

/** The rules check whether it is valid. */
export function declareController(type: Class, nest: NestMetadata): ControllerDeclaration {
  const metadata = controllerMetadata(type);
  const methods = routeMethodsOf(type);
  return {
    className: type.name,
    version: metadata?.version,
    base: metadata?.base ?? '',
    routes: methods.flatMap((found) => declareRoutes(type, found, nest)),
    plain: [
      ...requiredPermissions(type, methods),
      ...nest.plainDecorators(type, new Set(methods.map(({ name }) => name))),
    ],
  };
}

/** The places of `@RequirePermission` on a class, one that it extends, or a method with a route. */
function requiredPermissions(
  type: Class,
  methods: readonly RouteMethod[],
): readonly PlainDecorator[] {
  const name = REQUIRE_PERMISSION;
  const owner = chainOf(type).find(hasOwnPermission);
  const ofMethods = methods.filter(
    (one) => methodPermission(one.prototype, one.name) !== undefined,
  );
  return [
    ...(owner === undefined ? [] : [{ name, ...baseOf(type, owner) }]),
    ...ofMethods.map(({ name: methodName }) => ({ name, methodName })),
  ];
}

/** Names the class that has a decorator, if it is not the controller itself. */
export function baseOf(type: Class, owner: Class): Pick<PlainDecorator, 'base'> {
  return owner === type ? {} : { base: owner.name };
}

export function declaresRoutes(type: Class): boolean {
  return controllerMetadata(type) !== undefined || routeMethodsOf(type).length > 0;
}

/** Inherited ones included, in the order of the source. */
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
  const controllerPermission = controllerMetadata(type)?.permission;
  return found.routes.map((route, routeIndex) => ({
    ...shared,
    ...route,
    routeIndex,
    permission: declarePermission(type, route.permission ?? controllerPermission),
    permissionOrigin:
      route.permission === undefined && controllerPermission !== undefined ? 'controller' : 'route',
  }));
}

function declareMethod(
  type: Class,
  { name: methodName, prototype }: RouteMethod,
  nest: NestMetadata,
): Pick<
  RouteDeclaration,
  'methodName' | 'parameters' | 'cache' | 'response' | 'documentation' | 'boundGuards'
> {
  const method = decoratedMethodOf(type, methodName);
  const filledByNest = nest.filledParameters(type, methodName);
  const parameters = declareParameters(type, methodName, method, filledByNest);
  const cache = methodCache(prototype, methodName);
  return {
    methodName,
    parameters,
    cache: cache && declareCache(cache),
    response: typeof method === 'function' ? nest.responseOf(method) : undefined,
    documentation: documentationOf(type, methodName),
    boundGuards: [type, method].flatMap(boundGuards).map(guardName),
  };
}

/** Reads the metadata that Nest's own decorators wrote on a controller. `nest` provides it. */
export interface NestMetadata {
  /** The positions of the parameters with one of Nest's parameter decorators. */
  filledParameters(type: Class, methodName: string): ReadonlySet<number>;
  /** The response that `@HttpCode` and `@Header` state for a method; `undefined` if it has neither. */
  responseOf(method: object): ResponseDeclaration | undefined;
  /**
   * The decorators that make a class, one that it extends or a method a controller or a handler of Nest.
   *
   * @param routes The names of the methods with a route.
   */
  plainDecorators(type: Class, routes: ReadonlySet<string>): readonly PlainDecorator[];
}

export function declareCache(options: CacheOptions): CacheDeclaration {
  const { ttl, staleWhileRevalidate, vary } = options;
  const isConstant = vary !== undefined && typeof vary !== 'function';
  return {
    ttl,
    statesVary: vary !== undefined,
    options: { ref: options },
    ...(isConstant ? { vary } : undefined),
    ...(staleWhileRevalidate === undefined ? undefined : { staleWhileRevalidate }),
  };
}

/** Plain JavaScript may pass anything: a value that is not a permission counts as none. */
export function declarePermission(
  type: Class,
  permission: Permission | undefined,
): PermissionDeclaration | undefined {
  switch (permission?.kind) {
    case 'public':
      return { kind: 'public' };
    case 'guarded': {
      const { kind, guards: refs } = permission;
      return { kind, guards: refs.map(guardName), refs };
    }
    case 'capability':
      return { kind: 'capability', capability: permission.name };
    case 'callback':
      return declareCallback(type, permission);
    case 'allOf':
    case 'anyOf':
      return declareCombination(type, permission);
    default:
      return undefined;
  }
}

function declareCombination(
  type: Class,
  { kind, permissions }: PermissionCombination,
): PermissionDeclaration {
  return { kind, permissions: permissions.map((part) => declarePermission(type, part)) };
}

function declareCallback(type: Class, { method, anonymous }: Callback): PermissionDeclaration {
  const place = placeOfCallback(type, method);
  const whom = anonymous === false ? ({ anonymous } as const) : undefined;
  if (place === undefined) {
    const isStatic = isStaticMethod(type, method, undefined);
    const parameters = declareCallbackParameters(type, undefined, method);
    const callback = { ref: method };
    return { kind: 'callback', name: method.name, isStatic, parameters, callback, ...whom };
  }
  const { owner, name } = place;
  // The method that the class has now: a decorator of the static method may have replaced it, and may deny more.
  const current: unknown = Reflect.get(owner, name);
  return {
    kind: 'callback',
    name,
    isStatic: isStaticMethod(type, current, owner),
    parameters: declareCallbackParameters(type, place, method),
    callback: { ref: current === method ? method : calledOn(owner, current) },
    owner: { name: owner.name, ref: owner },
    ...whom,
    ...withoutUndefined({ description: signedCallback(type, owner, name)?.method.description }),
  };
}

/** A method that replaces a static method may need its class as `this`, but a callback is called without it. */
function calledOn(owner: Class, current: unknown): unknown {
  if (typeof current !== 'function') return current;
  return (...args: unknown[]): unknown => Reflect.apply(current, owner, args) as unknown;
}
