import {
  createBundlerPlugin,
  type BundlerPlugin,
  type BundlerPluginOptions,
} from './bundler-plugin.js';

export type {
  BundlerPlugin,
  BundlerPluginOptions,
  LoadedFile,
  PluginBuild,
} from './bundler-plugin.js';

/**
 * The plugin for esbuild: reads the signatures of controllers and value classes from the source and
 * attaches them. A file with an invalid declaration fails with the text of the diagnostic.
 *
 * esbuild writes no decorator metadata: a constructor names what Nest injects, with `@Inject()`.
 *
 * @example
 * import { build } from 'esbuild';
 * import { restRoutes } from 'nestjs-rest-routes/esbuild';
 * await build({ entryPoints: ['src/main.ts'], plugins: [restRoutes()] });
 *
 * @param options All are optional.
 */
export function restRoutes(options: BundlerPluginOptions = {}): BundlerPlugin {
  return createBundlerPlugin(options);
}
