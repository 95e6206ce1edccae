import type { Rule, Tree, SchematicContext } from '@angular-devkit/schematics';
import {
  explainNestUpdate,
  isNestSupported,
  NEST_PACKAGES,
} from '../../diagnostics/nest-version.js';
import { SchematicsException } from '../devkit.js';
import { formatted } from '../source/formatted.js';
import { changeJson, readJson } from '../source/json-files.js';
import { PACKAGE, findRootModule, importExtension, changeSource } from '../source/project.js';
import { addJestTransformer, configsOfScripts } from './add-jest-transformer.js';
import { addNxProject, isNxWorkspace, nxSourceRoot } from './add-nx-project.js';
import { addRspackLoader } from './add-rspack-loader.js';
import { addSignaturesFile, takesSignaturesFile } from './add-signatures-file.js';
import { posix } from 'node:path';
import { MetadataManager } from '@nestjs/schematics';
import { withImports } from '../../compiler/syntax/text-edits.js';

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

const NEST_CLI = '/nest-cli.json';

/** Adds the plugin to the compiler options of the Nest CLI. */
export function addCompilerPlugin(tree: Tree, context: SchematicContext): void {
  if (!tree.exists(NEST_CLI)) {
    context.logger.warn(
      `There is no nest-cli.json: add "compilerOptions": { "plugins": ["${PACKAGE}"] } to where the compiler's options are.`,
    );
    return;
  }
  const { compilerOptions: { plugins = [] } = {} } = readJson(tree, NEST_CLI) as {
    readonly compilerOptions?: { readonly plugins?: readonly unknown[] };
  };
  if (plugins.some((plugin) => JSON.stringify(plugin).includes(PACKAGE))) return;
  changeJson(tree, NEST_CLI, [[['compilerOptions', 'plugins', -1], PACKAGE]]);
}

/**
 * Imports `RestModule` into the root module. The namespace is written into the source, where it does not
 * depend on the folder that the application runs in.
 */
function addRestModule(sourceRoot: string, namespace: string): Rule {
  return (tree, context) => {
    const path = rootModulePath(tree, sourceRoot);
    const text = tree.exists(path) ? tree.readText(path) : '';
    if (text.includes('RestModule')) return;
    const withSignatures = takesSignaturesFile(tree, sourceRoot);
    const quoted = `'${namespace.replaceAll(/['\\]/g, '\\$&')}'`;
    const members = [`namespace: ${quoted}`, ...(withSignatures ? ['signatures'] : [])];
    const module = `RestModule.forRoot({ ${members.join(', ')} })`;
    const changed = new MetadataManager(text).insert('imports', module, undefined);
    if (changed === undefined) {
      context.logger.warn(
        `${path} has no @Module: add ${module} to the imports of the root module.`,
      );
      return;
    }
    const imports = [{ name: 'RestModule', module: PACKAGE }];
    if (withSignatures) {
      const signatures = signaturesFrom(path, sourceRoot, importExtension(tree));
      imports.push({ name: 'signatures', module: signatures });
    }
    tree.overwrite(path, withImports(changed, imports));
  };
}

function signaturesFrom(path: string, sourceRoot: string, extension: string): string {
  const folder = posix.relative(posix.dirname(path), posix.join('/', sourceRoot));
  return `./${posix.join(folder, 'rest-signatures')}${extension}`;
}

function rootModulePath(tree: Tree, sourceRoot: string): string {
  const found = findRootModule(tree, sourceRoot);
  return found?.file ?? posix.join('/', sourceRoot, 'app.module.ts');
}

const PLUGIN = 'restRoutes()';

const VITE = `${PACKAGE}/vite`;

/** vitest.config.ts, and others such as vitest.config.e2e.mts. */
const CONFIGURATION = /^vitest\.config(?:\.[\w-]+)?\.[cm]?[jt]s$/;

/** Adds the plugin to each configuration of Vitest, those of scripts included, before the plugins that it has. */
function addVitePlugin(sourceRoot: string): Rule {
  return (tree, context) => {
    const folders = new Set(['/', posix.join('/', posix.dirname(sourceRoot))]);
    const paths = [...folders].flatMap((folder) =>
      tree
        .getDir(folder)
        .subfiles.filter((file) => CONFIGURATION.test(file))
        .map((file) => posix.join(folder, file)),
    );
    for (const path of new Set([...paths, ...configsOfScripts(tree, 'vitest')])) {
      changeSource(tree, context, path, {
        marker: VITE,
        change: withPlugin,
        remedy: `add ${PLUGIN} of ${VITE} to its plugins`,
      });
    }
  };
}

function withPlugin(text: string): string | undefined {
  const changed = /plugins:\s*\[/.test(text)
    ? text.replace(/plugins:\s*\[\s*/, (found) => `${found}${PLUGIN}, `)
    : text.replace(/defineConfig\(\{\s*/, (found) => `${found}plugins: [${PLUGIN}],\n  `);
  return changed === text ? undefined : `import { restRoutes } from '${VITE}';\n${changed}`;
}
