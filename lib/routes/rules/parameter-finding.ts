import type { DiagnosticCode } from '../../diagnostics/diagnostic-catalogue.js';
import { nameOf, type ParameterDeclaration } from '../declaration/parameter-declaration.js';
import type { TypeDiagnostic } from '../../types/type-schema.js';
import type { LocationPart, ParameterAspect, ParameterOwner } from '../../diagnostics/location.js';
import type { SchemaDiagnostic } from '../../schema/check-schema.js';
import { limitsOfType } from '../../schema/vocabulary.js';
import { withoutUndefined } from '../../shared/records.js';
import type { Finding } from '../rule.js';

const ASPECTS: Partial<Readonly<Record<DiagnosticCode, ParameterAspect>>> = {
  RR1006: '@Param',
  RR1014: 'type',
  RR1015: 'default',
  RR1018: '@ListOf',
  RR1019: 'type',
  RR1020: 'type',
  RR1028: 'type',
  RR1035: 'type',
  RR1049: '@Param',
  RR1050: '@Param',
  RR1051: '@Param',
};

/** The keywords that `@ListOf` accepts; the others are options of `@Param`. */
const LIST_KEYWORDS: ReadonlySet<string> = new Set(limitsOfType('array'));

export function aspectOf(code: DiagnosticCode): ParameterAspect | undefined {
  return ASPECTS[code];
}

export function propertyPart(name: string, aspect: ParameterAspect | undefined): LocationPart {
  return { kind: 'property', name, ...withoutUndefined({ aspect }) };
}

export function parameterFinding(
  source: ParameterDeclaration,
  owner: ParameterOwner,
  diagnostic: TypeDiagnostic,
): Finding {
  const code = codeOf(diagnostic, source);
  const { expected, received, aspect = aspectOf(code), properties } = diagnostic;
  const known = withoutUndefined({ name: nameOf(source), aspect, properties });
  const part: LocationPart = { kind: 'parameter', owner, index: source.index, ...known };
  return { code, expected, received, part };
}

/**
 * A parameter with a signature lacks none, so a value class within does: what compiled that class, such as the build of
 * a package, has no plugin, and the line for the toolchain of the application would not help.
 */
function codeOf({ code }: TypeDiagnostic, { signature }: ParameterDeclaration): DiagnosticCode {
  return code === 'RR1016' && signature !== undefined ? 'RR1071' : code;
}

/**
 * A rejected default has a code of its own. The keyword is named if it is deeper than the parameter, and in a schema
 * as data (`isInData`); elsewhere `expected` names the place.
 */
export function optionDetails(
  { keyword, expected, received, isPatternLimit }: SchemaDiagnostic,
  isInData = false,
): TypeDiagnostic {
  if (keyword === 'default') return { code: 'RR1015', aspect: 'default', expected, received };
  const aspect = LIST_KEYWORDS.has(keyword) ? '@ListOf' : '@Param';
  const place = isInData || keyword.includes('.') ? `${keyword}: ` : '';
  const code = isPatternLimit === true ? 'RR1051' : 'RR1006';
  return { code, aspect, expected: `${place}${expected}`, received };
}
