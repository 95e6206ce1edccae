import type { ModulesContainer } from '@nestjs/core';
import { cacheOf, methodOf, routesOf } from '../../decorators/reading/metadata-reader.js';
import { type Class } from '../../shared/class.js';
import { DeclarationException } from '../../diagnostics/declaration.exception.js';
import { compileController, type RouteOutline } from '../../model/definition/compile-route.js';
import type { CheckedRoute } from '../../model/checked/checked-controller.js';
import type { ClassReaders } from '../../model/declaration/class-readers.js';
import { takesRequest } from '../../rules/caching/vary.rule.js';
import { declareAll, hasValueClasses, checkAll, type ExploredController } from './explore.js';
import type { Instances } from '../lazy-providers/instances.js';
import { manifestNamespace } from '../options/manifest-namespace.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import { classTraits } from '../value-classes/runtime-class-traits.js';
import { loadValueClasses, type ValueClasses } from '../value-classes/value-classes.js';

/** The controllers of an application, with nothing wrong in any of them. */
export interface ReadApplication {
  readonly controllers: readonly ExploredController[];
  readonly valueClasses: ValueClasses;
}

/**
 * Finds and checks all declarations of an application. Creates nothing.
 *
 * @throws DeclarationException that lists all diagnostics.
 */
export async function readApplication(
  modules: ModulesContainer,
  options: RestModuleOptions,
  instances: Instances,
): Promise<ReadApplication> {
  const declared = declareAll(modules);
  const valueClasses = await loadValueClasses(hasValueClasses(declared));
  const { namespace } = options;
  const byDefault = namespace === undefined ? manifestNamespace() : { namespace };
  const classes: ClassReaders = {
    properties: valueClasses.read,
    traits: ({ ref }) => classTraits(ref as Class),
  };
  const explored = checkAll(modules, declared, byDefault, classes, instances);
  const { controllers, diagnostics } = explored;
  if (diagnostics.length > 0) throw new DeclarationException(diagnostics);
  return { controllers, valueClasses };
}

/** Compiles the routes of one controller. */
export function outlinesOf(
  { found, namespace, checked }: ExploredController,
  valueClasses: ValueClasses,
  instances: Instances,
): readonly RouteOutline[] {
  return compileController(checked, {
    namespace,
    instantiate: (handle) => valueClasses.instantiate(handle),
    cache: (route) => {
      const options = cacheOf(methodOf(found.type, route.route.methodName));
      const isBound = instances.isRequestBound(found.wrapper);
      return options === undefined
        ? undefined
        : { options, seesRequest: isBound || takesRequest(route.parameters) };
    },
    callback: (route) => callbackOf(found.type, checked.routes, route),
  });
}

/** The n-th route of a method has the n-th permission that was written on it. */
function callbackOf(
  type: Class,
  routes: readonly CheckedRoute[],
  checked: CheckedRoute,
): (...args: never[]) => unknown {
  const { methodName } = checked.route;
  const place = routes.filter(({ route }) => route.methodName === methodName).indexOf(checked);
  const permission = routesOf(methodOf(type, methodName))[place]?.permission;
  if (permission?.kind !== 'callback') throw new RangeError(`${methodName} has no callback.`);
  return permission.method;
}
