import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { Rule, Tree, SchematicContext } from '@angular-devkit/schematics';
import {
  explainNestUpdate,
  isNestSupported,
  NEST_PACKAGES,
} from '../../diagnostics/nest-version.js';
import { manifestOf, packageManagerOf, type Manifest } from '../../shared/package-manager.js';
import { SchematicsException } from '../devkit.js';
import { formatted } from '../source/formatted.js';
import { changeJson, readJson } from '../source/json-files.js';
import { PACKAGE, findRootModule, importExtension } from '../source/project.js';
import { addJestTransformer } from './add-jest-transformer.js';
import { addNxProject, isNxWorkspace, nxSourceRoot } from './add-nx-project.js';
import { addRspackLoader } from './add-rspack-loader.js';
import { addSignaturesFile, takesSignaturesFile } from './add-signatures-file.js';
import { addVitePlugin } from './add-vite-plugin.js';
import { habitsOfExisting, sayHabits, sayStyle, styleOf, type Style } from './style-of-project.js';
import { ts } from '../../compiler/program/typescript.js';
import { nodesIn } from '../../compiler/syntax/nodes.js';
import {
  appendElements,
  insert,
  parse,
  quoteOf,
  replaceNode,
  withEdits,
  withImports,
  type Edit,
} from '../../compiler/syntax/text-edits.js';

const MANIFEST = '/package.json';

/** The options of `nest add nestjs-rest-routes`. */
export interface AddOptions {
  readonly sourceRoot?: string;
  readonly namespace?: string;
  /** The habits of the API. By default those that fit the project. */
  readonly style?: Style;
}

/**
 * `nest add nestjs-rest-routes`: adds the module with its namespace, the compiler plugin, the Vite plugin and
 * the transformer for Jest; in a workspace of Nx, what its build takes in place of the compiler plugin.
 * Keeps what is there already. Where it cannot change a file, it logs the line to write.
 */
export function nestAdd({ sourceRoot: stated = 'src', namespace, style }: AddOptions): Rule {
  return (tree, context) => {
    checkInstalledNest(tree);
    const isNx = isNxWorkspace(tree);
    const sourceRoot = isNx ? nxSourceRoot(tree, stated) : stated;
    const builders = isNx
      ? [addNxProject(sourceRoot)]
      : [addPlugin(sourceRoot), addRspackLoader(sourceRoot)];
    warnOfExclusions(tree, context, sourceRoot);
    return formatted(
      ...builders,
      addSignaturesFile(sourceRoot),
      addRestModule(sourceRoot, namespace ?? defaultNamespace(tree), style),
      addVitePlugin(sourceRoot),
      addJestTransformer(sourceRoot),
    );
  };
}

/**
 * Names the update of Nest that the library needs, before anything is changed: the peer ranges allow an older one, so
 * that the package can be installed, and this message is read.
 *
 * @throws SchematicsException
 */
function checkInstalledNest(tree: Tree): void {
  const manifest: Manifest = readJson(tree, MANIFEST);
  const stated = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  const released = stated.filter((name) =>
    /^@nestjs\/(?:common|core|platform-\w+|testing|websockets|microservices)$/.test(name),
  );
  for (const name of NEST_PACKAGES) {
    const version = installedVersion(tree, name);
    if (version === undefined || isNestSupported(name, version)) continue;
    const folder = process.cwd();
    const manager = packageManagerOf(folder, (file) => tree.exists(`/${file}`));
    const update = explainNestUpdate(name, version, released, { folder, manifest, manager });
    throw new SchematicsException(
      `${update}\nThen set the library up: npx nest generate -c ${PACKAGE} nest-add. Nothing is changed yet.`,
    );
  }
}

/** A workspace may have the packages of its projects at its root, which is above the tree of a project. */
function installedVersion(tree: Tree, name: string): string | undefined {
  const path = `/node_modules/${name}/package.json`;
  const own: Manifest = tree.exists(path) ? readJson(tree, path) : {};
  if (own.version !== undefined) return own.version;
  for (let folder = dirname(process.cwd()); folder !== dirname(folder); folder = dirname(folder)) {
    const { version } = manifestOf(join(folder, 'node_modules', name));
    if (version !== undefined) return version;
  }
  return undefined;
}

