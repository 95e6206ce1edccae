import type { ValueSchema } from '../vocabulary.js';

/** Turns a sanitized, non-null value into what a method receives: a Date, an instance of a class. */
export interface Hydrate {
  (sanitized: unknown): unknown;
  /** What it may reject, by returning INVALID: completes "must be …". Absent where it never does. */
  readonly rejects?: string;
}

/** The hydrations of a schema's nodes, by the node's identity. */
export type Hydrations = ReadonlyMap<ValueSchema, Hydrate>;
