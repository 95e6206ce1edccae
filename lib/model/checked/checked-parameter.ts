import type { ArgumentSchema, ValueSchema } from '../../schema/vocabulary.js';
import type { ClassHandle } from '../types/declared-type.js';

/** A part of an argument whose sanitized value becomes an object of a class. */
export interface Hydration {
  readonly schema: ValueSchema;
  readonly into: 'date' | ClassHandle;
}

/** A parameter that is an argument of the request. */
export interface CheckedArgument {
  readonly kind: 'argument';
  readonly index: number;
  readonly name: string;
  readonly schema: ArgumentSchema;
  readonly hydrations: readonly Hydration[];
  /** The pattern that decides which values of its placeholder match the route. */
  readonly match?: string;
}

/** What the rules make of a parameter: an argument with its schema, or another source of its value. */
export type CheckedParameter =
  | CheckedArgument
  | { readonly kind: 'service'; readonly index: number; readonly handle: ClassHandle }
  | { readonly kind: 'request'; readonly index: number }
  | { readonly kind: 'nest'; readonly index: number };
