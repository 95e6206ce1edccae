import type { SchemaType, ValueSchema } from './vocabulary.js';

/** The type that a schema's non-null values have. */
export function baseType(schema: ValueSchema): SchemaType {
  return typeof schema.type === 'string' ? schema.type : schema.type[0];
}

/** Whether `null` is among the schema's types. */
export function isNullable(schema: ValueSchema): boolean {
  return typeof schema.type !== 'string';
}

/** Whether `null` is accepted. As in WordPress, an enum also applies to null. */
export function acceptsNull(schema: ValueSchema): boolean {
  if (!isNullable(schema)) return false;
  return schema.enum === undefined || schema.enum.length === 0 || schema.enum.includes(null);
}
