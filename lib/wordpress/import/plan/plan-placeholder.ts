import { matchDiagnostic } from '../../../model/paths/match/match-pattern.js';
import { isWholeSegment } from '../../../model/paths/path-template.js';
import type { ArgumentSchema } from '../../../schema/vocabulary.js';
import type { RoutePart } from '../../index/api-index.js';
import type { PlannedPlaceholder } from './import-plan.js';

/** A placeholder, and what is lost of it. */
export interface PlaceholderPlan {
  readonly placeholder: PlannedPlaceholder;
  readonly note: string | undefined;
}

type Group = Extract<RoutePart, { readonly kind: 'placeholder' }>;

const DIGITS = /^\(*(?:\?:)?(?:\\d|\[\\d\]|\[0-9\])\+\)*$/;
const ANY_SEGMENT = '[^/]+';
const KEYWORDS_OF_TEXTS = ['pattern', 'minLength', 'maxLength', 'format', 'description'] as const;
const KEYWORDS_OF_NUMBERS = ['minimum', 'maximum', 'multipleOf', 'description'] as const;

/**
 * Puts a named group into the terms of a declaration: digits become an `int`, other expressions the
 * `match` of a `string`.
 */
export function planPlaceholder(
  { name, expression }: Group,
  schema: ArgumentSchema = { required: true },
  path: string,
): PlaceholderPlan {
  const isDigits = DIGITS.test(expression);
  if (isDigits && (schema.type === undefined || schema.type === 'integer')) {
    const limits = kept(schema, KEYWORDS_OF_NUMBERS);
    return {
      placeholder: { name, kind: 'integer', match: undefined, schema: limits },
      note: undefined,
    };
  }
  const reason = reasonAgainst(expression, name, path);
  const match = reason === undefined && expression !== ANY_SEGMENT ? expression : undefined;
  const lost = reason ?? typeLost(schema);
  const note = lost === undefined ? undefined : `The placeholder {${name}} of ${path}: ${lost}.`;
  return {
    placeholder: { name, kind: 'string', match, schema: kept(schema, KEYWORDS_OF_TEXTS) },
    note,
  };
}

/** Why an expression cannot be a `match`. */
function reasonAgainst(expression: string, name: string, path: string): string | undefined {
  if (expression === ANY_SEGMENT) return undefined;
  if (!isWholeSegment(path, name)) return `${expression} is left out, because it fills no segment`;
  const wrong = matchDiagnostic(expression);
  return wrong === undefined ? undefined : `${expression} is left out: expected ${wrong.expected}`;
}

function typeLost({ type, enum: values }: ArgumentSchema): string | undefined {
  if (values !== undefined) return 'its list of values is left to the method';
  return type === undefined || type === 'string' ? undefined : 'it is a string';
}

function kept(schema: ArgumentSchema, names: readonly (keyof ArgumentSchema)[]): ArgumentSchema {
  const entries = names
    .filter((name) => schema[name] !== undefined)
    .map((name) => [name, schema[name]]);
  return { ...(Object.fromEntries(entries) as Partial<ArgumentSchema>), required: true };
}
