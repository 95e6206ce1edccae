import type { Rule, SchematicContext, Tree } from '@angular-devkit/schematics';
import { readJson } from '../source/json-files.js';
import { PACKAGE } from '../source/project.js';

const CONFIG = '/rspack.config.js';

const LOADER = {
  module: `import { withRestRoutes } from '${PACKAGE}/loader';

export default (config) => withRestRoutes(config);
`,
  commonjs: `const { withRestRoutes } = require('${PACKAGE}/loader');

module.exports = (config) => withRestRoutes(config);
`,
};

interface BuilderSettings {
  readonly sourceRoot?: string;
  readonly compilerOptions?: { readonly builder?: string | { readonly type?: string } };
}

export function addRspackLoader(sourceRoot: string): Rule {
  return (tree, context) => {
    if (builderOf(tree, sourceRoot) === 'rspack') addLoader(tree, context);
  };
}

function addLoader(tree: Tree, context: SchematicContext): void {
  if (!tree.exists(CONFIG)) {
    const { type } = readJson(tree, '/package.json');
    tree.create(CONFIG, type === 'module' ? LOADER.module : LOADER.commonjs);
  } else if (tree.read(CONFIG)?.includes(`${PACKAGE}/loader`) !== true) {
    context.logger.warn(
      `${CONFIG}: wrap its configuration in withRestRoutes of ${PACKAGE}/loader.`,
    );
  }
}

/** The builder of a source root. In a monorepo, a project may override the builder of the workspace. */
export function builderOf(tree: Tree, sourceRoot: string): string {
  const settings = readJson(tree, '/nest-cli.json') as BuilderSettings & {
    readonly projects?: Readonly<Record<string, BuilderSettings>>;
  };
  const project = Object.values(settings.projects ?? {}).find(
    (candidate) => candidate.sourceRoot === sourceRoot,
  );
  const builder = project?.compilerOptions?.builder ?? settings.compilerOptions?.builder ?? 'tsc';
  return (typeof builder === 'string' ? builder : builder.type) ?? 'tsc';
}
