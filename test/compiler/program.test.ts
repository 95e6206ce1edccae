import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createOwnPackageTest,
  createProjectView,
  type ProjectView,
} from '../../lib/compiler/program/project-view.js';

describe('whether a file belongs to this package', () => {
  let root = '';
  const isOurs = createOwnPackageTest();

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'rest-routes-package-'));
    for (const folder of ['ours/lib/deep', 'ours/test', 'other/lib']) {
      mkdirSync(join(root, folder), { recursive: true });
    }
    writeFileSync(join(root, 'ours/package.json'), '{ "name": "nestjs-rest-routes" }');
    writeFileSync(join(root, 'other/package.json'), '{ "name": "other" }');
  });

  afterAll(() => rmSync(root, { recursive: true }));

  test.each([
    ['/app/node_modules/nestjs-rest-routes/dist/index.d.ts', true],
    ['/app/node_modules/@scope/nestjs-rest-routes/index.d.ts', false],
    ['/app/node_modules/nestjs-rest-routes/node_modules/other/index.d.ts', false],
    ['/app/src/nestjs-rest-routes/item.ts', false],
  ])('An installed file is known by the innermost package: %s is %s', (path, expected) => {
    expect(isOurs(path)).toBe(expected);
  });

  test.each([
    ['ours/lib/index.ts', true],
    ['ours/lib/deep/int.ts', true],
    ['ours/test/item.ts', false],
    ['other/lib/index.ts', false],
  ])(
    'A file of a checkout is known by the manifest above its folder: %s is %s',
    (path, expected) => {
      expect(isOurs(join(root, path))).toBe(expected);
    },
  );
});

test('An export is recognized by its name and its package, and in no other package', () => {
  const view = viewOf({
    '/ours/any-folder/x.ts': 'export class RestRoute {}\nexport class notExported {}',
    '/theirs/x.ts': 'export class RestRoute {}',
  });
  const nameOf = (file: string, name: string) => view.ourName(symbolOf(view, file, name));
  expect(nameOf('/ours/any-folder/x.ts', 'RestRoute')).toBe('RestRoute');
  expect(nameOf('/ours/any-folder/x.ts', 'notExported')).toBeUndefined();
  expect(nameOf('/theirs/x.ts', 'RestRoute')).toBeUndefined();
  expect(view.ourName(undefined)).toBeUndefined();
});

test('The files of a reading are those visited while it runs', () => {
  const view = viewOf({ '/before.ts': '', '/a.ts': '', '/between.ts': '' });
  view.visit(sourceOf(view, '/before.ts'));
  const first = view.visitedDuring(() => view.visit(sourceOf(view, '/a.ts')));
  view.visit(sourceOf(view, '/between.ts'));
  const second = view.visitedDuring(() => 'result');
  expect([...first.files]).toEqual(['/a.ts']);
  expect(second).toEqual({ result: 'result', files: new Set() });
});

/** The view of a program of files that are not on the disk; those below `/ours/` are of this package. */
function viewOf(files: Readonly<Record<string, string>>): ProjectView {
  const options = { noLib: true, types: [] };
  const program = ts.createProgram(Object.keys(files), options, {
    ...ts.createCompilerHost(options),
    fileExists: (name) => name in files,
    readFile: (name) => files[name],
    getSourceFile: (name, language) => ts.createSourceFile(name, files[name] ?? '', language),
  });
  return createProjectView(program, (file) => file.startsWith('/ours/'));
}

function sourceOf({ program }: ProjectView, name: string): ts.SourceFile {
  const file = program.getSourceFile(name);
  if (file === undefined) throw new Error(`${name} is not in the program.`);
  return file;
}

function symbolOf(view: ProjectView, file: string, name: string): ts.Symbol | undefined {
  const found = sourceOf(view, file)
    .statements.filter(ts.isClassDeclaration)
    .find((one) => one.name?.text === name);
  return found?.name && view.checker.getSymbolAtLocation(found.name);
}