/** Names that say which part of a product a package is, and not which product. */
const PARTS = /^(?:api|app|apps|backend|monorepo|root|server|service|web|workspace)$/;

/**
 * The namespace that `package.json` states for the routes, or the name of the product: that of the package, or else of
 * its workspace or its scope.
 */
function defaultNamespace(tree: Tree): string {
  const { name, [PACKAGE]: settings } = readJson(tree, MANIFEST);
  const { namespace } = (settings ?? {}) as { readonly namespace?: unknown };
  if (typeof namespace === 'string') return namespace;
  const [scope, own] = partsOf(name);
  const names = [own, ...partsOf(workspaceName()).toReversed(), scope];
  return names.find((one) => one !== '' && !PARTS.test(one)) ?? (own || 'app');
}

/** `['acme', 'server']` of `@acme/server`. */
function partsOf(name: unknown): readonly [scope: string, name: string] {
  // The name that Nx gives to every workspace.
  if (name === '@nx/source') return ['', ''];
  const [, scope = '', own = ''] =
    /^(?:@([^/]+)\/)?(.*)$/.exec(typeof name === 'string' ? name : '') ?? [];
  return [scope, own];
}

/** The name of the workspace above the project. */
function workspaceName(): string | undefined {
  for (let folder = dirname(process.cwd()); folder !== dirname(folder); folder = dirname(folder)) {
    const { name, workspaces } = manifestOf(folder);
    const isRoot = workspaces !== undefined || existsSync(join(folder, 'pnpm-workspace.yaml'));
    if (isRoot) return name;
  }
  return undefined;
}

const NEST_CLI = '/nest-cli.json';

/** As `nest new` writes it. The command line of Nest has the same defaults without the file. */
const NEW_NEST_CLI = `{
  "$schema": "https://json.schemastore.org/nest-cli",
  "collection": "@nestjs/schematics",
  "sourceRoot": "src",
  "compilerOptions": {
    "plugins": ["${PACKAGE}"]
  }
}
`;

const WITHOUT_NEST_CLI = `There is no nest-cli.json, and no script runs "nest build" or "nest start": let what builds the application read signatures, by a row of docs/toolchains.md or by the file that "npx ${PACKAGE} signatures" writes.`;

function runsNest(tree: Tree): boolean {
  const { scripts } = readJson(tree, '/package.json');
  return Object.values(scripts ?? {}).some((one) => /\bnest (?:build|start)\b/.test(String(one)));
}

