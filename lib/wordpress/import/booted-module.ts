import { posix } from 'node:path';
import type { RootModule } from './writing/import-job.js';

const DEFAULT = { file: 'app.module.ts', className: 'AppModule' };

/**
 * Finds the root module below a source root: the class that `main.ts` passes to `NestFactory`, or
 * `app.module.ts`. A library has none.
 *
 * @param read Reads a file; `undefined` where there is none.
 */
export function findBootedModule(
  read: (path: string) => string | undefined,
  sourceRoot: string,
): RootModule | undefined {
  const root = posix.join('/', sourceRoot);
  const { className, file } = bootedIn(read(posix.join(root, 'main.ts')) ?? '') ?? DEFAULT;
  const path = posix.join(root, file);
  return read(path) === undefined ? undefined : { path, className };
}

/** The class that a `main.ts` boots, and the file that it imports the class from. */
function bootedIn(text: string): typeof DEFAULT | undefined {
  const className = /NestFactory\s*\.\s*create(?:<[^>]*>)?\(\s*(\w+)/.exec(text)?.[1];
  if (className === undefined) return undefined;
  const from = new RegExp(
    `import\\s*{[^}]*\\b${className}\\b[^}]*}\\s*from\\s*['"](\\.[^'"]+)['"]`,
  );
  const specifier = from.exec(text)?.[1];
  if (specifier === undefined) return undefined;
  return { className, file: `${specifier.replace(/\.js$/, '')}.ts` };
}
