import type { SchemaKeyword } from '../engine/keyword.js';
import { ALL_TYPES } from '../vocabulary.js';
import { combinationDiagnostics } from './combination.js';

/** `anyOf`: at least one of the schemas accepts the value; the first that does sanitizes it. */
export const anyOf: SchemaKeyword = {
  name: 'anyOf',
  types: ALL_TYPES,
  diagnostics: (schema) => combinationDiagnostics('anyOf', schema.anyOf),
};
