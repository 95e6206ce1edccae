import type { Rule, Tree } from '@angular-devkit/schematics';
import { formatted } from '../source/formatted.js';
import { PACKAGE, readJson } from '../source/project.js';
import { addCompilerPlugin } from './add-compiler-plugin.js';
import { addJestTransformer } from './add-jest-transformer.js';
import { addNxProject, isNxWorkspace, nxSourceRoot } from './add-nx-project.js';
import { addRestModule } from './add-rest-module.js';
import { addRspackLoader } from './add-rspack-loader.js';
import { addSignaturesFile } from './add-signatures-file.js';
import { addVitePlugin } from './add-vite-plugin.js';

/** The options of `nest add nestjs-rest-routes`. */
export interface AddOptions {
  readonly sourceRoot?: string;
  readonly namespace?: string;
}

/**
 * `nest add nestjs-rest-routes`: adds the module with its namespace, the compiler plugin, the Vite plugin and
 * the transformer for Jest; in a workspace of Nx, what its build takes in place of the compiler plugin.
 * Keeps what is there already. Where it cannot change a file, it logs the line to write.
 */
export function nestAdd({ sourceRoot: stated = 'src', namespace }: AddOptions): Rule {
  return (tree) => {
    const isNx = isNxWorkspace(tree);
    const sourceRoot = isNx ? nxSourceRoot(tree, stated) : stated;
    const builders = isNx
      ? [addNxProject(sourceRoot)]
      : [addCompilerPlugin, addRspackLoader(sourceRoot)];
    return formatted(
      ...builders,
      addSignaturesFile(sourceRoot),
      addRestModule(sourceRoot, namespace ?? defaultNamespace(tree)),
      addVitePlugin(sourceRoot),
      addJestTransformer(sourceRoot),
    );
  };
}

/** The namespace that `package.json` states for the routes, or the name of the package. */
function defaultNamespace(tree: Tree): string {
  const { name, [PACKAGE]: settings } = readJson(tree, '/package.json');
  const { namespace } = (settings ?? {}) as { readonly namespace?: unknown };
  if (typeof namespace === 'string') return namespace;
  return typeof name === 'string' ? name.replace(/^@[^/]+\//, '') : 'app';
}
