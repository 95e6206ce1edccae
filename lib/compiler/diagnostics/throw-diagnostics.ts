import { diagnosticLine, type SourceDiagnostic } from './source-diagnostic.js';

/** Fails a file with all its diagnostics, for tools that take errors as exceptions. */
export function throwDiagnostics(diagnostics: readonly SourceDiagnostic[]): never {
  throw new Error(diagnostics.map(diagnosticLine).join('\n'));
}
