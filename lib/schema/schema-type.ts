import type { SchemaType, ValueSchema } from './vocabulary.js';

const ANY: readonly SchemaType[] = [];

/** The types that a schema lists; none where it accepts any. */
export function typesOf({ type }: ValueSchema): readonly SchemaType[] {
  if (type === undefined) return ANY;
  return typeof type === 'string' ? [type] : type;
}

/** The type that a schema's non-null values have. */
export function baseType(schema: ValueSchema): SchemaType {
  return typesOf(schema)[0] ?? 'string';
}

/** Whether `null` is among the schema's types. */
export function isNullable(schema: ValueSchema): boolean {
  return typesOf(schema).includes('null');
}

/** Whether `null` is accepted: the enum decides, because WordPress applies it to null as well. */
export function acceptsNull(schema: ValueSchema): boolean {
  if (!isNullable(schema)) return false;
  return schema.enum === undefined || schema.enum.length === 0 || schema.enum.includes(null);
}
