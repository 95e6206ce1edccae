import type { SchemaKeyword } from '../../keyword.js';
import { LIMITS } from '../../limits.js';
import { exclusiveDiagnostics } from './exclusive-limit.js';

/** `exclusiveMaximum`: whether `maximum` itself is rejected. */
export const exclusiveMaximum: SchemaKeyword = {
  name: 'exclusiveMaximum',
  types: LIMITS.exclusiveMaximum.types,
  diagnostics: (schema) => exclusiveDiagnostics('exclusiveMaximum', 'maximum', schema),
};
