import type { Format } from '../../schema/vocabulary.js';
import type { ReturnedSchema } from '../../model/types/returned-type.js';
import { reference, type SchemaComponents } from './components.js';
import type { JsonSchema } from './open-api-types.js';

/** A schema in this library's vocabulary, of an argument, a property or a response. */
export type OwnSchema = ReturnedSchema & { readonly default?: unknown };

/** The components that named schemas are added to, and the names of schemas. */
export interface SchemaContext {
  readonly components: SchemaComponents;
  readonly names: ReadonlyMap<object, string>;
}

/** WordPress's formats that JSON Schema expresses in another way. */
const FORMATS: Readonly<Partial<Record<Format, JsonSchema>>> = {
  ip: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
  'hex-color': { pattern: '^#(?:[0-9A-Fa-f]{3}){1,2}$' },
};

/**
 * Translates a schema to JSON Schema: `required` becomes a list beside `properties`, and a named schema
 * becomes a reference to a component.
 */
export function jsonSchema(own: OwnSchema, context: SchemaContext): JsonSchema {
  const { required: _required, description, default: fallback, ...rest } = own;
  const annotations = {
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
  const name = context.names.get(own);
  if (name === undefined) return { ...body(rest, context), ...annotations };
  const named = namedSchema(name, rest, context);
  return isNullable(rest)
    ? { anyOf: [named, { type: 'null' }], ...annotations }
    : { ...named, ...annotations };
}

function namedSchema(name: string, own: OwnSchema, context: SchemaContext): JsonSchema {
  // Inside itself, a recursive schema is only its name.
  if (own.properties === undefined) return reference(name);
  return context.components.add(name, body({ ...own, type: 'object' }, context));
}

function body(own: OwnSchema, context: SchemaContext): JsonSchema {
  const { items, properties, format, ...keywords } = own;
  return {
    ...keywords,
    ...(format === undefined ? {} : (FORMATS[format] ?? { format })),
    ...(items === undefined ? {} : { items: jsonSchema(items, context) }),
    ...(properties === undefined ? {} : propertiesOf(properties, context)),
  };
}

/** The properties of an object, and the list of its required properties. */
export function propertiesOf(
  properties: Readonly<Record<string, OwnSchema>>,
  context: SchemaContext,
): JsonSchema {
  const entries = Object.entries(properties);
  const required = entries.filter(([, schema]) => schema.required === true).map(([name]) => name);
  return {
    properties: Object.fromEntries(
      entries.map(([name, schema]) => [name, jsonSchema(schema, context)]),
    ),
    ...(required.length === 0 ? {} : { required }),
  };
}

function isNullable({ type }: OwnSchema): boolean {
  return Array.isArray(type) && type.includes('null');
}
