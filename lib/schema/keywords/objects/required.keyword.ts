import { diagnostic } from '../../schema-diagnostic.js';
import type { SchemaKeyword } from '../../engine/keyword.js';
import type { ValueSchema } from '../../vocabulary.js';

/**
 * `required`: a list of names in the schema of an object (draft 4), or `true` in the schema of a
 * property or an argument (draft 3). Where the object has a list, only the list counts, as in WordPress.
 */
export const required: SchemaKeyword = {
  name: 'required',
  types: ['object'],
  diagnostics({ required: names }) {
    const isList = Array.isArray(names) && names.every((name) => typeof name === 'string');
    return isList ? [] : [diagnostic('required', 'a boolean or a list of names', names)];
  },
};

/** The names of the properties that an object must have. */
export function requiredNames({ required: names, properties }: ValueSchema): readonly string[] {
  if (typeof names === 'object') return names;
  return Object.entries(properties ?? {}).flatMap(([name, property]) =>
    property.required === true ? [name] : [],
  );
}
