import { COMPILER_DIAGNOSTICS } from '../../diagnostics/compiler-catalogue.js';
import type { SourceDiagnostic } from './source-diagnostic.js';
import { ts } from '../program/typescript.js';

/** Keeps our numbers apart from those of TypeScript; the text has the code itself. */
const NUMBER_OFFSET = 100_000;

/** A diagnostic in TypeScript's form. One without a place belongs to the whole project. */
export function diagnosticOf({
  code,
  text,
  file,
  start,
  length,
}: Pick<SourceDiagnostic, 'code' | 'text'> & Partial<SourceDiagnostic>): ts.Diagnostic {
  return {
    category: ts.DiagnosticCategory.Error,
    code: NUMBER_OFFSET + Number(code.slice('RR'.length)),
    source: 'nestjs-rest-routes',
    file,
    start,
    length,
    messageText: text,
  };
}

/** The diagnostic of compiled files that the plugin cannot write again. */
export function outdatedDiagnostic(files: ReadonlySet<ts.SourceFile>): readonly ts.Diagnostic[] {
  if (files.size === 0) return [];
  const { title, remedy } = COMPILER_DIAGNOSTICS.RR2017;
  const names = [...files].map(({ fileName }) => fileName).join(', ');
  const text = `RR2017: ${title} (${names}). ${remedy}`;
  return [diagnosticOf({ code: 'RR2017', text })];
}

/** Prints diagnostics, if there are any, as the command line does, where it does not do so itself. */
export function printDiagnostics(diagnostics: readonly ts.Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  const text = ts.formatDiagnosticsWithColorAndContext(diagnostics, {
    getCanonicalFileName: (path) => path,
    getCurrentDirectory: () => ts.sys.getCurrentDirectory(),
    getNewLine: () => ts.sys.newLine,
  });
  process.stderr.write(text + ts.sys.newLine);
}
