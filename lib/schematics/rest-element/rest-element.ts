import { posix } from 'node:path';
import type { Rule, Tree } from '@angular-devkit/schematics';
import { withSlashes } from '../../shared/with-slashes.js';
import { formatted } from '../source/formatted.js';
import { findRootModule, importExtension } from '../source/project.js';
import type { ExportedClass } from '../../wordpress/import/source/module-source.js';
import { filesFromTemplates } from './files-from-templates.js';
import { ModuleDeclarator, ModuleFinder, noop, SchematicsException } from '../devkit.js';
import { kebabCase, pascalCase, singularOf } from '../../wordpress/import/naming.js';
import type { Path } from '@angular-devkit/core';

/** `nest generate -c nestjs-rest-routes rest-resource items` */
export function restResource(options: ElementOptions): Rule {
  const element = elementOf(options);
  const { file, folder } = element;
  const withTests = options.spec !== false;
  const isRegistered = options.skipImport !== true;
  return formatted(
    filesFromTemplates('resource', folder, { ...element, resource: file }, withTests),
    ...(isRegistered ? [registerInModule(element, ['controller', 'service'])] : []),
    ...(isRegistered && withTests ? [endToEndTest(element, options.sourceRoot)] : []),
  );
}

/**
 * Creates a test of a resource in its application, in the `test` folder beside the sources, as `nest new`
 * does. A library of a monorepo has no application to test the resource in.
 */
function endToEndTest(element: Element, sourceRoot = 'src'): Rule {
  return (tree) => {
    const root = findRootModule(tree, sourceRoot);
    if (root === undefined) return undefined;
    const folder = posix.join('/', posix.dirname(sourceRoot), 'test');
    const names = {
      ...element,
      resource: element.file,
      ...importsOf(element, root, folder, importExtension(tree)),
    };
    return filesFromTemplates('end-to-end', folder, names);
  };
}

function importsOf(element: Element, root: ExportedClass, folder: string, js: string): object {
  const from = (path: string): string => `./${posix.relative(folder, path)}`;
  return {
    moduleName: root.className,
    modulePath: from(root.file.replace(/\.ts$/, js)),
    controllerPath: from(posix.join(element.folder, `${element.file}.controller${js}`)),
  };
}

/** `nest generate -c nestjs-rest-routes rest-controller items` */
export function restController(options: ElementOptions): Rule {
  const element = elementOf(options);
  const { file, folder } = element;
  return formatted(
    filesFromTemplates(
      'controller',
      folder,
      { ...element, controller: file },
      options.spec !== false,
    ),
    options.skipImport === true ? noop() : registerInModule(element, ['controller']),
  );
}

/** The options of a schematic that creates an element. */
export interface ElementOptions {
  readonly name: string;
  readonly path?: string;
  readonly sourceRoot?: string;
  readonly apiVersion?: string;
  readonly base?: string;
  readonly flat?: boolean;
  readonly spec?: boolean;
  readonly specFileSuffix?: string;
  readonly skipImport?: boolean;
}

/** The names and places of a controller or a resource. */
interface Element {
  /** `order-lines`. */
  readonly file: string;
  /** `OrderLines`. */
  readonly type: string;
  /** One of them: `OrderLine`. */
  readonly single: string;
  /** The folder, from the root of the project. */
  readonly folder: string;
  readonly version: string;
  readonly base: string;
  /** The suffix of test files: `spec`. */
  readonly suffix: string;
}

/**
 * Derives names and places from options, as Nest's own schematics do.
 *
 * @throws SchematicsException on a name that does not begin with a letter.
 */
export function elementOf(options: ElementOptions): Element {
  const { dir, base: last } = posix.parse(withSlashes(options.name));
  const words = wordsOf(last);
  if (!/^[a-z]/.test(words[0] ?? '')) {
    throw new SchematicsException(`"${options.name}" is not a name; write one such as items.`);
  }
  const file = kebabCase(words);
  return {
    file,
    type: pascalCase(words),
    single: pascalCase(singularOf(words)),
    folder: folderOf(options, dir, file),
    version: options.apiVersion ?? 'v1',
    base: options.base ?? `/${file}`,
    suffix: options.specFileSuffix ?? 'spec',
  };
}

function folderOf(options: ElementOptions, dir: string, file: string): string {
  const path = withSlashes(options.path ?? '');
  const root = posix.join('/', options.sourceRoot ?? 'src', path, dir);
  return options.flat === true ? root : posix.join(root, file);
}

/** `order`, `lines` of `orderLines`, `order-lines` or `order_lines`. As in Nest, a digit does not begin a word. */
function wordsOf(name: string): readonly string[] {
  const words = name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.map((word) => word.toLowerCase());
}

/** A kind of class that an element has: `controller` of `items.controller.ts`. */
type ClassKind = 'controller' | 'service';

/** Lists the classes of an element among the providers of the nearest module, or logs the classes to list. */
function registerInModule(element: Element, kinds: readonly ClassKind[]): Rule {
  return (tree, context) => {
    for (const kind of kinds) {
      if (registerClass(tree, element, kind)) continue;
      const name = classNameOf(element, kind);
      context.logger.warn(`No module was found: list ${name} among the providers of one.`);
    }
  };
}

function registerClass(tree: Tree, element: Element, kind: ClassKind): boolean {
  const { file, folder } = element;
  const module = new ModuleFinder(tree).find({ name: file, path: folder as Path });
  const text = module === null ? undefined : tree.read(module)?.toString();
  if (module === null || text === undefined) return false;
  // Nest 11 writes no extension, and Nest 12 only `.js`.
  const declared = { ...declarationOf(element, kind), module, isEsm: false };
  const changed = new ModuleDeclarator().declare(text, declared);
  const specifier = `/${file}.${kind}`;
  tree.overwrite(module, changed.replace(`${specifier}'`, `${specifier}${importExtension(tree)}'`));
  return true;
}

function declarationOf(element: Element, kind: ClassKind) {
  const className = classNameOf(element, kind);
  const path = posix.normalize(element.folder) as Path;
  const { file: name } = element;
  return { metadata: 'providers', type: kind, name, className, symbol: className, path };
}

function classNameOf({ type }: Element, kind: ClassKind): string {
  return `${type}${pascalCase([kind])}`;
}
