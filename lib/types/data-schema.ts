import { isSchemaLike } from '../schema/keywords/nested-schemas.js';
import { propertySchemas } from '../schema/keywords/properties.keyword.js';
import { mapValues } from '../shared/records.js';
import type { DataSchema, PropertySchema, ValueSchema } from '../schema/vocabulary.js';

/**
 * The schema of the values, without the keywords of the argument itself. A list in `required` belongs to the values.
 */
export function valuesOfData(data: DataSchema): ValueSchema {
  const { default: _default, required, ...schema } = data;
  const values = withLists(schema) as ValueSchema;
  return Array.isArray(required) ? { ...values, required } : values;
}

/**
 * In the index of a WordPress API, a PHP list with other keys than 0, 1, 2 … is an object: the values of an `enum`
 * are then those of the object. The data are checked later, and may be anything.
 */
function withLists(schema: object): object {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]): [string, unknown] => [
      keyword,
      withListsIn(keyword, value),
    ]),
  );
}

function withListsIn(keyword: string, value: unknown): unknown {
  switch (keyword) {
    case 'enum':
      return isSchemaLike(value) ? Object.values(value) : value;
    case 'items':
    case 'additionalProperties':
      return isSchemaLike(value) ? withLists(value) : value;
    case 'properties':
    case 'patternProperties':
      return isSchemaLike(value) ? mapValues({ ...value }, withListsOf) : value;
    case 'anyOf':
    case 'oneOf':
      return Array.isArray(value) ? value.map(withListsOf) : value;
    default:
      return value;
  }
}

function withListsOf(value: unknown): unknown {
  return isSchemaLike(value) ? withLists(value) : value;
}

/** Rejects every value: each matches both alternatives. */
const NOTHING: PropertySchema = { oneOf: [{}, {}] };

/**
 * The same schema for a value that is itself required. `required` cannot be both a mark and a list, so the list of
 * draft 4 becomes marks of the properties, as in draft 3.
 */
export function withMarks<Schema extends ValueSchema>(schema: Schema): Schema {
  const { required: names, properties = {} } = schema;
  if (typeof names !== 'object' || !isSchemaLike(properties)) return schema;
  const optional = Object.entries(properties).map(([name, property]): [string, PropertySchema] => [
    name,
    isSchemaLike(property) && property.required === true
      ? { ...property, required: false }
      : property,
  ]);
  const schemaOf = propertySchemas(schema);
  const required = names.map((name): [string, PropertySchema] => [
    name,
    { ...(schemaOf(name) ?? NOTHING), required: true },
  ]);
  return { ...schema, properties: Object.fromEntries([...optional, ...required]) };
}
