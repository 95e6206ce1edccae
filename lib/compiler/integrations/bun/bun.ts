import {
  restRoutes as createPlugin,
  type BundlerPlugin,
  type BundlerPluginOptions,
} from '../esbuild/esbuild.js';

export type { BundlerPlugin, BundlerPluginOptions } from '../esbuild/esbuild.js';

/**
 * The plugin for `Bun.build`. A program that Bun runs has it by `preload = ["nestjs-rest-routes/bun"]` in
 * `bunfig.toml`: the module registers the plugin when Bun loads it.
 *
 * @example
 * import { restRoutes } from 'nestjs-rest-routes/bun';
 * await Bun.build({ entrypoints: ['src/main.ts'], target: 'bun', plugins: [restRoutes()] });
 *
 * @param options All are optional.
 */
export function restRoutes(options: BundlerPluginOptions = {}): BundlerPlugin {
  return createPlugin(options);
}

const { Bun } = globalThis as { readonly Bun?: { plugin(plugin: BundlerPlugin): unknown } };
Bun?.plugin(restRoutes());
