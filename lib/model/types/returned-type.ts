import type { ValueSchema } from '../../schema/vocabulary.js';
import type { DeclaredType } from './declared-type.js';

/** What a method returns, with the classes it names resolved. */
export type ReturnedType = (
  | Exclude<DeclaredType, { readonly kind: 'array' | 'object' | 'union' }>
  | { readonly kind: 'array'; readonly items: ReturnedType }
  | { readonly kind: 'union'; readonly options: readonly ReturnedType[] }
  | ReturnedObject
) & {
  readonly nullable?: true;
  /** With the links of `Linked`. */
  readonly linked?: true;
};

/** An object that a method returns. */
export interface ReturnedObject {
  readonly kind: 'object';
  readonly name?: string;
  /** Absent within the object of that name itself. */
  readonly properties?: readonly ReturnedProperty[];
  /** The type of all properties that have no name. */
  readonly additional?: ReturnedType;
}

/** A property of an object that a method returns. */
export interface ReturnedProperty {
  readonly name: string;
  readonly type: ReturnedType;
  readonly optional?: true;
  /** Clients cannot change it. */
  readonly readonly?: true;
  readonly description?: string;
}

/** The schema of what is sent. Without a type it describes any value. */
export type ReturnedSchema = ValueSchema & { readonly readonly?: true };
