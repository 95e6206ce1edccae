import type { DeclaredTypeName, EnumSource } from '../model/declaration/param-options.js';

/** A class whose instances are the elements of a list. */
export type ValueClassType = abstract new (...args: never[]) => object;

/** What a list may hold: an enum, values, a value class, or the name of a type. */
export type ListItems = EnumSource | ValueClassType | Exclude<DeclaredTypeName, 'array'>;
