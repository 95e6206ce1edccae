import type { ArgumentDescription } from '../../routes/route-description.js';
import type { SchemaType } from '../../schema/vocabulary.js';
import type { OwnSchema } from './json-schema.js';
import type { Encoding } from './open-api-types.js';

/** The name of an argument in a query or a form: `tags[]` for a list, as PHP reads lists. */
export function formName({ name, schema }: Pick<ArgumentDescription, 'name' | 'schema'>): string {
  return isOnly('array', schema) && !holdsObjects(schema) ? `${name}[]` : name;
}

/**
 * Lists and objects are written as PHP reads them: `tags[]=a&tags[]=b`, `lines[0][sku]=x`, `size[width]=1`.
 * `undefined` for a value without parts.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-values, which leaves lists within `deepObject` open
 */
export function styleOf(schema: OwnSchema): Encoding | undefined {
  if (isOnly('object', schema) || holdsObjects(schema)) {
    return { style: 'deepObject', explode: true };
  }
  return isOnly('array', schema) ? { style: 'form', explode: true } : undefined;
}

/** Whether all values of a schema, except null, have a type. */
function isOnly(type: SchemaType, schema: OwnSchema): boolean {
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
