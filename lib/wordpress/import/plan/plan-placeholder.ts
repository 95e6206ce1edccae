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
 * Puts a named group into the terms of a declaration: digits become an `int`, and so does what its argument
 * says is an integer, if the expression has every number; other expressions become the `match` of a `string`.
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
  if (schema.type === 'integer' && hasNumbers(expression)) {
    return {
      placeholder: {
        name,
        kind: 'integer',
        match: undefined,
        schema: kept(schema, KEYWORDS_OF_NUMBERS),
      },
      note: `The placeholder {${name}} of ${path}: it is an int; a text that is no number is a 404 instead of a 400.`,
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

/** Whether an expression has numbers of any length. */
function hasNumbers(expression: string): boolean {
  if (expression !== ANY_SEGMENT && matchDiagnostic(expression) !== undefined) return false;
  const whole = new RegExp(`^(?:${expression})$`, 'i');
  return ['0', '7', '42', '1234567890'].every((number) => whole.test(number));
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
