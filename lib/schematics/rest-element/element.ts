import { posix } from 'node:path';
import { SchematicsException } from '../devkit.js';
import { kebabCase, pascalCase, singularOf } from '../../wordpress/import/naming.js';

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
export interface Element {
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
  const { dir, base: last } = posix.parse(options.name);
  const words = wordsOf(last);
  if (!/^[a-z]/.test(words[0] ?? '')) {
    throw new SchematicsException(`"${options.name}" is no name; write one such as items.`);
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
  const root = posix.join('/', options.sourceRoot ?? 'src', options.path ?? '', dir);
  return options.flat === true ? root : posix.join(root, file);
}

/** `order`, `lines` of `orderLines`, `order-lines` or `order_lines`. As in Nest, digits begin no word. */
function wordsOf(name: string): readonly string[] {
  const words = name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.map((word) => word.toLowerCase());
}
