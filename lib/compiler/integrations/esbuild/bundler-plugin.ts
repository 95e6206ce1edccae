import { readFile } from 'node:fs/promises';
import { throwDiagnostics } from '../../source-diagnostic.js';
import type { Project } from '../transform/project.js';
import { loadProject, transformSource } from '../transform/transform-source.js';

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

/** What a plugin is set up with. */
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

/** In the syntax of Go too, which esbuild asks for. */
const SOURCE = /\.[cm]?tsx?$/;

/** Attaches signatures to TypeScript files as a bundler loads them. */
export function createBundlerPlugin({ tsconfig }: BundlerPluginOptions = {}): BundlerPlugin {
  let opened: Promise<Project> | undefined;
  const project = () => (opened ??= loadProject(process.cwd(), tsconfig));
  return {
    name: 'nestjs-rest-routes',
    setup(build) {
      // A build that watches starts again after each change.
      build.onStart?.(async () => (await opened)?.refresh());
      build.onLoad({ filter: SOURCE }, ({ path }) => load(path, project));
    },
  };
}

async function load(path: string, project: () => Promise<Project>): Promise<LoadedFile> {
  const code = await readFile(path, 'utf8');
  const watchFiles: string[] = [];
  const text = await transformSource(code, path, {
    project,
    onDependencies: (files) => watchFiles.push(...files),
    onDiagnostics: throwDiagnostics,
  });
  return { contents: text ?? code, loader: path.endsWith('x') ? 'tsx' : 'ts', watchFiles };
}
