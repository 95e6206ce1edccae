import { posix } from 'node:path';
import { ts } from '../../compiler/program/typescript.js';
import { parseSource } from './existing/source-file.js';
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
  const main = posix.join(root, 'main.ts');
  const { className, file } = bootedIn(parseSource(main, read(main) ?? '')) ?? DEFAULT;
  const path = posix.join(root, file);
  return read(path) === undefined ? undefined : { path, className };
}

/** The class that a `main.ts` boots, and the file that it imports the class from. */
function bootedIn(source: ts.SourceFile): typeof DEFAULT | undefined {
  const className = bootedClass(source);
  if (className === undefined) return undefined;
  const from = source.statements.filter(ts.isImportDeclaration).find((one) => {
    const bindings = one.importClause?.namedBindings;
    const names = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
    return names.some(({ name }) => name.text === className);
  })?.moduleSpecifier;
  if (from === undefined || !ts.isStringLiteral(from) || !from.text.startsWith('.'))
    return undefined;
  return { className, file: `${from.text.replace(/\.js$/, '')}.ts` };
}

/** The first argument of `NestFactory.create`. */
function bootedClass(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node) && node.expression.getText() === 'NestFactory.create') {
    const [root] = node.arguments;
    if (root !== undefined && ts.isIdentifier(root)) return root.text;
  }
  return ts.forEachChild(node, bootedClass);
}
