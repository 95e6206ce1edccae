import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { before } from '../../../lib/compiler/integrations/nest-cli/plugin.js';
import { createSourceHost } from '../../../lib/compiler/project.js';
import { REPOSITORY } from '../../support/repository.js';

const FOLDER = join(REPOSITORY, 'test/compiler/support');
export const CLASS_FORMS = ['class-forms.ts', 'default-class.ts'].map((name) => join(FOLDER, name));

/** A project of its own with the declarations of the package: of its sources, each target would read hundreds. */
export const CONFIG = join(FOLDER, 'tsconfig.json');

/** The options of this repository, for a target. */
export function optionsFor(more: ts.CompilerOptions): ts.CompilerOptions {
  const config = ts.getParsedCommandLineOfConfigFile(
    CONFIG,
    { noEmit: false, declaration: false, rootDir: FOLDER, ...more },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  if (config === undefined) throw new Error(`There is no ${CONFIG}.`);
  return config.options;
}

/** Compiles with the plugin of Nest's command line, and shares what does not depend on the target. */
export function createCompiler(): (options: ts.CompilerOptions, outDir: string) => string {
  const host = createSourceHost(optionsFor({}));
  return (options, outDir) => {
    CLASS_FORMS.forEach((path) => host.forget(path));
    const program = ts.createProgram(CLASS_FORMS, optionsFor({ ...options, outDir }), host);
    const transformer = before({}, program);
    for (const path of CLASS_FORMS) {
      program.emit(program.getSourceFile(path), writeOutput, undefined, false, {
        before: [transformer],
      });
    }
    const [diagnostic] = program.getGlobalDiagnostics();
    if (diagnostic !== undefined) throw new Error(String(diagnostic.messageText));
    return outputOf(outDir);
  };
}

/** Where the compiled module of the forms stands. */
export function outputOf(outDir: string): string {
  return join(outDir, relative(FOLDER, CLASS_FORMS[0] ?? '')).replace(/\.ts$/, '.js');
}

export function writeOutput(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
