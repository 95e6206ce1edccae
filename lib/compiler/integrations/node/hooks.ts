import { formatOf, sourcePath, sourceSpecifier, type Compile } from './source-files.js';

type Next<Context> = (specifier: string, context: Context) => unknown;

/** The hooks of Node that find and load modules; they work with and without promises. */
export interface ModuleHooks {
  resolve<Context extends { readonly parentURL?: string | undefined }>(
    specifier: string,
    context: Context,
    next: Next<Context>,
  ): unknown;
  load<Context>(url: string, context: Context, next: Next<Context>): unknown;
}

/** Hooks that compile the TypeScript files of the project, and leave other modules to Node and others. */
export function createHooks(compile: Compile): ModuleHooks {
  return {
    resolve: (specifier, context, next) =>
      next(sourceSpecifier(specifier, context.parentURL), context),
    load(url, context, next) {
      const path = sourcePath(url);
      if (path === undefined) return next(url, context);
      const format = formatOf(path);
      // Without a source, Node's loader of CommonJS takes over, and `compileRequired` compiles for it.
      const source = format === 'commonjs' ? null : compile(path, format);
      return { format, source, shortCircuit: true };
    },
  };
}
