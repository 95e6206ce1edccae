import type { DiagnosticCode } from '../../diagnostics/diagnostic-catalogue.js';
import { describeDiagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { describeLocation } from '../../diagnostics/location.js';
import {
  describeCompilerDiagnostic,
  type CompilerDiagnosticCode,
} from '../../diagnostics/compiler-catalogue.js';
import type { LocatedRejection } from '../declarations/located-rejection.js';
import type { ts } from '../program/typescript.js';

/** A diagnostic with its place in the source. */
export interface SourceDiagnostic {
  readonly code: DiagnosticCode | CompilerDiagnosticCode;
  /** Code, place, reason and remedy in one sentence or two. */
  readonly text: string;
  readonly file: ts.SourceFile;
  /** Offset of the first character. */
  readonly start: number;
  readonly length: number;
}

/** A diagnostic of the rules that apply at build time and at startup. */
export function ruleDiagnostic(diagnostic: Diagnostic, node: ts.Node): SourceDiagnostic {
  return { code: diagnostic.code, text: describeDiagnostic(diagnostic), ...spanOf(node) };
}

/** A diagnostic of a part of the source that could not be read. */
export function rejectionDiagnostic({ rejection, location }: LocatedRejection): SourceDiagnostic {
  const { rejected, node, text } = rejection;
  const description = describeCompilerDiagnostic(rejected, describeLocation(location), text);
  return { code: rejected, text: description, ...spanOf(node) };
}

/** Each diagnostic once, even if several routes or subclasses have it. */
export function uniqueDiagnostics(
  diagnostics: readonly SourceDiagnostic[],
): readonly SourceDiagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, file, start }) => {
    const key = `${code} ${file.fileName} ${start}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** `file:line:column` and the text, as a terminal shows it. Line and column count from one. */
export function diagnosticLine({ file, start, text }: SourceDiagnostic): string {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${file.fileName}:${line + 1}:${character + 1} - ${text}`;
}

function spanOf(node: ts.Node): Pick<SourceDiagnostic, 'file' | 'start' | 'length'> {
  const start = node.getStart();
  return { file: node.getSourceFile(), start, length: node.getEnd() - start };
}
