import type { SchemaType, ValueSchema } from './vocabulary.js';

/** Every type of the vocabulary. */
export const ALL_TYPES: readonly SchemaType[] = [
  'integer',
  'number',
  'string',
  'boolean',
  'array',
  'object',
  'null',
];

const ANY: readonly SchemaType[] = [];

/** The types that a schema lists; none where it accepts any. */
export function typesOf({ type }: ValueSchema): readonly SchemaType[] {
  if (type === undefined) return ANY;
  return typeof type === 'string' ? [type] : type;
}

/** The one type of a schema's non-null values: of `T` and of `[T, 'null']`. */
export function baseType(schema: ValueSchema): SchemaType | undefined {
  const { type } = schema;
  if (type === undefined || typeof type === 'string') return type;
  return isNullable(schema) ? type[0] : undefined;
}

/** Whether the value chooses among the types of a list. `[T, 'null']` needs no such choice. */
export function hasTypeChoice(schema: ValueSchema): boolean {
  return schema.type !== undefined && baseType(schema) === undefined;
}

/** Whether a schema lists one type and `null`, in this order: the usual way to write it. */
export function isNullable({ type }: ValueSchema): boolean {
  return Array.isArray(type) && type.length === 2 && type[1] === 'null' && type[0] !== 'null';
}

/** Whether a nullable schema accepts `null`: the enum decides, because WordPress applies it to null too. */
export function acceptsNull(schema: ValueSchema): boolean {
  if (!isNullable(schema)) return false;
  return schema.enum === undefined || schema.enum.length === 0 || schema.enum.includes(null);
}
