import { Format, type PropertySchema, type ValueSchema } from '../../schema/vocabulary.js';

type Json = Readonly<Record<string, unknown>>;

/** The keywords that mean the same in WordPress's dialect and hold no schema. */
const SAME = [
  'type',
  'title',
  'description',
  'default',
  'enum',
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const;

const FORMATS: ReadonlySet<unknown> = new Set(Object.values(Format));

/**
 * Draft 7 of JSON Schema in WordPress's dialect. A keyword that it does not have is left out, so that the
 * result may accept more.
 */
export function fromJsonSchema(json: object): ValueSchema {
  const source = json as Json;
  return {
    ...pick(source),
    ...exclusiveLimit(source, 'minimum', 'exclusiveMinimum'),
    ...exclusiveLimit(source, 'maximum', 'exclusiveMaximum'),
    ...(Object.hasOwn(source, 'const') ? { enum: [source['const']] } : {}),
    ...(FORMATS.has(source['format']) ? { format: source['format'] } : {}),
    ...inner(source),
  } as ValueSchema;
}

function pick(source: Json): Json {
  const known = SAME.filter((keyword) => source[keyword] !== undefined);
  return Object.fromEntries(known.map((keyword) => [keyword, source[keyword]]));
}

/** Draft 7 has a number where WordPress, like draft 4, has a boolean beside the limit. */
function exclusiveLimit(source: Json, limit: string, exclusive: string): Json {
  const value = source[exclusive];
  return typeof value === 'number' ? { [limit]: value, [exclusive]: true } : {};
}

function inner(source: Json): Json {
  const { items, additionalProperties, patternProperties, anyOf, oneOf } = source;
  return {
    ...(isObject(source['properties']) ? { properties: propertiesOf(source) } : {}),
    ...(isObject(items) ? { items: fromJsonSchema(items) } : {}),
    ...(typeof additionalProperties === 'boolean' ? { additionalProperties } : {}),
    ...(isObject(additionalProperties)
      ? { additionalProperties: fromJsonSchema(additionalProperties) }
      : {}),
    ...(isObject(patternProperties) ? { patternProperties: mapped(patternProperties) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.filter(isObject).map(fromJsonSchema) } : {}),
    ...(Array.isArray(oneOf) ? { oneOf: oneOf.filter(isObject).map(fromJsonSchema) } : {}),
  };
}

function mapped(schemas: Json): Json {
  const entries = Object.entries(schemas);
  return Object.fromEntries(
    entries.map(([name, schema]) => [name, isObject(schema) ? fromJsonSchema(schema) : {}]),
  );
}

/** `required` belongs to each property, as in draft 3. */
function propertiesOf({ properties, required }: Json): Readonly<Record<string, PropertySchema>> {
  const names = new Set<unknown>(Array.isArray(required) ? required : []);
  const schemas = isObject(properties) ? mapped(properties) : {};
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      names.has(name) ? { ...(schema as ValueSchema), required: true } : (schema as ValueSchema),
    ]),
  );
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
