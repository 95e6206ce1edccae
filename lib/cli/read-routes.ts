import type { Type } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService, ModulesContainer, NestFactory } from '@nestjs/core';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { describeRoutes } from '../nest/exploration/describe-routes.js';
import { createRouterModules } from '../nest/exploration/module-path.js';
import { RouteRegistry } from '../nest/exploration/route-registry.js';
import { manifestNamespace } from '../nest/options/manifest-namespace.js';
import { mountPrefix } from '../nest/options/mount-prefix.js';
import { REST_OPTIONS, type RestModuleOptions } from '../nest/options/rest-options.js';
import { startFolders } from '../nest/options/start-folders.js';
import type { RouteDescription } from '../model/description/route-description.js';
import { loadRootModule } from './load-root-module.js';

/** What commands read of an application. */
export interface ReadApplication {
  readonly routes: readonly RouteDescription[];
  /** Those of `RestModule`. */
  readonly options: RestModuleOptions;
}

/**
 * Reads the routes of a built application. In Nest's preview mode, no controller, no service and no
 * connection is created. Services are created only where the options of `RestModule` come from a
 * factory, because the factory needs them. Nothing listens in either case.
 *
 * @param module The file of the root module. Found from the project's settings by default.
 * @throws InvalidArgumentException where there is no root module, or none that imports `RestModule`.
 */
export async function readApplication(
  module: string | undefined,
  prefix: string | undefined,
): Promise<ReadApplication> {
  const { type, file } = await loadRootModule(module);
  const preview = await createContext(type, true);
  const modules = preview.get(ModulesContainer);
  const stated = staticOptions(modules) ?? (await factoryOptions(type));
  const options = withManifestNamespace(
    prefix === undefined ? stated : { ...stated, prefix },
    file,
  );
  createRouterModules(modules);
  const mountedAt = mountPrefix(options, preview.get(ApplicationConfig));
  const { routes } = await new RouteRegistry(
    new DiscoveryService(modules),
    modules,
    options,
  ).explore();
  return { routes: describeRoutes(routes, mountedAt, options), options };
}

/** Reads only the routes, as `readApplication`. */
export async function readRoutes(
  module: string | undefined,
  prefix: string | undefined,
): Promise<readonly RouteDescription[]> {
  return (await readApplication(module, prefix)).routes;
}

/** Takes the namespace from the manifest of the application, as the application does when it starts itself. */
function withManifestNamespace(options: RestModuleOptions, file: string): RestModuleOptions {
  if (options.namespace !== undefined) return options;
  const { namespace } = manifestNamespace(startFolders(file));
  // A namespace that is no string is rejected with the other declarations.
  return namespace === undefined ? options : { ...options, namespace: namespace as string };
}

function createContext(root: Type, preview: boolean) {
  return NestFactory.createApplicationContext(root, {
    preview,
    // Nest logs warnings to standard output, where the output of a command goes.
    logger: ['error'],
    abortOnError: false,
  });
}

/** The options passed to `forRoot`; `undefined` where a factory returns them. */
function staticOptions(modules: ModulesContainer): RestModuleOptions | undefined {
  for (const { providers } of modules.values()) {
    const wrapper = providers.get(REST_OPTIONS);
    if (wrapper === undefined) continue;
    const hasFactory = Array.isArray(wrapper.inject);
    return hasFactory ? undefined : (wrapper.instance as RestModuleOptions);
  }
  throw new InvalidArgumentException('The application does not import RestModule.');
}

async function factoryOptions(root: Type): Promise<RestModuleOptions> {
  const context = await createContext(root, false);
  const options = context.get<RestModuleOptions>(REST_OPTIONS, { strict: false });
  await context.close();
  return options;
}
