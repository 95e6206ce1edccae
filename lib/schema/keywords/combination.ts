import { diagnostic, type SchemaKeyword } from '../engine/keyword.js';
import { ALL_TYPES, type ValueSchema, typesOf } from '../vocabulary.js';

/** The number of alternatives that may accept a value. */
type Quantity = 'anyOf' | 'oneOf';

/** Alternatives, one of which sanitizes the value, and the schema beside them. */
export interface SchemaCombination {
  readonly quantity: Quantity;
  readonly alternatives: readonly ValueSchema[];
  /**
   * The rest of the schema for the alternative at the same position, without its enum; it has the type of that
   * alternative if it states none itself. Empty if it adds nothing.
   */
  readonly others: readonly ValueSchema[];
}

/**
 * `anyOf`: at least one of the schemas accepts the value; the first that does sanitizes it. `oneOf`: exactly one
 * accepts the value, and sanitizes it.
 */
export function combinationKeyword(name: Quantity): SchemaKeyword {
  return {
    name,
    types: ALL_TYPES,
    diagnostics({ [name]: schemas }: { readonly [Key in Quantity]?: unknown }) {
      if (Array.isArray(schemas) && schemas.length > 0) return [];
      return [diagnostic(name, 'a list of at least one schema', schemas)];
    },
  };
}

/** Whether a schema has alternatives. */
export function isCombined({ anyOf, oneOf }: ValueSchema): boolean {
  return anyOf !== undefined || oneOf !== undefined;
}

/**
 * The outer combination of a schema; `undefined` if it has none. WordPress checks `anyOf` first: a `oneOf` beside it
 * belongs to the others.
 */
export function combinationOf(schema: ValueSchema): SchemaCombination | undefined {
  const { anyOf, oneOf, enum: _enum, ...own } = schema;
  if (anyOf !== undefined) {
    const rest = oneOf === undefined ? own : { ...own, oneOf };
    return combine('anyOf', rest, alternativesOf(schema, anyOf));
  }
  return oneOf && combine('oneOf', own, alternativesOf(schema, oneOf));
}

/** The alternatives of a schema: one without a type has that of the schema. */
export function alternativesOf(
  { type }: ValueSchema,
  schemas: readonly ValueSchema[],
): readonly ValueSchema[] {
  if (type === undefined) return schemas;
  return schemas.map((schema) => (schema.type === undefined ? { ...schema, type } : schema));
}

function combine(
  quantity: Quantity,
  rest: ValueSchema,
  alternatives: readonly ValueSchema[],
): SchemaCombination {
  if (saysNothing(rest, alternatives)) return { quantity, alternatives, others: [] };
  if (rest.type !== undefined) {
    return { quantity, alternatives, others: alternatives.map(() => rest) };
  }
  const byType = new Map<string, ValueSchema>();
  return { quantity, alternatives, others: alternatives.map((one) => typed(rest, one, byType)) };
}

/** One object for each type, so that equal schemas are compiled once. */
function typed(
  rest: ValueSchema,
  { type }: ValueSchema,
  byType: Map<string, ValueSchema>,
): ValueSchema {
  const key = JSON.stringify(type ?? null);
  const known = byType.get(key) ?? (type === undefined ? rest : { ...rest, type });
  byType.set(key, known);
  return known;
}

const ANNOTATIONS: ReadonlySet<string> = new Set(['type', 'title', 'description', 'default']);

/** Whether a schema has no limits, and each alternative has the same type. */
function saysNothing(rest: ValueSchema, alternatives: readonly ValueSchema[]): boolean {
  const hasLimits = Object.entries(rest).some(
    ([name, value]) => !ANNOTATIONS.has(name) && (name !== 'required' || typeof value === 'object'),
  );
  const [type, ...more] = typesOf(rest);
  if (hasLimits || more.length > 0) return false;
  return type === undefined || alternatives.every((one) => one.type === type);
}
