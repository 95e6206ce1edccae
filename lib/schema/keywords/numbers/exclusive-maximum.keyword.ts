import type { SchemaKeyword } from '../../keyword.js';
import { exclusiveDiagnostics } from './exclusive-limit.js';

/** `exclusiveMaximum`: whether `maximum` itself is rejected. */
export const exclusiveMaximum: SchemaKeyword = {
  name: 'exclusiveMaximum',
  types: ['integer', 'number'],
  diagnostics: (schema) => exclusiveDiagnostics('exclusiveMaximum', 'maximum', schema),
};
