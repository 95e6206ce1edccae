import { throwDiagnostics } from '../../source-diagnostic.js';
import { Project, readProjectConfig } from '../../project.js';
import { normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The options of the loader. */
export interface RestRoutesLoaderOptions {
  /** The project's `tsconfig.json`, from where the build runs; by default the nearest one upwards. */
  readonly tsconfig?: string;
}

/** The part of the loader interface of webpack and rspack that is used. */
export interface RestRoutesLoaderContext {
  readonly resourcePath: string;
  readonly rootContext: string;
  readonly _compiler?:
    | {
        /** The changes that a compiler in watch mode has found. */
        readonly modifiedFiles?: ReadonlySet<string> | undefined;
        readonly removedFiles?: ReadonlySet<string> | undefined;
      }
    | undefined;
  addDependency(file: string): void;
  getOptions(): RestRoutesLoaderOptions;
}

/** A program lasts as long as its build. */
const projects = new WeakMap<object, Project>();

/** Each build of a watched project has its own set. */
const seen = new WeakSet<object>();

/**
 * The loader for rspack and webpack: reads the signatures of controllers and value classes from the source and
 * attaches them, before TypeScript is compiled. `withRestRoutes` adds it to a configuration.
 *
 * @throws Error with the text and the place of every diagnostic of the file.
 */
const restRoutesLoader = asLoader(async (context, code) => {
  const { text, diagnostics, dependencies } = projectOf(context).attach(code, context.resourcePath);
  for (const file of dependencies) context.addDependency(normalize(file));
  throwDiagnostics(diagnostics);
  return text;
});

export default restRoutesLoader;

/** Both bundlers call a loader with its context as `this`. */
function asLoader(
  load: (context: RestRoutesLoaderContext, code: string) => Promise<string>,
): (this: RestRoutesLoaderContext, code: string) => Promise<string> {
  return function loader(code) {
    return load(this, code);
  };
}

function projectOf(context: RestRoutesLoaderContext): Project {
  const { _compiler: compiler, rootContext } = context;
  const key = compiler ?? context;
  const { modifiedFiles, removedFiles } = compiler ?? {};
  const isChanged = modifiedFiles !== undefined && !seen.has(modifiedFiles);
  if (isChanged) seen.add(modifiedFiles);
  const known = projects.get(key);
  if (known === undefined) {
    const { tsconfig } = context.getOptions();
    const project = new Project(() => readProjectConfig(rootContext, tsconfig));
    projects.set(key, project);
    return project;
  }
  if (isChanged) {
    modifiedFiles.forEach((file) => known.changed(file));
    removedFiles?.forEach((file) => known.moved(file));
  }
  return known;
}

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
