import { join } from 'node:path';
import ts from 'typescript';
import { REPOSITORY } from '../../support/repository.js';
import { readText } from './pages.js';

/** The text below a heading, up to the next one of its rank: 2, or 3 with those of rank 2. */
export function section(page: string, heading: string, rank: 2 | 3 = 2): string {
  const headings = rank === 2 ? /^## /m : /^#{2,3} /m;
  const found = page.split(headings).find((text) => text.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`There is no section "${heading}".`);
  return found;
}

/** The cells of the first table below a heading, without its head. */
export function rows(text: string): readonly (readonly string[])[] {
  const [table = ''] = text.match(/(?:^\|.*\n)+/m) ?? [];
  const lines = table
    .trim()
    .split('\n')
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  return lines.map((line) => line.slice(1, -1)).slice(2);
}

/** The names of options that are headings of rank 3. */
export function subheadings(text: string): readonly string[] {
  return [...text.matchAll(/^### `(\w+)`$/gm)].map(([, name = '']) => name);
}

/** The names in the first column of a table; one cell may name several. */
export function firstColumn(text: string): readonly string[] {
  return rows(text).flatMap(([names = '']) => names.replaceAll('`', '').split(', '));
}

/** The names of the members of a type that a source file exports, those that it has from others included. */
export function membersOf(path: string, name: string): readonly string[] {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es5.d.ts'],
    types: [],
  };
  // The modules of packages are not read: an option is declared in lib.
  const host = ts.createCompilerHost(options);
  const getSourceFile: typeof host.getSourceFile = (file, ...rest) =>
    /node_modules\/(?!typescript\/)/.test(file) ? undefined : host.getSourceFile(file, ...rest);
  const file = join(REPOSITORY, path);
  const program = ts.createProgram([file], options, { ...host, getSourceFile });
  const checker = program.getTypeChecker();
  const declared = program
    .getSourceFile(file)
    ?.statements.filter((one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one))
    .find((one) => one.name.text === name);
  if (declared === undefined) throw new Error(`${path} has no ${name}`);
  const type = checker.getTypeAtLocation(declared.name);
  return checker.getPropertiesOfType(type).map((property) => property.name);
}
