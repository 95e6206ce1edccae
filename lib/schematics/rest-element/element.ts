import { posix } from 'node:path';
import { SchematicsException, type Tree } from '@angular-devkit/schematics';

/** What a schematic of an element takes. */
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

/** Names and places of an element. */
export interface Element {
  /** `order-lines`. */
  readonly file: string;
  /** `OrderLines`. */
  readonly type: string;
  /** `orderLines`. */
  readonly variable: string;
  /** The folder, from the root of the project. */
  readonly folder: string;
  readonly version: string;
  readonly base: string;
  readonly suffix: string;
}

/**
 * Works out names and places, as Nest's own schematics do.
 *
 * @throws SchematicsException on a name without a letter.
 */
export function elementOf(options: ElementOptions): Element {
  const { dir, base: last } = posix.parse(options.name);
  const words = last.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [];
  const [first] = words;
  if (first === undefined || !/^[a-z]/i.test(first)) {
    throw new SchematicsException(`"${options.name}" is no name; write one such as items.`);
  }
  const file = words.map((word) => word.toLowerCase()).join('-');
  const type = words.map(capitalized).join('');
  const root = posix.join('/', options.sourceRoot ?? 'src', options.path ?? '', dir);
  return {
    file,
    type,
    variable: `${type.charAt(0).toLowerCase()}${type.slice(1)}`,
    folder: options.flat === true ? root : posix.join(root, file),
    version: options.apiVersion ?? 'v1',
    base: options.base ?? `/${file}`,
    suffix: options.specFileSuffix ?? 'spec',
  };
}

/** Creates files that are not there yet; one that is stays, and stops the schematic. */
export function createFiles(
  tree: Tree,
  folder: string,
  files: Readonly<Record<string, string>>,
): void {
  for (const [name, text] of Object.entries(files)) tree.create(posix.join(folder, name), text);
}

function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`;
}
