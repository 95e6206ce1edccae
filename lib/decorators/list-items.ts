import type {
  DeclaredTypeName,
  EnumSource,
  ValueClassType,
} from '../model/declaration/param-options.js';

/** What a list may hold: an enum, values, a value class, or the name of a type. */
export type ListItems = EnumSource | ValueClassType | Exclude<DeclaredTypeName, 'array'>;
