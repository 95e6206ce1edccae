import type { Violation } from '../messages.js';
import type { Code } from './code.js';
import type { SchemaType, ValueSchema } from '../vocabulary.js';
import type { Attempts } from './attempts.js';
import type { Parse } from '../values/values.js';

/**
 * What is wrong with a schema itself. `keyword` is the path from the root: `minimum`, `items.pattern`,
 * `properties.qty.maximum`.
 */
export interface SchemaDiagnostic {
  readonly keyword: string;
  readonly expected: string;
  readonly received: string;
  /** Whether it is a pattern that may take too long. */
  readonly isPatternLimit?: true;
}

/** A test of a value, for both engines. */
export interface Test<Value> {
  holds(value: Value): boolean;
  /** The same test as an expression over the variable `value`. */
  emit(value: string, code: Code): string;
}

/** One keyword of one schema, with its limit. */
export interface Rule<Value> extends Test<Value> {
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
  /** The rule; `undefined` if the schema does not have the keyword. */
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

/** Makes a diagnostic; `received` is shown as JSON if JSON can show it. */
export function diagnostic(keyword: string, expected: string, received: unknown): SchemaDiagnostic {
  return { keyword, expected, received: shown(received) };
}

/** JSON cannot express NaN, infinities and undefined, and throws for a bigint or a circle. */
function shown(received: unknown): string {
  if (typeof received === 'number') return String(received);
  try {
    return JSON.stringify(received) ?? String(received);
  } catch {
    return String(received);
  }
}

/** Builds the parser of a schema inside the type's own. */
export type Build = (schema: ValueSchema) => Parse;

/** Writes the code of a schema inside the type's own; returns the result's expression. */
export type Emit = (schema: ValueSchema, input: string, code: Code) => string;

/** Finds the violation of a value inside the type's own. */
export type Explain = (schema: ValueSchema, value: unknown, place: string) => Violation | undefined;

/** What a type needs to explain the values inside its own. */
export interface InnerSchemas {
  readonly explain: Explain;
  readonly build: Build;
  readonly attempts: Attempts;
}

/** One type of the vocabulary: what it accepts, how it sanitizes, and why it rejects. */
export interface ValueType {
  readonly name: SchemaType;
  /** A closure that validates and sanitizes. */
  build(schema: ValueSchema, build: Build): Parse;
  /**
   * Adds lines that leave the function with INVALID when the value in the variable `input` is
   * rejected, and returns the expression of the sanitized value.
   *
   * @param instance What an object is to become; only the type of objects is asked for it.
   */
  emit(schema: ValueSchema, input: string, code: Code, emit: Emit, instance?: Instance): string;
  /** The first reason to reject the value, in WordPress's order of checks. */
  explain(
    schema: ValueSchema,
    value: unknown,
    place: string,
    inner: InnerSchemas,
  ): Violation | undefined;
}

/** Turns a sanitized, non-null value into what a method receives: a Date, an instance of a class. */
export interface Hydrate {
  (sanitized: unknown): unknown;
  /** What it may reject, by returning INVALID: completes "must be …". Absent if it never does. */
  readonly rejects?: string;
  /** What generated code may do instead of calling it, if all properties are there. */
  readonly instance?: Instance;
}

/** An instance of a class, made by `new` without arguments and by setting properties in the order of these names. */
export interface Instance {
  readonly type: new () => object;
  readonly names: readonly string[];
  /** The function that does so for objects with other properties. */
  readonly hydrate: Hydrate;
}

/** The hydrations of a schema's nodes, by the node's identity. */
export type Hydrations = ReadonlyMap<ValueSchema, Hydrate>;
