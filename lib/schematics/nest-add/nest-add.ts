import type { Rule, Tree } from '@angular-devkit/schematics';
import {
  explainNestUpdate,
  isNestSupported,
  NEST_PACKAGES,
} from '../../diagnostics/nest-version.js';
import { SchematicsException } from '../devkit.js';
import { formatted } from '../source/formatted.js';
import { readJson } from '../source/json-files.js';
import { PACKAGE } from '../source/project.js';
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
    checkInstalledNest(tree);
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

/**
 * Names the update of Nest that the library needs, before anything is changed: the peer ranges allow an older one, so
 * that the package can be installed and this can be said.
 *
 * @throws SchematicsException
 */
function checkInstalledNest(tree: Tree): void {
  const { dependencies, devDependencies } = readJson(tree, '/package.json');
  const stated = Object.keys({ ...(dependencies as object), ...(devDependencies as object) });
  const released = stated.filter((name) =>
    /^@nestjs\/(?:common|core|platform-\w+|testing|websockets|microservices)$/.test(name),
  );
  for (const name of NEST_PACKAGES) {
    const path = `/node_modules/${name}/package.json`;
    const { version } = tree.exists(path) ? readJson(tree, path) : {};
    if (typeof version !== 'string' || isNestSupported(name, version)) continue;
    const update = explainNestUpdate(name, version, released, installCommand(tree));
    throw new SchematicsException(
      `${update}\nThen set the library up: npx nest generate -c ${PACKAGE} nest-add. Nothing is changed yet.`,
    );
  }
}

/** How the package manager of a project adds packages. */
function installCommand(tree: Tree): string {
  if (tree.exists('/pnpm-lock.yaml')) return 'pnpm add';
  return tree.exists('/yarn.lock') ? 'yarn add' : 'npm install';
}

/** The namespace that `package.json` states for the routes, or the name of the package. */
function defaultNamespace(tree: Tree): string {
  const { name, [PACKAGE]: settings } = readJson(tree, '/package.json');
  const { namespace } = (settings ?? {}) as { readonly namespace?: unknown };
  if (typeof namespace === 'string') return namespace;
  return typeof name === 'string' ? name.replace(/^@[^/]+\//, '') : 'app';
}
