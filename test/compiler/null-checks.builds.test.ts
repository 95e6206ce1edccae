import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { createProjectView } from '../../lib/compiler/program/project-view.js';
import { readFile } from '../../lib/compiler/signatures/read-class.js';
import { casesOf, CORPUS } from './support/corpus.js';

/** The signatures of the valid cases of the corpus, in a project with these options. */
function readCorpus(given: ts.CompilerOptions): ReadonlyMap<string, readonly object[]> {
  const config = ts.getParsedCommandLineOfConfigFile(join(CORPUS, 'tsconfig.json'), given, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(String(messageText));
    },
  });
  const files = casesOf('valid').map(({ path }) => path);
  const program = ts.createProgram(files, config?.options ?? {});
  const view = createProjectView(program);
  return new Map(
    files.flatMap((path) => {
      const file = program.getSourceFile(path);
      const classes = file === undefined ? [] : readFile(file, view).classes;
      return [[path, classes.map(({ signature }) => signature)] as const];
    }),
  );
}

test('every case of the corpus is read the same in a project without strictNullChecks', () => {
  const strict = readCorpus({ strict: true, strictNullChecks: true });
  const loose = readCorpus({
    strict: false,
    strictNullChecks: false,
    exactOptionalPropertyTypes: false,
  });
  expect(strict.size).toBeGreaterThan(100);
  expect(loose).toEqual(strict);
});
