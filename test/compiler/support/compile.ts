import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { tsconfigPathsBeforeHookFactory } from '@nestjs/cli/lib/compiler/hooks/tsconfig-paths.hook.js';
import ts from 'typescript';
import { before } from '../../../lib/compiler/integrations/nest-cli/plugin.js';
import { REPOSITORY } from '../../support/repository.js';
import { CORPUS, type ReportedDiagnostic } from './corpus.js';

/** The corpus as Nest's command line would build it. */
export interface Compiled {
  /** Where a source was written to. */
  outputOf(path: string): string;
  textOf(path: string): string;
  readonly diagnostics: readonly (ReportedDiagnostic & { readonly text: string })[];
  dispose(): void;
}

/** Builds the corpus with the plugin, in the order in which the command line calls it. */
export function compileCorpus(): Compiled {
  const outDir = mkdtempSync(join(tmpdir(), 'rest-routes-corpus-'));
  symlinkSync(join(REPOSITORY, 'node_modules'), join(outDir, 'node_modules'));
  writeFileSync(join(outDir, 'package.json'), '{ "type": "module" }');
  const paths = { '@shared/*': ['./shared/*'] };
  const config = ts.getParsedCommandLineOfConfigFile(
    join(CORPUS, 'tsconfig.json'),
    {
      noEmit: false,
      outDir,
      rootDir: REPOSITORY,
      incremental: true,
      tsBuildInfoFile: join(outDir, 'info'),
      // The declarations of the package, as users have them: its sources would be compiled too.
      paths: { ...paths, 'nestjs-rest-routes': ['../../../dist/index.d.ts'] },
      pathsBasePath: CORPUS,
    },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (d) => expectNone([d]) },
  );
  if (config === undefined) throw new Error('The corpus has no tsconfig.json.');
  const builder = ts.createIncrementalProgram({
    rootNames: config.fileNames,
    options: config.options,
  });
  const program = builder.getProgram();
  const transformer = before({}, program);
  const texts = new Map<string, string>();
  const { diagnostics } = builder.emit(
    undefined,
    (path, text) => writeFileIn(path, text, texts),
    undefined,
    undefined,
    {
      before: [tsconfigPathsBeforeHookFactory({ ...config.options, paths }) as never, transformer],
    },
  );
  const outputOf = (path: string) =>
    join(outDir, relative(REPOSITORY, path)).replace(/\.ts$/, '.js');
  return {
    outputOf,
    textOf: (path) => texts.get(outputOf(path)) ?? '',
    diagnostics: [...builder.getGlobalDiagnostics(), ...diagnostics].map(reportedDiagnostic),
    dispose: () => rmSync(outDir, { recursive: true }),
  };
}

function writeFileIn(path: string, text: string, texts: Map<string, string>): void {
  texts.set(path, text);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

function reportedDiagnostic({ file, start = 0, messageText }: ts.Diagnostic) {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n');
  const code = /^RR\d{4}/.exec(text)?.[0];
  if (file === undefined || code === undefined) throw new Error(text);
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return { code, line: line + 1, column: character + 1, file: file.fileName, text };
}

function expectNone(diagnostics: readonly ts.Diagnostic[]): void {
  throw new Error(diagnostics.map(({ messageText }) => String(messageText)).join('\n'));
}
