import { readFile } from 'node:fs/promises';
import { normalize } from 'node:path';
import { throwDiagnostics } from '../../source-diagnostic.js';
import { Project, readProjectConfig } from '../../project.js';

/** The options of `restRoutes` for esbuild and Bun. */
export interface BundlerPluginOptions {
  /** The project's `tsconfig.json`, from where the build runs; by default the nearest one upwards. */
  readonly tsconfig?: string;
}

/** The part of the plugin interface of esbuild that Bun has too. */
export interface BundlerPlugin {
  readonly name: string;
  setup(build: PluginBuild): void;
}

/** The part of esbuild's build that the plugin uses. */
export interface PluginBuild {
  onLoad(
    options: { readonly filter: RegExp },
    callback: (file: { readonly path: string }) => Promise<LoadedFile>,
  ): unknown;
  onStart?(callback: () => Promise<void>): unknown;
}

/** A file as the plugin supplies it. */
export interface LoadedFile {
  readonly contents: string;
  readonly loader: 'ts' | 'tsx';
  /** Other files that the contents depend on. */
  readonly watchFiles: readonly string[];
}

/** Also valid in the syntax of Go, which esbuild requires. */
const SOURCE = /\.[cm]?tsx?$/;

/**
 * The plugin for esbuild: reads the signatures of controllers and value classes from the source and
 * attaches them. A file with an invalid declaration fails with the text of the diagnostic.
 *
 * esbuild writes no decorator metadata: name the dependencies of a constructor with `@Inject()`.
 *
 * @example
 * import { build } from 'esbuild';
 * import { restRoutes } from 'nestjs-rest-routes/esbuild';
 * await build({ entryPoints: ['src/main.ts'], plugins: [restRoutes()] });
 *
 * @param options All are optional.
 */
export function restRoutes({ tsconfig }: BundlerPluginOptions = {}): BundlerPlugin {
  const project = new Project(() => readProjectConfig(process.cwd(), tsconfig));
  return {
    name: 'nestjs-rest-routes',
    setup(build) {
      // A build that watches starts again after each change.
      build.onStart?.(async () => project.refresh());
      build.onLoad({ filter: SOURCE }, ({ path }) => load(path, project));
    },
  };
}

async function load(path: string, project: Project): Promise<LoadedFile> {
  const code = await readFile(path, 'utf8');
  const { text, diagnostics, dependencies } = project.attach(code, path);
  throwDiagnostics(diagnostics);
  return {
    contents: text,
    loader: path.endsWith('x') ? 'tsx' : 'ts',
    watchFiles: [...dependencies].map((file) => normalize(file)),
  };
}
