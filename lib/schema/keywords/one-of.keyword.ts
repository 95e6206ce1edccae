import type { SchemaKeyword } from '../engine/keyword.js';
import { ALL_TYPES } from '../vocabulary.js';
import { combinationDiagnostics } from './combination.js';

/** `oneOf`: exactly one of the schemas accepts the value, and sanitizes it. */
export const oneOf: SchemaKeyword = {
  name: 'oneOf',
  types: ALL_TYPES,
  diagnostics: (schema) => combinationDiagnostics('oneOf', schema.oneOf),
};
