import { ApplicationConfig, ModulesContainer, NestFactory } from '@nestjs/core';
import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { describeApplication } from '../nest/exploration/describe-application.js';
import { createRouterModules } from '../nest/exploration/module-path.js';
import { mountPrefix } from '../nest/options/mount-prefix.js';
import { REST_OPTIONS, type RestModuleOptions } from '../nest/options/rest-options.js';
import type { RouteDescription } from '../model/description/route-description.js';
import { loadRootModule } from './load-root-module.js';

/**
 * Reads the routes of a built application. In Nest's preview mode nothing is created: no controller,
 * no service, no connection. Only where the options of `RestModule` come from a factory are services
 * created, since the factory needs them; nothing listens in any case.
 *
 * @param module The file of the root module; found from the project's settings by default.
 * @throws InvalidArgumentException where there is no root module, or none that imports `RestModule`.
 */
export async function readRoutes(
  module: string | undefined,
  prefix: string | undefined,
): Promise<readonly RouteDescription[]> {
  const root = await loadRootModule(module);
  const preview = await createContext(root, true);
  const options = providedOptions(preview.get(ModulesContainer)) ?? (await madeOptions(root));
  createRouterModules(preview.get(ModulesContainer));
  const stated = prefix === undefined ? options : { ...options, prefix };
  return describeApplication(
    preview.get(ModulesContainer),
    stated,
    mountPrefix(stated, preview.get(ApplicationConfig)),
  );
}

type RootModule = Awaited<ReturnType<typeof loadRootModule>>;

function createContext(root: RootModule, preview: boolean) {
  return NestFactory.createApplicationContext(root, {
    preview,
    // Warnings go where the output of a command goes.
    logger: ['error'],
    abortOnError: false,
  });
}

/** The options of `forRoot`; `undefined` where a factory makes them. */
function providedOptions(modules: ModulesContainer): RestModuleOptions | undefined {
  for (const { providers } of modules.values()) {
    const wrapper = providers.get(REST_OPTIONS);
    if (wrapper === undefined) continue;
    const isMade = Array.isArray(wrapper.inject);
    return isMade ? undefined : (wrapper.instance as RestModuleOptions);
  }
  throw new InvalidArgumentException('The application does not import RestModule.');
}

async function madeOptions(root: RootModule): Promise<RestModuleOptions> {
  const context = await createContext(root, false);
  const options = context.get<RestModuleOptions>(REST_OPTIONS, { strict: false });
  await context.close();
  return options;
}
