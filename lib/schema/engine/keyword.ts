import type { Violation } from '../messages.js';
import type { Code } from './code.js';
import type { SchemaDiagnostic } from '../schema-diagnostic.js';
import type { SchemaType, ValueSchema } from '../vocabulary.js';

/** One keyword of one schema, with its limit: the same test for both engines. */
export interface Rule<Value> {
  /** Whether a value satisfies the keyword. */
  holds(value: Value): boolean;
  /** The same test as an expression over the variable `value`. */
  emit(value: string, code: Code): string;
  /** The violation of a value that does not satisfy the keyword. */
  violation(place: string): Violation;
}

/** A keyword of a schema, as `checkSchema` needs it. */
export interface SchemaKeyword {
  readonly name: keyof ValueSchema;
  readonly types: readonly SchemaType[];
  /** What is wrong with the keyword's own value; called only for schemas that have the keyword. */
  diagnostics(schema: ValueSchema): readonly SchemaDiagnostic[];
}

/** A keyword that accepts or rejects a value by itself. */
export interface Keyword<Value> extends SchemaKeyword {
  /** The rule; `undefined` where the schema does not have the keyword. */
  bind(schema: ValueSchema): Rule<Value> | undefined;
}

/** The rules of one schema, in the order of `keywords`, which is the order of WordPress's checks. */
export function bindAll<Value>(
  schema: ValueSchema,
  keywords: readonly Keyword<Value>[],
): readonly Rule<Value>[] {
  return keywords.flatMap((keyword) => keyword.bind(schema) ?? []);
}

/** Whether a value satisfies every rule. */
export function allHold<Value>(rules: readonly Rule<Value>[], value: Value): boolean {
  return rules.every((rule) => rule.holds(value));
}

/** The violation of the first rule that a value does not satisfy. */
export function firstViolation<Value>(
  rules: readonly Rule<Value>[],
  value: Value,
  place: string,
): Violation | undefined {
  return rules.find((rule) => !rule.holds(value))?.violation(place);
}
