import Module from 'node:module';
import { formatOf, isSource, type Compile } from './source-files.js';

/** What `require` gives the function that loads a kind of file. */
interface RequiredModule extends NodeJS.Module {
  _compile(code: string, path: string): void;
}

type Load = (module: RequiredModule, path: string) => void;

/** The functions that load each kind of file, which Node keeps for such tools without a type. */
interface WithExtensions {
  readonly _extensions: Record<string, Load> & { readonly '.js': Load };
}

/**
 * Compiles the TypeScript files that CommonJS modules require. Node 20 has no hook for them, and tsx
 * reads them past the hooks.
 */
export function compileRequired(compile: Compile): void {
  const { _extensions: extensions } = Module as unknown as WithExtensions;
  for (const extension of ['.ts', '.cts'] as const) {
    const before = extensions[extension] ?? extensions['.js'];
    extensions[extension] = (module, path) => {
      const isOurs = isSource(path) && formatOf(path) === 'commonjs';
      if (isOurs) module._compile(compile(path, 'commonjs'), path);
      else before(module, path);
    };
  }
}
