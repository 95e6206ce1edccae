import type { EnumValue, ScalarType } from '../vocabulary.js';

/**
 * What a value may be, and which of its properties leave: the declared ones. Unlike a schema, which
 * validates and sanitizes input, a shape changes no value. A shape may contain itself.
 */
export type Shape =
  | ScalarShape
  /** Any value of JSON. */
  | { readonly kind: 'any' }
  | { readonly kind: 'date' }
  /** No value at all. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'nullable'; readonly of: Shape }
  | { readonly kind: 'list'; readonly items: Shape }
  | ObjectShape
  | UnionShape;

/** A value without parts. */
export type ScalarShape =
  { readonly kind: ScalarType } | { readonly kind: 'enum'; readonly values: readonly EnumValue[] };

/** An object: it has the properties, and where `others` is present any others of that shape. */
export interface ObjectShape {
  readonly kind: 'object';
  readonly name: string | undefined;
  readonly properties: readonly PropertyShape[];
  readonly others: Shape | undefined;
}

/** A property of an object. */
export interface PropertyShape {
  readonly name: string;
  readonly shape: Shape;
  readonly isOptional: boolean;
}

/** One of several shapes. */
export interface UnionShape {
  readonly kind: 'union';
  readonly options: readonly Shape[];
}

/** A property that is kept although no shape declares it. */
export interface KeptProperty {
  readonly name: string;
  /** What is kept of its value; `undefined` where it is like any other property. */
  readonly keep: (value: unknown) => unknown;
}
