import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createExportRecognizer,
  createVisitedFiles,
} from '../../lib/compiler/program/project-view.js';
import { createOwnPackageTest } from '../../lib/compiler/program/project-view.js';

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
  const nameOf = createExportRecognizer((file) => file.startsWith('/ours/'));
  expect(nameOf(symbolOf('/ours/any-folder/x.ts', 'RestRoute'))).toBe('RestRoute');
  expect(nameOf(symbolOf('/ours/any-folder/x.ts', 'notExported'))).toBeUndefined();
  expect(nameOf(symbolOf('/theirs/x.ts', 'RestRoute'))).toBeUndefined();
  expect(nameOf(undefined)).toBeUndefined();
});

test('The files of a reading are those visited while it runs', () => {
  const visited = createVisitedFiles();
  visited.visit(sourceOf('/before.ts', ''));
  const first = visited.visitedDuring(() => visited.visit(sourceOf('/a.ts', '')));
  visited.visit(sourceOf('/between.ts', ''));
  const second = visited.visitedDuring(() => 'result');
  expect([...first.files]).toEqual(['/a.ts']);
  expect(second).toEqual({ result: 'result', files: new Set() });
});

function sourceOf(name: string, text: string): ts.SourceFile {
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
}

/** A symbol with one declaration in a file. */
function symbolOf(fileName: string, name: string): ts.Symbol {
  const [declaration] = sourceOf(fileName, `export class ${name} {}`).statements;
  return { name, declarations: [declaration] } as unknown as ts.Symbol;
}
