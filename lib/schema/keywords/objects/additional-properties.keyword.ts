import { diagnostic } from '../../schema-diagnostic.js';
import type { SchemaKeyword } from '../../keyword.js';
import type { ValueSchema } from '../../vocabulary.js';

/** `additionalProperties: false`: what the schema does not name is rejected, else it is kept. */
export const additionalProperties: SchemaKeyword = {
  name: 'additionalProperties',
  types: ['object'],
  diagnostics: ({ additionalProperties: value }) =>
    value === false ? [] : [diagnostic('additionalProperties', 'false, or nothing', value)],
};

/** Whether an object may have properties that its schema does not name. */
export function isOpen(schema: ValueSchema): boolean {
  return schema.additionalProperties !== false;
}
