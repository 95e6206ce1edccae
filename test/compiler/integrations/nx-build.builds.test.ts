import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { before } from '../../../lib/compiler/integrations/nest-cli/plugin.js';
import { REPOSITORY } from '../../support/repository.js';
import {
  controllerOf,
  createTemporaryProject,
  type TemporaryProject,
} from '../support/temporary-project.js';

const OPTIONS = {
  module: 'nodenext',
  target: 'es2023',
  strict: true,
  skipLibCheck: true,
  experimentalDecorators: true,
  noEmitOnError: true,
  types: ['node'],
  rootDir: '.',
  outDir: 'out',
  paths: { 'nestjs-rest-routes': [join(REPOSITORY, 'dist/index.d.ts')] },
};

let project: TemporaryProject;

beforeEach(() => {
  project = createTemporaryProject('module', {
    'items.controller.ts': controllerOf('.js'),
    'kind.ts': "export type Kind = 'full';\n",
  });
});

afterEach(() => project.dispose());

function createProgram(options: object = OPTIONS): ts.Program {
  // The options do not say from which file they are.
  const config = ts.parseJsonConfigFileContent(
    { compilerOptions: options, files: ['items.controller.ts'] },
    ts.sys,
    project.root,
  );
  return ts.createProgram({ rootNames: config.fileNames, options: config.options });
}

/** Builds as `@nx/js:tsc` does: it asks a plugin while it passes its transformers to the writing. */
function build(): ts.EmitResult {
  const program = createProgram();
  return program.emit(undefined, undefined, undefined, undefined, {
    before: [before(undefined, program)],
  });
}

const messagesOf = ({ diagnostics }: Pick<ts.EmitResult, 'diagnostics'>): readonly string[] =>
  diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));

/** Signatures are JSON within a text. */
const output = (): string =>
  readFileSync(project.pathOf('out/items.controller.js'), 'utf8').replaceAll('\\"', '"');

test('Nx writes signatures', () => {
  const result = build();
  expect(messagesOf(result)).toEqual([]);
  expect(output()).toContain('"values":["full"]');
});

test('Nx writes changed signatures over its last output', () => {
  build();
  project.write('kind.ts', "export type Kind = 'brief' | 'full';\n");
  const result = build();
  expect(messagesOf(result)).toEqual([]);
  expect(output()).toContain('"values":["brief","full"]');
});

test('a diagnostic is reported once, by Nx, and keeps it from writing', () => {
  project.write('kind.ts', 'export type Kind = Map<string, string>;\n');
  const result = build();
  expect(result.emitSkipped).toBe(true);
  expect(messagesOf(result)).toEqual([expect.stringContaining('RR2001')]);
  expect(existsSync(project.pathOf('out'))).toBe(false);
});

test('a tool that writes one file at a time, as ts-loader does, writes all and collects the diagnostic at the end', () => {
  project.write('kind.ts', 'export type Kind = Map<string, string>;\n');
  const { noEmitOnError: _noEmitOnError, ...options } = OPTIONS;
  const program = createProgram(options);
  const transformers = { before: [before(undefined, program)] };
  for (const name of program.getRootFileNames()) {
    const file = program.getSourceFile(name);
    const result = program.emit(file, undefined, undefined, false, transformers);
    expect(result).toMatchObject({ emitSkipped: false, diagnostics: [] });
  }
  expect(existsSync(project.pathOf('out/items.controller.js'))).toBe(true);
  const diagnostics = [...program.getGlobalDiagnostics()];
  expect(messagesOf({ diagnostics })).toEqual([expect.stringContaining('RR2001')]);
  expect(program.getCompilerOptions().noEmitOnError).not.toBe(true);
});
