import type {
  CacheDeclaration,
  ControllerDeclaration,
  PermissionDeclaration,
  RouteDeclaration,
} from '../../model/declaration/route-declaration.js';
import type { CacheOptions } from '../cache.decorator.js';
import { callbackOwner, isStaticMethod } from './callback-owner.js';
import {
  cacheOf,
  callbackParametersOf,
  controllerMetadata,
  parametersOf,
  routeMethodsOf,
  type RouteMethod,
} from './metadata-reader.js';
import { type Class } from '../../shared/class.js';
import type { RouteMetadata } from '../rest-route.decorator.js';
import { documentationOf } from './signed-parameters.js';

/** A class as its decorators and its signature declare it; whether that is right, the rules say. */
export function declareController(type: Class): ControllerDeclaration {
  const metadata = controllerMetadata(type);
  return {
    className: type.name,
    version: metadata?.version,
    base: metadata?.base ?? '',
    routes: routeMethodsOf(type).flatMap((found) => declareRoutes(type, found)),
  };
}

function declareRoutes(
  type: Class,
  { name: methodName, method, routes }: RouteMethod,
): readonly RouteDeclaration[] {
  const cache = cacheOf(method);
  const parameters = parametersOf(type, methodName, method);
  const documentation = documentationOf(type, methodName);
  return routes.map((route, routeIndex) => ({
    methodName,
    routeIndex,
    path: route.path,
    methods: route.methods,
    permission: declarePermission(type, route),
    parameters,
    ...(cache === undefined ? {} : { cache: declareCache(cache) }),
    isHidden: route.hidden,
    ...(documentation === undefined ? {} : { documentation }),
  }));
}

/** Declarations in plain JavaScript may say anything: what is no permission counts as none. */
function declarePermission(
  type: Class,
  { permission }: Partial<RouteMetadata>,
): PermissionDeclaration | undefined {
  switch (permission?.kind) {
    case 'public':
      return { kind: 'public' };
    case 'capability':
      return { kind: 'capability', capability: permission.name };
    case 'callback': {
      const { method } = permission;
      const owner = callbackOwner(type, method);
      const parameters = callbackParametersOf(type, owner, method);
      return {
        kind: 'callback',
        name: method.name,
        isStatic: isStaticMethod(type, method),
        parameters,
      };
    }
    default:
      return undefined;
  }
}

function declareCache(options: CacheOptions): CacheDeclaration {
  const { ttl, staleWhileRevalidate, vary } = options;
  const isKnown = vary !== undefined && typeof vary !== 'function';
  const base = { ttl, statesVary: vary !== undefined, ...(isKnown ? { vary } : {}) };
  return staleWhileRevalidate === undefined ? base : { ...base, staleWhileRevalidate };
}
