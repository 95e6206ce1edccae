import type { SchemaKeyword } from '../../engine/keyword.js';
import { LIMITS } from '../../limits.js';
import { exclusiveDiagnostics } from './exclusive-limit.js';

/** `exclusiveMinimum`: whether `minimum` itself is rejected. */
export const exclusiveMinimum: SchemaKeyword = {
  name: 'exclusiveMinimum',
  types: LIMITS.exclusiveMinimum.types,
  diagnostics: (schema) => exclusiveDiagnostics('exclusiveMinimum', 'minimum', schema),
};
