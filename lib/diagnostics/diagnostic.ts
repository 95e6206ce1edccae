import { DIAGNOSTICS, type DiagnosticCode } from './diagnostic-catalogue.js';
import { describeLocation, displayLocation, type DiagnosticLocation } from './location.js';

/** An error in a declaration: its place, the expected and the received value. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly className: string;
  /** For people; `location` has the same as data. */
  readonly methodName?: string;
  /** For people; `location` has the same as data. */
  readonly parameterName?: string;
  readonly expected: string;
  readonly received: string;
  /** The place as data. */
  readonly location: DiagnosticLocation;
}

export type DiagnosticDetails = Pick<Diagnostic, 'code' | 'expected' | 'received'>;

export function diagnosticAt(
  location: DiagnosticLocation,
  { code, expected, received }: DiagnosticDetails,
): Diagnostic {
  return { ...displayLocation(location), code, expected, received, location };
}

/**
 * The one text of a diagnostic, for the compiler and for startup.
 *
 * @example
 * describeDiagnostic(diagnostic);
 * // RR1003: a placeholder has no parameter (ItemsController.one, {id}). Expected …; received …. Add …
 */
export function describeDiagnostic(diagnostic: Diagnostic): string {
  const { code, location, expected, received } = diagnostic;
  const { title, remedy } = DIAGNOSTICS[code];
  return `${code}: ${title} (${describeLocation(location)}). Expected ${expected}; received ${received}. ${remedy}`;
}

/** A violation that a validation pipe found, and the property if it is known: `author.name`. */
export interface FoundViolation {
  readonly name: string | undefined;
  readonly message: string;
  /** The rule of class-validator, if it is known: `isEmail`. */
  readonly rule?: string;
}
