import { posix } from 'node:path';
import { kebabCase, pascalCase, shortWords, typeWords } from './naming/words.js';

/** Where the files of an import are. */
export interface ImportPaths {
  readonly folder: string;
  readonly module: string;
  readonly moduleName: string;
  /** The types that several controllers use. */
  readonly shared: string;
  readonly controller: (words: readonly string[]) => string;
  readonly spec: (words: readonly string[]) => string;
  readonly arguments: (words: readonly string[]) => string;
}

/** @param suffix The suffix of test files: `spec`. */
export function importPaths(folder: string, namespace: string, suffix: string): ImportPaths {
  const words = shortWords(typeWords(namespace, 'api'));
  const at = (of: readonly string[], end: string): string =>
    posix.join(folder, kebabCase(of), `${kebabCase(of)}.${end}.ts`);
  return {
    folder,
    module: posix.join(folder, `${kebabCase(words)}.module.ts`),
    moduleName: `${pascalCase(words)}Module`,
    shared: posix.join(folder, 'shared.arguments.ts'),
    controller: (of) => at(of, 'controller'),
    spec: (of) => at(of, `controller.${suffix}`),
    arguments: (of) => at(of, 'arguments'),
  };
}

/** The folder that a person states, from the project or from the source root: `src/shop` and `shop`. */
export function importFolder(path: string | undefined, sourceRoot: string): string | undefined {
  if (path === undefined || path === '') return undefined;
  const folder = posix.join('/', path).replace(/\/$/, '');
  const isWithin = folder === sourceRoot || folder.startsWith(`${sourceRoot}/`);
  return isWithin ? folder : posix.join(sourceRoot, folder);
}
