import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FormatText } from './project-files.js';

/** What is used of Prettier. */
interface Prettier {
  readonly resolveConfig: (file: string, options: object) => Promise<object | null>;
  readonly format: (text: string, options: object) => Promise<string>;
}

/** Formats texts as the project does: with its own Prettier, or not at all where it has none. */
export async function projectFormat(root: string): Promise<FormatText> {
  const prettier = await loadPrettier(root);
  if (prettier === undefined) return (_path, text) => Promise.resolve(text);
  return async (path, text) => {
    const file = join(root, path);
    const config = await prettier.resolveConfig(file, { editorconfig: true });
    return prettier.format(text, { ...config, filepath: file });
  };
}

async function loadPrettier(root: string): Promise<Prettier | undefined> {
  const path = resolveFrom(root, 'prettier');
  if (path === undefined) return undefined;
  // A namespace, whose shape is that of Prettier since version 2.
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
