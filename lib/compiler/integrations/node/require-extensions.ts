import { createRequire } from 'node:module';
import type { Compile } from './compile.js';
import { formatOf, isSource } from './source-files.js';

/** What `require` gives the function that loads a kind of file. */
interface RequiredModule extends NodeJS.Module {
  _compile(code: string, path: string): void;
}

/**
 * Compiles the TypeScript files that CommonJS modules require. Node 20 has no hook for them, and tsx
 * reads them past the hooks.
 */
export function compileRequired(compile: Compile): void {
  const { extensions } = createRequire(import.meta.url);
  for (const extension of ['.ts', '.cts'] as const) {
    const before = extensions[extension] ?? extensions['.js'];
    extensions[extension] = (module, path) => {
      const isOurs = isSource(path) && formatOf(path) === 'commonjs';
      if (isOurs) (module as RequiredModule)._compile(compile(path, 'commonjs'), path);
      else before(module, path);
    };
  }
}
