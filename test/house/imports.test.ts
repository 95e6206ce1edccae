import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const lib = fileURLToPath(new URL('../../lib/', import.meta.url));

/** What each folder of `lib/` may import. `types` lists folders of which it may use types alone. */
const TABLE: Readonly<
  Record<string, { readonly values: readonly string[]; readonly types?: readonly string[] }>
> = {
  errors: { values: [] },
  schema: { values: ['errors'] },
  signature: { values: ['schema', 'errors'] },
  caching: { values: ['errors'] },
  permissions: { values: ['signature', 'schema', 'errors'] },
  routes: { values: ['signature', 'schema', 'permissions', 'caching', 'errors'] },
  dispatch: { values: ['routes', 'signature', 'schema', 'permissions', 'caching', 'errors'] },
  decorators: {
    values: ['signature', 'schema'],
    types: ['errors', 'permissions', 'routes', 'caching', 'dispatch'],
  },
  nest: {
    values: [
      'dispatch',
      'decorators',
      'routes',
      'signature',
      'schema',
      'permissions',
      'caching',
      'errors',
    ],
  },
  reader: { values: ['signature', 'schema', 'errors'] },
  plugin: { values: ['reader', 'signature', 'schema', 'errors'] },
  vite: { values: ['reader', 'signature', 'schema', 'errors'] },
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

const files = readdirSync(lib, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

test('every folder of lib is in the table', () => {
  const folders = new Set(files.filter((name) => name.includes('/')).map(folderOf));
  expect([...folders].toSorted()).toEqual(Object.keys(TABLE).toSorted());
});

test('imports point down the table', () => {
  const imports = files.flatMap((name) => importsOf(name, read(name)));
  expect(imports.length).toBeGreaterThan(500);
  expect(violations(imports)).toEqual([]);
});

test('an import that points up is found', () => {
  const text =
    "import { x } from '../../nest/rest.module.js';\nimport type { y } from '../dispatch.js';";
  expect(violations(importsOf('schema/types/x.ts', text))).toEqual(['schema/types/x.ts → nest']);
  const typed =
    "import type { a } from '../dispatch/call.js'; import { b } from '../dispatch/call.js';";
  expect(violations(importsOf('decorators/x.ts', typed))).toEqual(['decorators/x.ts → dispatch']);
});

test('only one file knows the compiler, and only one folder looks inside Nest', () => {
  const external = (name: string) =>
    [...read(name).matchAll(/(?:from|import\() ?'([^'.][^']*)'/g)].map(([, id]) => id);
  expect(files.filter((name) => external(name).includes('typescript'))).toEqual([
    'reader/typescript.ts',
  ]);
});

describe.each(files)('%s', (name) => {
  const source = ts.createSourceFile(name, read(name), ts.ScriptTarget.Latest, true);

  test('has no any, no !, no suppression, no export of everything, no state of the module', () => {
    expect(habitsBroken(source)).toEqual([]);
  });
});

test('broken habits are found', () => {
  const text = `
    export * from './a.js';
    let count = 0;
    const a = count as any;
    const b = a!.b;
    // @ts-ignore
  `;
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  expect(habitsBroken(source)).toEqual([
    'export *',
    'let of the module',
    'any',
    '!',
    'suppression',
  ]);
});

function habitsBroken(source: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement) && statement.exportClause === undefined)
      found.push('export *');
    if (
      ts.isVariableStatement(statement) &&
      !(statement.declarationList.flags & ts.NodeFlags.Const)
    ) {
      found.push('let of the module');
    }
  }
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) found.push('any');
    if (ts.isNonNullExpression(node)) found.push('!');
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (/@ts-(?:ignore|expect-error|nocheck)|(?:oxlint|eslint)-disable/.test(source.text))
    found.push('suppression');
  return found;
}

function violations(imports: readonly Import[]): readonly string[] {
  const wrong = imports.filter(({ from, to, isType }) => {
    const allowed = TABLE[folderOf(from)];
    // The entry of the package names what it exports, wherever that is.
    if (allowed === undefined || folderOf(from) === to) return false;
    return !allowed.values.includes(to) && !(isType && allowed.types?.includes(to) === true);
  });
  return [...new Set(wrong.map(({ from, to }) => `${from} → ${to}`))];
}

function importsOf(name: string, text: string): readonly Import[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const add = (specifier: string, isType: boolean): void => {
    if (!specifier.startsWith('.')) return;
    const to = new URL(specifier, `file:///${name}`).pathname.slice(1);
    if (to.includes('/')) found.push({ from: name, to: folderOf(to), isType });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node.moduleSpecifier.text, isTypeImport(node));
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      add(node.moduleSpecifier.text, node.isTypeOnly);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument !== undefined && ts.isStringLiteral(argument)) add(argument.text, false);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
  if (importClause === undefined) return false;
  if (importClause.isTypeOnly) return true;
  const { namedBindings, name } = importClause;
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings))
    return false;
  return namedBindings.elements.every((element) => element.isTypeOnly);
}

function folderOf(name: string): string {
  return name.split('/')[0] ?? '';
}

function read(name: string): string {
  return readFileSync(`${lib}${name}`, 'utf8');
}
