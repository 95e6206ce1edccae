import type { ValueSchema } from '../vocabulary.js';

/** Turns a sanitized, non-null value into what a method receives: a Date, an instance of a class. */
export type Hydrate = (sanitized: unknown) => unknown;

/** The hydrations of a schema's nodes, by the node's identity. */
export type Hydrations = ReadonlyMap<ValueSchema, Hydrate>;
