import { fileURLToPath } from 'node:url';
import type { RestRoutesLoaderOptions } from './rest-routes-loader.js';

/** What of a configuration is looked at. */
export interface BundlerConfig {
  readonly module?: { readonly rules?: readonly unknown[] | undefined } | undefined;
}

/**
 * Adds the loader to a configuration of rspack or webpack, in front of whatever compiles TypeScript
 * there. Written for the configuration file of the Nest command line, which hands its own over.
 *
 * @example
 * // rspack.config.js, for "builder": "rspack" in nest-cli.json
 * import { withRestRoutes } from 'nestjs-rest-routes/loader';
 * export default (config) => withRestRoutes(config);
 *
 * @param options None are needed.
 * @returns A new configuration; the one that was given stays as it is.
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
