import type { SchemaKeyword } from '../../keyword.js';
import { exclusiveDiagnostics } from './exclusive-limit.js';

/** `exclusiveMinimum`: whether `minimum` itself is rejected. */
export const exclusiveMinimum: SchemaKeyword = {
  name: 'exclusiveMinimum',
  types: ['integer', 'number'],
  diagnostics: (schema) => exclusiveDiagnostics('exclusiveMinimum', 'minimum', schema),
};
