import { fileURLToPath } from 'node:url';
import type { RestRoutesLoaderOptions } from './rest-routes-loader.js';

/** The part of a bundler's configuration that is read. */
export interface BundlerConfig {
  readonly module?: { readonly rules?: readonly unknown[] | undefined } | undefined;
}

/**
 * Adds the loader to a configuration of rspack or webpack, before the rules that compile TypeScript.
 * Made for the configuration file of the Nest command line, which passes its own configuration to it.
 *
 * @example
 * // rspack.config.js, for "builder": "rspack" in nest-cli.json
 * import { withRestRoutes } from 'nestjs-rest-routes/loader';
 * export default (config) => withRestRoutes(config);
 *
 * @param options All are optional.
 * @returns A new configuration; the given one is not changed.
 */
export function withRestRoutes<Config extends BundlerConfig>(
  config: Config,
  options: RestRoutesLoaderOptions = {},
): Config {
  const rule = {
    test: /\.[cm]?tsx?$/,
    exclude: /node_modules/,
    enforce: 'pre',
    use: [{ loader: fileURLToPath(new URL('./loader.js', import.meta.url)), options }],
  };
  const rules = [...(config.module?.rules ?? []), rule];
  return { ...config, module: { ...config.module, rules } };
}
