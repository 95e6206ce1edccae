import { posix } from 'node:path';
import type { Rule, SchematicContext, Tree } from '@angular-devkit/schematics';
import { MetadataManager } from '@nestjs/schematics';
import { findRootModule } from '../source/root-module.js';
import { withImport } from '../source/with-import.js';

const PACKAGE = 'nestjs-rest-routes';
const VITE_PLUGIN = 'restRoutes()';

/** What `nest add nestjs-rest-routes` takes. */
export interface AddOptions {
  readonly sourceRoot?: string;
  readonly namespace?: string;
}

/**
 * `nest add nestjs-rest-routes`: the module with its namespace, the compiler plugin and the Vite plugin.
 * What is there already stays; what cannot be changed is said with the line to write.
 */
export function nestAdd({ sourceRoot = 'src', namespace }: AddOptions): Rule {
  return (tree, context) => {
    addCompilerPlugin(tree, context);
    addLoader(tree, context, sourceRoot);
    addModule(tree, context, sourceRoot, namespaceOf(tree, namespace));
    for (const name of ['/vitest.config.ts', '/vitest.config.e2e.ts']) {
      addVitePlugin(tree, context, name);
    }
  };
}

/** What was asked for, else what `package.json` states for the routes, else the name of the package. */
function namespaceOf(tree: Tree, asked: string | undefined): string {
  const { name, [PACKAGE]: settings } = readJson(tree, '/package.json');
  const { namespace } = (settings ?? {}) as { readonly namespace?: unknown };
  const own = typeof name === 'string' ? name.replace(/^@[^/]+\//, '') : 'app';
  return asked ?? (typeof namespace === 'string' ? namespace : own);
}

function addCompilerPlugin(tree: Tree, context: SchematicContext): void {
  if (!tree.exists('/nest-cli.json')) {
    context.logger.warn(
      `There is no nest-cli.json: add "compilerOptions": { "plugins": ["${PACKAGE}"] } to where the compiler's options are.`,
    );
    return;
  }
  const settings = readJson(tree, '/nest-cli.json');
  const compilerOptions = { ...(settings['compilerOptions'] as object | undefined) } as {
    plugins?: unknown[];
  };
  const { plugins = [] } = compilerOptions;
  if (plugins.some((plugin) => JSON.stringify(plugin).includes(PACKAGE))) return;
  settings['compilerOptions'] = { ...compilerOptions, plugins: [...plugins, PACKAGE] };
  writeJson(tree, '/nest-cli.json', settings);
}

interface BuilderSettings {
  readonly sourceRoot?: string;
  readonly compilerOptions?: { readonly builder?: string | { readonly type?: string } };
}

/** What builds the sources of a folder: in a monorepo its project may say, else the whole. */
function builderOf(tree: Tree, sourceRoot: string): string {
  const settings = readJson(tree, '/nest-cli.json') as BuilderSettings & {
    readonly projects?: Readonly<Record<string, BuilderSettings>>;
  };
  const project = Object.values(settings.projects ?? {}).find(
    (candidate) => candidate.sourceRoot === sourceRoot,
  );
  const builder = project?.compilerOptions?.builder ?? settings.compilerOptions?.builder ?? 'tsc';
  return (typeof builder === 'string' ? builder : builder.type) ?? 'tsc';
}

const LOADER = {
  module: `import { withRestRoutes } from '${PACKAGE}/loader';

export default (config) => withRestRoutes(config);
`,
  commonjs: `const { withRestRoutes } = require('${PACKAGE}/loader');

module.exports = (config) => withRestRoutes(config);
`,
};

/** Of the builders that run no compiler plugin, rspack takes a loader, and swc nothing. */
function addLoader(tree: Tree, context: SchematicContext, sourceRoot: string): void {
  const builder = builderOf(tree, sourceRoot);
  if (builder === 'swc') {
    context.logger.warn('SWC runs no compiler plugin: build with tsc, or declare routes by hand.');
  }
  if (builder !== 'rspack') return;
  const path = '/rspack.config.js';
  if (!tree.exists(path)) {
    const { type } = readJson(tree, '/package.json');
    tree.create(path, type === 'module' ? LOADER.module : LOADER.commonjs);
  } else if (tree.read(path)?.includes(`${PACKAGE}/loader`) !== true) {
    context.logger.warn(`${path}: wrap its configuration in withRestRoutes of ${PACKAGE}/loader.`);
  }
}

/** The namespace stands in the source: there it does not depend on where the application runs. */
function addModule(
  tree: Tree,
  context: SchematicContext,
  sourceRoot: string,
  namespace: string,
): void {
  const path =
    findRootModule(tree, sourceRoot)?.path ?? posix.join('/', sourceRoot, 'app.module.ts');
  const text = tree.exists(path) ? tree.read(path)?.toString() : undefined;
  if (text?.includes('RestModule') === true) return;
  const module = `RestModule.forRoot({ namespace: '${namespace.replaceAll(/['\\]/g, '\\$&')}' })`;
  const changed =
    text === undefined ? undefined : new MetadataManager(text).insert('imports', module, undefined);
  if (changed === undefined) {
    context.logger.warn(`${path} has no @Module: add ${module} to the imports of the root module.`);
    return;
  }
  tree.overwrite(path, withImport(changed, 'RestModule'));
}

/** The plugin goes first among those that a configuration has. */
function addVitePlugin(tree: Tree, context: SchematicContext, path: string): void {
  if (!tree.exists(path)) return;
  const text = tree.read(path)?.toString() ?? '';
  if (text.includes(`${PACKAGE}/vite`)) return;
  const withPlugin = /plugins:\s*\[/.test(text)
    ? text.replace(/plugins:\s*\[\s*/, (found) => `${found}${VITE_PLUGIN}, `)
    : text.replace(/defineConfig\(\{\s*/, (found) => `${found}plugins: [${VITE_PLUGIN}],\n  `);
  if (withPlugin === text) {
    context.logger.warn(`${path} could not be read: add ${VITE_PLUGIN} to its plugins.`);
    return;
  }
  tree.overwrite(path, `import { restRoutes } from '${PACKAGE}/vite';\n${withPlugin}`);
}

function readJson(tree: Tree, path: string): Record<string, unknown> {
  return JSON.parse(tree.read(path)?.toString() ?? '{}') as Record<string, unknown>;
}

function writeJson(tree: Tree, path: string, value: unknown): void {
  const text = `${JSON.stringify(value, undefined, 2)}\n`;
  if (tree.exists(path)) tree.overwrite(path, text);
  else tree.create(path, text);
}
