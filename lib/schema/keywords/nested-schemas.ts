import { isJsonObject } from '../../shared/records.js';
import { alternativesOf } from './combination.js';
import type { PropertySchema, ValueSchema } from '../vocabulary.js';

/** A part of a schema that should be a schema, with its path. */
type NestedSchema = readonly [path: string, schema: unknown];

const NONE: readonly NestedSchema[] = [];

/** The schemas within a schema. The keywords that contain them must be valid. */
export function nestedSchemas(schema: ValueSchema): readonly NestedSchema[] {
  const { items, additionalProperties } = schema;
  return [
    ...one('items', items),
    ...named('properties', schema.properties),
    ...named('patternProperties', schema.patternProperties),
    ...one('additionalProperties', objectOrNone(additionalProperties)),
    ...named('anyOf', typedAlternatives(schema, schema.anyOf)),
    ...named('oneOf', typedAlternatives(schema, schema.oneOf)),
  ];
}

/** Whether a value may be a schema. */
export function isSchemaLike(schema: unknown): schema is PropertySchema {
  return isJsonObject(schema);
}

function objectOrNone(value: unknown): unknown {
  return typeof value === 'object' ? value : undefined;
}

function one(path: string, schema: unknown): readonly NestedSchema[] {
  return schema === undefined ? NONE : [[path, schema]];
}

function named(keyword: string, schemas: unknown): readonly NestedSchema[] {
  if (typeof schemas !== 'object' || schemas === null) return NONE;
  return Object.entries(schemas).map(([name, schema]) => [`${keyword}.${name}`, schema]);
}

/** An alternative without a type has that of the schema around it. */
function typedAlternatives(schema: ValueSchema, alternatives: unknown): unknown {
  if (!Array.isArray(alternatives) || !alternatives.every(isSchemaLike)) return alternatives;
  return alternativesOf(schema, alternatives);
}
