import type { SchemaKeyword } from '../keyword.js';
import { ALL_TYPES } from '../schema-type.js';
import { combinationDiagnostics } from './combination.js';

/** `anyOf`: at least one of the schemas accepts the value; the first that does sanitizes it. */
export const anyOf: SchemaKeyword = {
  name: 'anyOf',
  types: ALL_TYPES,
  diagnostics: (schema) => combinationDiagnostics('anyOf', schema.anyOf),
};
