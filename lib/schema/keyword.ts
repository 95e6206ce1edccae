import type { Violation } from './violation.js';
import type { Code } from './engine/code.js';
import type { SchemaDiagnostic } from './schema-diagnostic.js';
import type { SchemaType, ValueSchema } from './vocabulary.js';

/** One keyword of one schema, its limits bound: the same question for both engines. */
export interface Rule<Value> {
  /** Whether a value obeys. */
  holds(value: Value): boolean;
  /** The same question as an expression over the variable `value`. */
  emit(value: string, code: Code): string;
  /** What is said of a value that does not obey. */
  violation(place: string): Violation;
}

/** What the check of a schema needs to know of a keyword. */
export interface KeywordLaw {
  readonly name: keyof ValueSchema;
  readonly types: readonly SchemaType[];
  /** What is wrong with the keyword's own value; asked only where the keyword stands. */
  diagnostics(schema: ValueSchema, type: SchemaType): readonly SchemaDiagnostic[];
}

/** A keyword that says yes or no of a value. */
export interface Keyword<Value> extends KeywordLaw {
  /** The rule, or nothing where the schema lacks the keyword. */
  bind(schema: ValueSchema): Rule<Value> | undefined;
}

/** The rules of one schema, in the order of `keywords`, which is the order of WordPress's checks. */
export function bindAll<Value>(
  schema: ValueSchema,
  keywords: readonly Keyword<Value>[],
): readonly Rule<Value>[] {
  return keywords.flatMap((keyword) => keyword.bind(schema) ?? []);
}

/** Whether a value obeys every rule. */
export function allHold<Value>(rules: readonly Rule<Value>[], value: Value): boolean {
  return rules.every((rule) => rule.holds(value));
}

/** What the first broken rule says. */
export function firstViolation<Value>(
  rules: readonly Rule<Value>[],
  value: Value,
  place: string,
): Violation | undefined {
  return rules.find((rule) => !rule.holds(value))?.violation(place);
}
