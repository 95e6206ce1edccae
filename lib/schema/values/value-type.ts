import type { Violation } from '../messages/violation.js';
import type { Attempts } from '../engine/attempts.js';
import type { Code } from '../engine/code.js';
import type { Parse } from './invalid.js';
import type { SchemaType, ValueSchema } from '../vocabulary.js';

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
   */
  emit(schema: ValueSchema, input: string, code: Code, emit: Emit): string;
  /** The first reason to reject the value, in WordPress's order of checks. */
  explain(
    schema: ValueSchema,
    value: unknown,
    place: string,
    inner: InnerSchemas,
  ): Violation | undefined;
}
