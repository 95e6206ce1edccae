import { LIMIT_NAMES, LIMITS, limitsWith } from '../../schema/limits.js';
import { Format, type PropertySchema, type ValueSchema } from '../../schema/vocabulary.js';

type Json = Readonly<Record<string, unknown>>;

/** The keywords that mean the same in WordPress's dialect and hold no schema. */
const SAME: readonly string[] = ['type', 'title', 'description', 'default', 'enum'].concat(
  LIMIT_NAMES.filter((name) => !['exclusive', 'format'].includes(LIMITS[name].value)),
);

const FORMATS: ReadonlySet<unknown> = new Set(Object.values(Format));

/**
 * Draft 7 of JSON Schema in WordPress's dialect. A keyword that it does not have is left out, so that the
 * result may accept more.
 */
export function fromJsonSchema(json: object): ValueSchema {
  const source = json as Json;
  return {
    ...pick(source),
    ...exclusiveLimits(source),
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
function exclusiveLimits(source: Json): Json {
  const stated = limitsWith('exclusive').filter((name) => typeof source[name] === 'number');
  return Object.fromEntries(
    stated.flatMap((name): [string, unknown][] => [
      [LIMITS[name].of, source[name]],
      [name, true],
    ]),
  );
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
