import type { PropertySchema, ValueSchema } from '../schema/vocabulary.js';

/** A schema in a few words: `integer 1–100`, `"new" | "used"`, `list of string ≤ 2 items`. */
export function schemaWords(schema: ValueSchema): string {
  const { items, properties, pattern, format } = schema;
  const words = [
    nameOf(schema),
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    format,
    pattern === undefined ? undefined : `/${pattern}/`,
    items === undefined ? undefined : `of ${itemWords(items)}`,
    range(schema.minItems, schema.maxItems, ' items'),
    properties === undefined ? undefined : propertyWords(properties),
  ];
  const nullable = isNullable(schema) && schema.enum === undefined ? ' | null' : '';
  return `${words.filter((text) => text !== undefined).join(' ')}${nullable}`;
}

function nameOf({ type, enum: values, properties }: ValueSchema): string | undefined {
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (properties !== undefined) return undefined;
  const name = [type].flat()[0];
  return name === 'array' ? 'list' : name;
}

function itemWords(items: ValueSchema): string {
  return items.enum === undefined ? schemaWords(items) : `(${schemaWords(items)})`;
}

function propertyWords(properties: Readonly<Record<string, PropertySchema>>): string {
  const entries = Object.entries(properties).map(
    ([name, schema]) =>
      `${name}${schema.required === true || schema.default !== undefined ? '' : '?'}: ${schemaWords(schema)}${defaultWords(schema)}`,
  );
  return `{ ${entries.join(', ')} }`;
}

/** ` = 1`, or nothing. */
export function defaultWords({ default: fallback }: Pick<PropertySchema, 'default'>): string {
  return fallback === undefined ? '' : ` = ${JSON.stringify(fallback)}`;
}

function range(
  least: number | undefined,
  most: number | undefined,
  unit: string,
): string | undefined {
  if (least !== undefined && most !== undefined) return `${least}–${most}${unit}`;
  if (least !== undefined) return `≥ ${least}${unit}`;
  return most === undefined ? undefined : `≤ ${most}${unit}`;
}

function isNullable({ type }: ValueSchema): boolean {
  return Array.isArray(type) && type.includes('null');
}
