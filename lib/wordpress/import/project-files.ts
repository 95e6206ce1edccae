import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withSlashes } from '../../shared/with-slashes.js';
import { kebabCase, pascalCase } from './naming.js';

/** The files of a project, by paths from its root that begin with a slash. */
export interface ProjectFiles {
  /** `undefined` if there is no such file. */
  readonly read: (path: string) => string | undefined;
  readonly list: (folder: string) => readonly string[];
}

export type FormatText = (path: string, text: string) => Promise<string>;

export class ChangedFiles implements ProjectFiles {
  readonly #texts = new Map<string, string>();

  constructor(
    private readonly files: ProjectFiles,
    readonly format: FormatText,
  ) {}

  get changes(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  readonly read = (path: string): string | undefined =>
    this.#texts.get(path) ?? this.files.read(path);

  readonly list = (folder: string): readonly string[] => {
    const added = [...this.#texts.keys()].filter((path) => path.startsWith(`${folder}/`));
    return [...new Set([...this.files.list(folder), ...added])];
  };

  async write(path: string, text: string): Promise<void> {
    const before = this.read(path);
    const formatted = await formatEdited(path, before, text, this.format);
    if (formatted !== before) this.#texts.set(path, formatted);
  }
}

interface Prettier {
  readonly resolveConfig: (file: string, options: object) => Promise<object | null>;
  readonly format: (text: string, options: object) => Promise<string>;
}

/** Formats texts as the project does: with its own Prettier, or not at all if it has none. */
export async function projectFormat(root: string): Promise<FormatText> {
  const prettier = await loadPrettier(root);
  if (prettier === undefined) return (_path, text) => Promise.resolve(text);
  return async (path, text) => {
    const file = join(root, path);
    const config = await prettier.resolveConfig(file, { editorconfig: true });
    return prettier.format(text, { ...config, filepath: file });
  };
}

/**
 * Formats a changed text if it was formatted before; the formatting of a person is kept. So is a byte order mark, which
 * TypeScript removes when it reads a file.
 */
export async function formatEdited(
  path: string,
  before: string | undefined,
  changed: string,
  format: FormatText,
): Promise<string> {
  const isMarked = before?.startsWith('\ufeff') === true && !changed.startsWith('\ufeff');
  const text = isMarked ? `\ufeff${changed}` : changed;
  const isFormatted = before === undefined || (await format(path, before)) === before;
  return isFormatted ? format(path, text) : text;
}

async function loadPrettier(root: string): Promise<Prettier | undefined> {
  const path = resolveFrom(root, 'prettier');
  if (path === undefined) return undefined;
  // A namespace, whose members are those of Prettier since version 2.
  const loaded = (await import(pathToFileURL(path).href)) as Partial<Prettier> & {
    readonly default?: Prettier;
  };
  const { format, resolveConfig } = loaded;
  return format === undefined || resolveConfig === undefined
    ? loaded.default
    : { format, resolveConfig };
}

function resolveFrom(root: string, name: string): string | undefined {
  try {
    return createRequire(join(root, 'package.json')).resolve(name);
  } catch {
    return undefined;
  }
}

export interface ImportPaths {
  readonly folder: string;
  readonly module: string;
  readonly moduleName: string;
  readonly shared: string;
  readonly controller: (words: readonly string[]) => string;
  readonly spec: (words: readonly string[]) => string;
  readonly arguments: (words: readonly string[]) => string;
}

export function moduleName(words: readonly string[]): string {
  return `${pascalCase(words)}Module`;
}

/**
 * @param words Those of the name of the module.
 * @param suffix The suffix of test files: `spec`.
 */
export function importPaths(folder: string, words: readonly string[], suffix: string): ImportPaths {
  const at = (of: readonly string[], end: string): string =>
    posix.join(folder, kebabCase(of), `${kebabCase(of)}.${end}.ts`);
  return {
    folder,
    module: posix.join(folder, `${kebabCase(words)}.module.ts`),
    moduleName: moduleName(words),
    shared: posix.join(folder, 'shared.arguments.ts'),
    controller: (of) => at(of, 'controller'),
    spec: (of) => at(of, `controller.${suffix}`),
    arguments: (of) => at(of, 'arguments'),
  };
}

/** The folder that a person states, from the project or from the source root: `src/shop`, `src\\shop` and `shop`. */
export function importFolder(path: string | undefined, sourceRoot: string): string | undefined {
  if (path === undefined || path === '') return undefined;
  const folder = posix.join('/', withSlashes(path)).replace(/\/$/, '');
  const isWithin = folder === sourceRoot || folder.startsWith(`${sourceRoot}/`);
  return isWithin ? folder : posix.join(sourceRoot, folder);
}
