import type { SchematicContext, Tree } from '@angular-devkit/schematics';
import { readJson, writeJson } from '../source/json-files.js';
import { PACKAGE } from '../source/project.js';

const NEST_CLI = '/nest-cli.json';

/** Adds the plugin to the compiler options of the Nest CLI. */
export function addCompilerPlugin(tree: Tree, context: SchematicContext): void {
  if (!tree.exists(NEST_CLI)) {
    context.logger.warn(
      `There is no nest-cli.json: add "compilerOptions": { "plugins": ["${PACKAGE}"] } to where the compiler's options are.`,
    );
    return;
  }
  const settings = readJson(tree, NEST_CLI);
  const { compilerOptions: options = {} } = settings as {
    readonly compilerOptions?: { readonly plugins?: readonly unknown[] };
  };
  const { plugins = [] } = options;
  if (plugins.some((plugin) => JSON.stringify(plugin).includes(PACKAGE))) return;
  settings['compilerOptions'] = { ...options, plugins: [...plugins, PACKAGE] };
  writeJson(tree, NEST_CLI, settings);
}
