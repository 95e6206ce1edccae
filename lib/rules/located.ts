import { diagnosticAt, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { DiagnosticLocation } from '../diagnostics/location.js';
import type { Finding } from './rule.js';

/** A finding as a diagnostic, in the class or route where its rule looked. */
export function located({ part, ...details }: Finding, at: DiagnosticLocation): Diagnostic {
  return diagnosticAt(part === undefined ? at : { ...at, part }, details);
}
