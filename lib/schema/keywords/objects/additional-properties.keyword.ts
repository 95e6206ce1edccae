import { diagnostic } from '../../schema-diagnostic.js';
import type { SchemaKeyword } from '../../engine/keyword.js';
import type { ValueSchema } from '../../vocabulary.js';

/**
 * `additionalProperties`: `false` rejects what the schema does not name, a schema validates it;
 * otherwise it is kept as it is.
 */
export const additionalProperties: SchemaKeyword = {
  name: 'additionalProperties',
  types: ['object'],
  diagnostics({ additionalProperties: value }) {
    const isKnown = typeof value === 'boolean' || (typeof value === 'object' && value !== null);
    return isKnown ? [] : [diagnostic('additionalProperties', 'a boolean or a schema', value)];
  },
};

/** The schema of properties without one of their own; `undefined` where any value passes. */
export function additionalSchema({ additionalProperties: value }: ValueSchema) {
  return typeof value === 'object' ? value : undefined;
}

/** Whether an object may have properties that its schema does not name. */
export function isOpen(schema: ValueSchema): boolean {
  return schema.additionalProperties !== false;
}
