import type { Format } from '../../schema/vocabulary.js';
import type { ReturnedSchema } from '../../model/types/returned-type.js';
import { reference, type SchemaComponents } from './components.js';
import type { JsonSchema } from './open-api-types.js';

/** A schema of this library: of an argument, of a property, of a response. */
export type OwnSchema = ReturnedSchema & {
  readonly required?: boolean;
  readonly default?: unknown;
};

/** Where schemas with names go, and which of them have one. */
export interface SchemaContext {
  readonly components: SchemaComponents;
  readonly names: ReadonlyMap<object, string>;
}

/** What formats of WordPress are in JSON Schema, where they are called otherwise there. */
const FORMATS: Readonly<Partial<Record<Format, JsonSchema>>> = {
  ip: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
  'hex-color': { pattern: '^#(?:[0-9A-Fa-f]{3}){1,2}$' },
};

/**
 * A schema as JSON Schema has it: `required` is a list beside `properties`, and what has a name stands
 * among the components.
 */
export function jsonSchema(own: OwnSchema, context: SchemaContext): JsonSchema {
  const { required: _required, description, default: fallback, ...rest } = own;
  const said = {
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
  const name = context.names.get(own);
  if (name === undefined) return { ...body(rest, context), ...said };
  const named = namedSchema(name, rest, context);
  return isNullable(rest) ? { anyOf: [named, { type: 'null' }], ...said } : { ...named, ...said };
}

function namedSchema(name: string, own: OwnSchema, context: SchemaContext): JsonSchema {
  // Within itself it has a name alone.
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

/** The properties of an object, and the list of those that must be there. */
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
