import { posix } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { readSource, sourcesOf, parseSource } from './library.js';

/** A file below this length, which one file of its folder imports, belongs into that file. */
const OWN_FILE_LINES = 60;

/** A file of a family has one format, keyword, … as its neighbours do. */
const FAMILY = /\.(?:format|keyword|type|rules|step)\.ts$/;

/** A file by its path below lib, and its text. */
type Sources = Readonly<Record<string, string>>;

const sources: Sources = Object.fromEntries(
  sourcesOf('lib').map((path) => [path.slice('lib/'.length), readSource(path)]),
);

test('no name of an exported type is given twice', () => {
  expect(repeatedTypeNames(sources), 'Give one of the two another name.').toEqual([]);
});

test('a short file has more than one user, or its user is in another folder', () => {
  const how = 'Move its content to the file that imports it.';
  expect(shortFilesOfOneUser(sources), how).toEqual([]);
});

test('a repeated name and a short file of one user are found', () => {
  const found = {
    'a/a.ts': "export interface A {}\nimport { b } from './b.js';\nimport { B } from '../b/b.js';",
    'a/b.ts': 'export class B {}\ninterface C {}\nexport const A = 1;',
    'a/c.ts': "export type C = 1;\nexport { x } from './x.format.js';",
    'a/x.format.ts': '',
    'b/b.ts': 'export enum B {}',
  };
  expect(repeatedTypeNames(found)).toEqual(['B']);
  expect(shortFilesOfOneUser(found)).toEqual(['a/b.ts']);
  const long = { ...found, 'a/b.ts': `${'//\n'.repeat(OWN_FILE_LINES - 1)}//\n` };
  expect(shortFilesOfOneUser(long)).toEqual([]);
});

function repeatedTypeNames(files: Sources): readonly string[] {
  const names = Object.entries(files).flatMap(([path, text]) => [
    ...new Set(exportedTypesIn(path, text)),
  ]);
  return names.filter((name, at) => names.indexOf(name) < at).toSorted();
}

function exportedTypesIn(path: string, text: string): readonly string[] {
  return parse(path, text).statements.flatMap((statement) => {
    const isType =
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isEnumDeclaration(statement);
    if (!isType || statement.name === undefined) return [];
    const isExported = statement.modifiers?.some(
      ({ kind }) => kind === ts.SyntaxKind.ExportKeyword,
    );
    return isExported === true ? [statement.name.text] : [];
  });
}

function shortFilesOfOneUser(files: Sources): readonly string[] {
  const users = new Map<string, Set<string>>();
  for (const [path, text] of Object.entries(files)) {
    for (const imported of importsOf(path, text)) {
      users.set(imported, (users.get(imported) ?? new Set()).add(path));
    }
  }
  return Object.keys(files)
    .filter((path) => {
      const [user = '', ...others] = users.get(path) ?? [];
      const isNeighbour = posix.dirname(user) === posix.dirname(path);
      return others.length === 0 && isNeighbour && isShort(files[path] ?? '');
    })
    .filter((path) => !FAMILY.test(path))
    .toSorted();
}

function isShort(text: string): boolean {
  return text.trimEnd().split('\n').length < OWN_FILE_LINES;
}

/** The files of lib that a file imports, or exports names of, when it is loaded. */
function importsOf(path: string, text: string): readonly string[] {
  return parse(path, text).statements.flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
    const specifier = isImport ? statement.moduleSpecifier : undefined;
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return [];
    if (!specifier.text.startsWith('.')) return [];
    return [posix.join(posix.dirname(path), specifier.text).replace(/\.js$/, '.ts')];
  });
}

function parse(path: string, text: string): ts.SourceFile {
  return parseSource(path, text);
}
