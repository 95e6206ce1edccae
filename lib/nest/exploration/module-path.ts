import { RouterModule, type ModulesContainer, type Routes } from '@nestjs/core';
import { type Module, MODULE_PATH } from '../internals.js';

/** What `RouterModule.register` put in front of a module's paths; empty where it put nothing. */
export function modulePathOf(modules: ModulesContainer, { metatype }: Module): string {
  const path: unknown = Reflect.getMetadata(MODULE_PATH + modules.applicationId, metatype);
  return typeof path === 'string' ? path.replace(/^\/+|\/+$/g, '') : '';
}

/**
 * Makes each `RouterModule` of an application in which nothing is created: it registers its paths as
 * it is made.
 */
export function createRouterModules(modules: ModulesContainer): readonly RouterModule[] {
  return [...modules.values()]
    .filter(({ metatype }) => metatype === RouterModule)
    .flatMap(({ providers }) => [...providers.values()].map(({ instance }) => instance as unknown))
    .filter((instance): instance is Routes => Array.isArray(instance))
    .map((routes) => new RouterModule(modules, routes));
}
