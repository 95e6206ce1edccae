import type { ArgumentDescription } from '../../model/description/route-description.js';
import type { SchemaType } from '../../schema/vocabulary.js';
import type { OwnSchema } from './json-schema.js';

/** The name of an argument in a query or a form: `tags[]` for a list, as PHP reads lists. */
export function formName({ name, schema }: Pick<ArgumentDescription, 'name' | 'schema'>): string {
  return isOnly('array', schema) && !holdsObjects(schema) ? `${name}[]` : name;
}

/** Whether all values of a schema, except null, have a type. */
export function isOnly(type: SchemaType, schema: OwnSchema): boolean {
  return typesOf(schema).every((one) => one === type);
}

/** Whether a schema is that of a list whose elements have keys of their own. */
export function holdsObjects(schema: OwnSchema): boolean {
  const { items } = schema;
  if (!isOnly('array', schema) || items === undefined) return false;
  return typesOf(items).some((one) => one === 'object' || one === 'array');
}

/** The types of a schema without null; an unknown one where it states none. */
function typesOf({ type }: OwnSchema): readonly (SchemaType | 'any')[] {
  const all: readonly (SchemaType | 'any')[] = typeof type === 'string' ? [type] : (type ?? []);
  const types = all.filter((one) => one !== 'null');
  return types.length === 0 ? ['any'] : types;
}
