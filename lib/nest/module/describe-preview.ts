import type { INestApplicationContext } from '@nestjs/common';
import {
  ApplicationConfig,
  DiscoveryService,
  ModulesContainer,
  RouterModule,
  type Routes,
} from '@nestjs/core';
import {
  REST_OPTIONS,
  type ApiDescription,
  type PreviewedApplication,
} from '../../routes/api-description.js';
import { explorationDoors, FEATURES, type Feature } from '../composition/feature.js';
import { UniformEnhancers } from '../enhancers/uniform-enhancers.js';
import { RouteRegistry } from '../exploration/explore-application.js';
import { manifestNamespace, startFolders } from '../options/manifest-namespace.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import { describeApi, describeRoutes } from './rest-routes.js';

/** Describes an application in Nest's preview mode. It creates no controller, no service and no connection. */
export async function describePreview({
  preview,
  create,
  file,
  prefix,
}: PreviewedApplication<INestApplicationContext>): Promise<ApiDescription> {
  const modules = preview.get(ModulesContainer);
  const stated = staticOptions(modules) ?? (await factoryOptions(create));
  const options = withManifestNamespace(
    prefix === undefined ? stated : { ...stated, prefix },
    file,
  );
  createRouterModules(modules);
  const features = preview.get<readonly Feature[]>(FEATURES, { strict: false });
  const registry = new RouteRegistry(
    new DiscoveryService(modules),
    modules,
    options,
    explorationDoors(features),
  );
  const config = preview.get(ApplicationConfig);
  const api = describeApi(registry, config, features, async () => {
    const { routes } = await registry.explore();
    const uniform = new UniformEnhancers(options, { config, modules, isPreview: true });
    return describeRoutes(routes, api.prefix, options, uniform);
  });
  return api;
}

/** The options passed to `forRoot`; `undefined` if a factory returns them. */
function staticOptions(modules: ModulesContainer): RestModuleOptions | undefined {
  const wrapper = [...modules.values()]
    .map(({ providers }) => providers.get(REST_OPTIONS))
    .find((found) => found !== undefined);
  return Array.isArray(wrapper?.inject) ? undefined : (wrapper?.instance as RestModuleOptions);
}

async function factoryOptions(
  create: () => Promise<INestApplicationContext>,
): Promise<RestModuleOptions> {
  const context = await create();
  const options = context.get<RestModuleOptions>(REST_OPTIONS, { strict: false });
  await context.close();
  return options;
}

/** Takes the namespace from the manifest of the application, as the application itself does at startup. */
function withManifestNamespace(options: RestModuleOptions, file: string): RestModuleOptions {
  if (options.namespace !== undefined) return options;
  const { value: namespace } = manifestNamespace(startFolders(file));
  // A namespace that is not a string is rejected with the other declarations.
  return namespace === undefined ? options : { ...options, namespace: namespace as string };
}

/** Creates each `RouterModule` in preview mode: its constructor registers the paths. */
function createRouterModules(modules: ModulesContainer): readonly RouterModule[] {
  return [...modules.values()]
    .filter(({ metatype }) => metatype === RouterModule)
    .flatMap(({ providers }) => [...providers.values()].map(({ instance }) => instance as unknown))
    .filter((instance): instance is Routes => Array.isArray(instance))
    .map((routes) => new RouterModule(modules, routes));
}
