import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';

const FILE = join(REPOSITORY, 'editor.ts');
const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  experimentalDecorators: true,
  strict: true,
  types: [],
};

test('an editor shows what a limit of @Param and of @ListOf means, from the built package', () => {
  const documentation = quickInfo(`import { ListOf, Param } from './dist/index.js';
class ItemsController {
  list(
    @Param({ minimum: 1, exclusiveMaximum: true, maxLength: 3, patternIsTrusted: true }) a: number,
    @ListOf('string', { uniqueItems: true }) b: string[],
  ) {}
}`);
  expect(documentation).toEqual({
    minimum: 'Inclusive, unless `exclusiveMinimum` is true.',
    exclusiveMaximum: 'Whether `maximum` itself is rejected; beside `maximum` only.',
    maxLength: 'In Unicode code points.',
    patternIsTrusted:
      'Allows a `pattern` with lookarounds, references or many repetitions, which may be slow for some texts.',
    uniqueItems: 'Whether no two elements of a list may be equal; `false` by default.',
  });
});

/** What an editor shows for each property of the object literals of a source. */
function quickInfo(source: string): Readonly<Record<string, string>> {
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => OPTIONS,
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = name === FILE ? source : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getCurrentDirectory: () => REPOSITORY,
  });
  const names = [...source.matchAll(/(\w+): (?:\d|true)/g)];
  return Object.fromEntries(
    names.map(({ 1: name = '', index }) => {
      const info = service.getQuickInfoAtPosition(FILE, index);
      return [name, ts.displayPartsToString(info?.documentation)];
    }),
  );
}
