import type { ModulesContainer } from '@nestjs/core';
import {
  cacheOf,
  methodOf,
  routesOf,
  type Class,
} from '../../decorators/reading/metadata-reader.js';
import { DeclarationException } from '../../diagnostics/declaration.exception.js';
import { compileController, type RouteOutline } from '../../model/definition/compile-route.js';
import type { JudgedRoute } from '../../rules/check-controller.js';
import { cacheFaults, seesRequest } from './cache-diagnostics.js';
import { declareAll, hasValueClasses, judgeAll, type ExploredController } from './explore.js';
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
 * Finds and judges all declarations of an application. Creates nothing.
 *
 * @throws DeclarationException that lists all faults.
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
  const { controllers, faults } = judgeAll(modules, declared, byDefault, {
    properties: valueClasses.read,
    traits: ({ ref }) => classTraits(ref as Class),
  });
  const all = [
    ...faults,
    ...controllers.flatMap(({ found, judged }) =>
      cacheFaults(found.type, judged, instances.isRequestBound(found.wrapper)),
    ),
  ];
  if (all.length > 0) throw new DeclarationException(all);
  return { controllers, valueClasses };
}

/** Compiles the routes of one controller. */
export function outlinesOf(
  { found, namespace, judged }: ExploredController,
  valueClasses: ValueClasses,
  instances: Instances,
): readonly RouteOutline[] {
  return compileController(judged, {
    namespace,
    instantiate: (handle) => valueClasses.instantiate(handle),
    cache: (route) => {
      const options = cacheOf(methodOf(found.type, route.route.methodName));
      const isBound = instances.isRequestBound(found.wrapper);
      return options === undefined
        ? undefined
        : { options, seesRequest: seesRequest(route, isBound) };
    },
    callback: (route) => callbackOf(found.type, judged.routes, route),
  });
}

/** The n-th route of a method has the n-th permission that was written on it. */
function callbackOf(
  type: Class,
  routes: readonly JudgedRoute[],
  judged: JudgedRoute,
): (...args: never[]) => unknown {
  const { methodName } = judged.route;
  const place = routes.filter(({ route }) => route.methodName === methodName).indexOf(judged);
  const permission = routesOf(methodOf(type, methodName))[place]?.permission;
  if (permission?.kind !== 'callback') throw new RangeError(`${methodName} has no callback.`);
  return permission.method;
}
