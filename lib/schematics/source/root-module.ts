import { posix } from 'node:path';
import type { Tree } from '@angular-devkit/schematics';

/** The root module of an application. */
export interface RootModule {
  /** From the root of the project: `/src/app.module.ts`. */
  readonly path: string;
  /** `AppModule`. */
  readonly className: string;
}

const DEFAULT = { file: 'app.module.ts', className: 'AppModule' };

/**
 * Finds the root module below a source root: the class that `main.ts` passes to `NestFactory`, or
 * `app.module.ts`. A library has none.
 */
export function findRootModule(tree: Tree, sourceRoot: string): RootModule | undefined {
  const root = posix.join('/', sourceRoot);
  const text = tree.read(posix.join(root, 'main.ts'))?.toString() ?? '';
  const { className, file } = bootedIn(text) ?? DEFAULT;
  const path = posix.join(root, file);
  return tree.exists(path) ? { path, className } : undefined;
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
