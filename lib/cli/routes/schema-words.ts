import type { PropertySchema, ValueSchema } from '../../schema/vocabulary.js';

/** A schema in a few words: `integer 1–100`, `"new" | "used"`, `list of string ≤ 2 items`, `any`. */
export function schemaWords(schema: ValueSchema): string {
  const { items, properties, pattern, format, multipleOf } = schema;
  const words = [
    nameOf(schema),
    numbersOf(schema),
    multipleOf === undefined ? undefined : `in steps of ${multipleOf}`,
    range(schema.minLength, schema.maxLength, ' characters'),
    format,
    pattern === undefined ? undefined : `/${pattern}/`,
    items === undefined ? undefined : `of ${itemWords(items)}`,
    range(schema.minItems, schema.maxItems, ' items'),
    schema.uniqueItems === true ? 'unique' : undefined,
    properties === undefined ? undefined : propertyWords(properties),
    mapWords(schema),
    range(schema.minProperties, schema.maxProperties, ' properties'),
    alternativeWords(schema),
  ];
  const nullable = schema.enum === undefined && isNullable(schema) ? ' | null' : '';
  return `${words.filter((text) => text !== undefined).join(' ')}${nullable}`;
}

function nameOf({ type, enum: values, properties, anyOf, oneOf }: ValueSchema): string | undefined {
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  const types = [type ?? []].flat().filter((one) => one !== 'null');
  if (anyOf !== undefined || oneOf !== undefined) return undefined;
  if (types.length === 0) return type === undefined ? 'any' : 'null';
  if (properties !== undefined && types.length === 1) return undefined;
  return types.map((name) => (name === 'array' ? 'list' : name)).join(' | ');
}

function mapWords({ type, additionalProperties: others }: ValueSchema): string | undefined {
  if (typeof others === 'object') return `with any names: ${itemWords(others)}`;
  return others === true && type !== undefined ? 'with any names' : undefined;
}

function alternativeWords({ anyOf, oneOf }: ValueSchema): string | undefined {
  if (anyOf === undefined && oneOf === undefined) return undefined;
  return [...(anyOf ?? []), ...(oneOf ?? [])].map(schemaWords).join(' | ');
}

function numbersOf(schema: ValueSchema): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (exclusiveMinimum !== true && exclusiveMaximum !== true) return range(minimum, maximum, '');
  const limits = [
    minimum === undefined ? undefined : `${exclusiveMinimum === true ? '>' : '≥'} ${minimum}`,
    maximum === undefined ? undefined : `${exclusiveMaximum === true ? '<' : '≤'} ${maximum}`,
  ];
  return limits.filter((text) => text !== undefined).join(' ');
}

function itemWords(items: ValueSchema): string {
  return items.enum === undefined ? schemaWords(items) : `(${schemaWords(items)})`;
}

function propertyWords(properties: Readonly<Record<string, PropertySchema>>): string {
  const entries = Object.entries(properties).map(
    ([name, schema]) =>
      `${name}${schema.required === true || schema.default !== undefined ? '' : '?'}: ${schemaWords(schema)}${defaultWords(schema)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
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
  return Array.isArray(type) && type.length > 1 && type.includes('null');
}