/** Exclusions move plain controllers, and not routes. */
function warnOfExclusions(tree: Tree, { logger }: SchematicContext, sourceRoot: string): void {
  const path = posix.join('/', sourceRoot, 'main.ts');
  const text = tree.exists(path) ? tree.readText(path) : '';
  if (!/\bsetGlobalPrefix\([^;]*\bexclude\b/.test(text)) return;
  logger.info(
    `${path.slice(1)} excludes paths from the global prefix. Routes stay below it; an exclusion that matches a route is a startup error, unless RestModule.forRoot({ prefix }) states where the routes are.`,
  );
}

/** Signatures come from the plugin, or from the file that builders without plugins need: not from both. */
function addPlugin(sourceRoot: string): Rule {
  return (tree, context) => {
    if (!takesSignaturesFile(tree, sourceRoot)) addCompilerPlugin(tree, context);
  };
}

/** Adds the plugin to the compiler options of the Nest CLI. */
export function addCompilerPlugin(tree: Tree, context: SchematicContext): void {
  if (!tree.exists(NEST_CLI)) {
    if (runsNest(tree)) tree.create(NEST_CLI, NEW_NEST_CLI);
    else context.logger.warn(WITHOUT_NEST_CLI);
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
 * depend on the folder that the application runs in; so is a style that is not the default.
 */
function addRestModule(sourceRoot: string, namespace: string, stated: Style | undefined): Rule {
  return (tree, context) => {
    const path = rootModulePath(tree, sourceRoot);
    const text = tree.exists(path) ? tree.readText(path) : '';
    if (text.includes('RestModule')) return;
    const style = stated ?? styleOf(tree, sourceRoot);
    if (stated === undefined) sayStyle(style, path, context);
    const withSignatures = takesSignaturesFile(tree, sourceRoot);
    const quote = quoteOf(parse(text));
    const quoted = `${quote}${namespace.replaceAll(/['"\\]/g, '\\$&')}${quote}`;
    const habits = style === 'nest' ? habitsOfExisting(tree, sourceRoot) : [];
    if (habits.length > 0) sayHabits(path, context);
    const members = [
      `namespace: ${quoted}`,
      ...(style === 'nest' ? [`style: ${quote}nest${quote}`] : []),
      ...habits.map(([name, value]) =>
        typeof value === 'string' ? `${name}: ${quote}${value}${quote}` : `${name}: ${value}`,
      ),
      ...(withSignatures ? ['signatures'] : []),
    ];
    const module = `RestModule.forRoot({ ${members.join(', ')} })`;
    const changed = withModuleImport(text, module);
    if (changed === undefined) {
      context.logger.warn(
        `${path} has no @Module with a list of imports: add ${module} to the imports of the root module.`,
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

/**
 * Adds an element to the imports of the first class with `@Module`, in the style of the file.
 *
 * @returns `undefined` if there is no such class, or its imports are not a list.
 */
function withModuleImport(text: string, element: string): string | undefined {
  const decorator = nodesIn(parse(text), ts.isDecorator).find(isModule);
  const [metadata] = argumentsOf(decorator);
  if (metadata === undefined || !ts.isObjectLiteralExpression(metadata)) return undefined;
  const imports = metadata.properties.find((one) => one.name?.getText() === 'imports');
  if (imports === undefined)
    return withEdits(text, [addImports(metadata, `imports: [${element}]`)]);
  const list = ts.isPropertyAssignment(imports) ? imports.initializer : undefined;
  if (list === undefined || !ts.isArrayLiteralExpression(list)) return undefined;
  const edits =
    list.elements.length === 0
      ? [replaceNode(list, `[${element}]`)]
      : appendElements(list.elements, [element]);
  return withEdits(text, edits);
}

function isModule({ expression }: ts.Decorator): boolean {
  return ts.isCallExpression(expression) && expression.expression.getText() === 'Module';
}

function argumentsOf(decorator: ts.Decorator | undefined): readonly ts.Expression[] {
  const call = decorator?.expression;
  return call !== undefined && ts.isCallExpression(call) ? call.arguments : [];
}

/** Before the other properties, on a line of its own if they have lines of their own. */
function addImports(metadata: ts.ObjectLiteralExpression, property: string): Edit {
  const [first] = metadata.properties;
  if (first === undefined) return replaceNode(metadata, `{ ${property} }`);
  const { text } = metadata.getSourceFile();
  const start = first.getStart();
  const indentation = text.slice(text.lastIndexOf('\n', start) + 1, start);
  const isOnOwnLine =
    indentation.trim() === '' && text.slice(metadata.getStart(), start).includes('\n');
  if (!isOnOwnLine) return insert(start, `${property}, `);
  const brace = metadata.getStart() + 1;
  const end = ts.getTrailingCommentRanges(text, brace)?.at(-1)?.end ?? brace;
  return insert(end, `\n${indentation}${property},`);
}

function signaturesFrom(path: string, sourceRoot: string, extension: string): string {
  const folder = posix.relative(posix.dirname(path), posix.join('/', sourceRoot));
  return `./${posix.join(folder, 'rest-signatures')}${extension}`;
}

function rootModulePath(tree: Tree, sourceRoot: string): string {
  const found = findRootModule(tree, sourceRoot);
  return found?.file ?? posix.join('/', sourceRoot, 'app.module.ts');
}
