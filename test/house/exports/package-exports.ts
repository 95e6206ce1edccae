import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ENTRY = fileURLToPath(new URL('../../../lib/index.ts', import.meta.url));

/** The file of the compiler that `npm run generate` writes. */
export const GENERATED = 'lib/compiler/program/package-exports.ts';

/** The names that a list of exports has: `export { a, type b as c } from './x.js'` has `a` and `c`. */
export function exportedNames(text: string): readonly string[] {
  const source = ts.createSourceFile('index.ts', text, ts.ScriptTarget.Latest);
  const names = source.statements.flatMap((statement) => {
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
    if (clause === undefined || !ts.isNamedExports(clause)) {
      throw new Error('lib/index.ts has a statement that is not a list of exports.');
    }
    return clause.elements.map(({ name }) => name.text);
  });
  return names.toSorted();
}

/** The text of the generated file, before Prettier formats it. */
export function packageExports(): string {
  const names = exportedNames(readFileSync(ENTRY, 'utf8'));
  const list = names.map((name) => JSON.stringify(name)).join(', ');
  return `${HEAD}export const PACKAGE_EXPORTS: ReadonlySet<string> = new Set([${list}]);\n`;
}

const HEAD = `/**
 * The names that \`nestjs-rest-routes\` exports, generated from \`lib/index.ts\` by
 * \`npm run generate\`. The compiler recognizes a symbol of this package by such a name and by
 * the package of its file.
 */
`;
