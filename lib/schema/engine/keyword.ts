import type { Violation } from '../messages.js';
import type { Code } from './code.js';
import type { SchemaType, ValueSchema } from '../vocabulary.js';
import type { Attempts } from './attempts.js';
import type { Parse } from '../values/values.js';

/**
 * An error in a schema itself. `keyword` is the path from the root: `minimum`, `items.pattern`,
 * `properties.qty.maximum`.
 */
export interface SchemaDiagnostic {
  readonly keyword: string;
  readonly expected: string;
  readonly received: string;
  /** Whether it is a pattern that may be too slow. */
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
  /** The errors in the keyword's own value; called only for schemas that have the keyword. */
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

/** JSON cannot express NaN, infinities and undefined, and throws for a bigint or a circular value. */
function shown(received: unknown): string {
  if (typeof received === 'number') return String(received);
  try {
    return JSON.stringify(received) ?? String(received);
  } catch {
    return String(received);
  }
}

/** Builds the parser of a nested schema. */
export type Build = (schema: ValueSchema) => Parse;

/** Writes the code of a nested schema; returns the expression of the result. */
export type Emit = (schema: ValueSchema, input: string, code: Code) => string;

/** Finds the violation of a nested value. */
export type Explain = (schema: ValueSchema, value: unknown, place: string) => Violation | undefined;

/** The functions with which a type explains nested values. */
export interface NestedFunctions {
  readonly explain: Explain;
  readonly build: Build;
  readonly attempts: Attempts;
  readonly hydrations: Hydrations;
}

/** One type of the vocabulary: it validates, sanitizes and explains values. */
export interface ValueType {
  readonly name: SchemaType;
  /** A closure that validates and sanitizes. */
  build(schema: ValueSchema, build: Build): Parse;
  /**
   * Adds lines that leave the function with INVALID when the value in the variable `input` is
   * rejected, and returns the expression of the sanitized value.
   *
   * @param instance The instance that an object becomes; only for the type of objects.
   */
  emit(schema: ValueSchema, input: string, code: Code, emit: Emit, instance?: Instance): string;
  /** The first reason to reject the value, in WordPress's order of checks. */
  explain(
    schema: ValueSchema,
    value: unknown,
    place: string,
    nested: NestedFunctions,
  ): Violation | undefined;
}

/** Converts a sanitized, non-null value to the value that a method receives: a Date, an instance of a class. */
export interface Hydrate {
  (sanitized: unknown): unknown;
  /**
   * Why it returns INVALID for a value; absent if it never does. With this function, it checks the format of a text
   * itself, in place of the schema.
   */
  readonly explain?: (sanitized: unknown, place: string) => Violation | undefined;
  /** An instance that generated code may make instead of the call, if all properties are present. */
  readonly instance?: Instance;
}

/** An instance of a class, made by `new` without arguments and by setting its properties in this order. */
export interface Instance {
  readonly type: new () => object;
  /** The properties of the class by the names of the sanitized object. */
  readonly properties: ReadonlyMap<string, string>;
  /** The function for objects with other properties. */
  readonly hydrate: Hydrate;
}

/** The hydrations of a schema's nodes, by the node's identity. */
export type Hydrations = ReadonlyMap<ValueSchema, Hydrate>;

/** The hydrations that may reject a value: they take part in the choice of an alternative. */
export function rejecting(hydrations: Hydrations): Hydrations {
  return new Map([...hydrations].filter(([, { explain }]) => explain !== undefined));
}

/** The schema of a node without the keyword that its hydration checks. */
export function beforeHydration(schema: ValueSchema, hydrate: Hydrate | undefined): ValueSchema {
  if (hydrate?.explain === undefined || schema.format === undefined) return schema;
  const { format: _format, ...others } = schema;
  return others;
}
