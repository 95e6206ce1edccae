import type { SchematicContext, Tree } from '@angular-devkit/schematics';
import { findStartedModule } from '../../wordpress/import/import-routes.js';
import type { ProjectFiles } from '../../wordpress/import/project-files.js';
import {
  projectExtension,
  type ExportedClass,
  type ImportExtension,
} from '../../wordpress/import/source/module-source.js';
import { readJson } from './json-files.js';

/** The name under which applications import this package. */
export const PACKAGE = 'nestjs-rest-routes';

/** The files of the project that a schematic changes. */
export class TreeFiles implements ProjectFiles {
  constructor(private readonly tree: Tree) {}

  readonly read = (path: string): string | undefined => this.tree.read(path)?.toString();

  readonly list = (folder: string): readonly string[] => {
    const paths: string[] = [];
    this.tree.getDir(folder).visit((path) => {
      if (path.endsWith('.ts') && !path.includes('/node_modules/')) paths.push(path);
    });
    return paths;
  };

  write(path: string, text: string): void {
    if (this.tree.exists(path)) this.tree.overwrite(path, text);
    else this.tree.create(path, text);
  }
}

/** A change of a source file by `nest add`. */
interface SourceChange {
  /** A text that a file contains if it was changed already. */
  readonly marker: string;
  /** The changed text; the same text or `undefined` if the file does not have the expected form. */
  readonly change: (text: string) => string | undefined;
  /** The change that a person must make then: `add restRoutes() to its plugins`. */
  readonly remedy: string;
}

/** Changes a source file that exists and was not changed before, or logs the change for a person to make. */
export function changeSource(
  tree: Tree,
  { logger }: SchematicContext,
  path: string,
  { marker, change, remedy }: SourceChange,
): void {
  const text = new TreeFiles(tree).read(path);
  if (text === undefined || text.includes(marker)) return;
  const changed = change(text);
  if (changed !== undefined && changed !== text) tree.overwrite(path, changed);
  else logger.warn(`${path} could not be read: ${remedy}.`);
}

/** The extension of relative imports, as `nest new` writes them: none in a CommonJS project. */
export function importExtension(tree: Tree): ImportExtension {
  return projectExtension(new TreeFiles(tree).read);
}

/** Finds the root module below a source root. A library has none. */
export function findRootModule(tree: Tree, sourceRoot: string): ExportedClass | undefined {
  return findStartedModule(new TreeFiles(tree).read, sourceRoot);
}

/** Packages of test runners that declare the functions of generated tests: `describe`, `it.each`, `expect`. */
const RUNNERS = ['vitest', 'jest', '@types/jest'];

/** Whether generated tests compile in a project; `true` if its packages are unknown. */
export function hasTestRunner(tree: Tree): boolean {
  const { dependencies, devDependencies } = readJson(tree, '/package.json') as {
    readonly dependencies?: object;
    readonly devDependencies?: object;
  };
  if (dependencies === undefined && devDependencies === undefined) return true;
  const installed = { ...dependencies, ...devDependencies };
  return RUNNERS.some((name) => Object.hasOwn(installed, name));
}
