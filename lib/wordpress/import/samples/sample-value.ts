import { compileSchema, INVALID } from '../../../schema/compile-schema.js';
import type {
  JsonValue,
  PropertySchema,
  SchemaType,
  ValueSchema,
} from '../../../schema/vocabulary.js';

const TEXTS: readonly string[] = [
  'sample',
  '7',
  'a',
  'user@example.com',
  'https://example.com/',
  '2026-01-02T03:04:05Z',
  '2026-01-02',
  '03:04',
  '5d3f6f4e-5b1a-4c0e-9a3c-2f6f0a1b2c3d',
  '192.0.2.1',
  '#aabbcc',
  'some/sample',
  'SAMPLE',
  'en_US',
  'EUR',
];

/** A value that a schema accepts; `undefined` where none is found. */
export function sampleOf(schema: ValueSchema): JsonValue | undefined {
  const { compiled, candidates } = {
    compiled: validatorOf(schema),
    candidates: candidatesOf(schema),
  };
  return candidates.find((value) => value !== null && compiled.parse(value) !== INVALID);
}

function validatorOf(schema: PropertySchema) {
  const { default: _default, required, ...type } = schema;
  const validated = Array.isArray(required) ? { ...type, required } : type;
  return compileSchema(validated, { engine: 'interpreted' });
}

function candidatesOf(schema: PropertySchema): readonly JsonValue[] {
  const { default: fallback, enum: values = [], type, anyOf = [], oneOf = [] } = schema;
  const types = type === undefined ? (['string'] as const) : [type].flat();
  return [
    ...(fallback === undefined ? [] : [fallback]),
    ...values,
    ...types.flatMap((one) => ofType(one, schema)),
    ...[...anyOf, ...oneOf].flatMap(candidatesOf),
  ];
}

function ofType(type: SchemaType, schema: PropertySchema): readonly JsonValue[] {
  switch (type) {
    case 'boolean':
      return [true];
    case 'integer':
    case 'number':
      return numbersOf(schema);
    case 'array':
      return [listOf(schema)];
    case 'object':
      return [objectOf(schema)];
    default:
      return type === 'string' ? textsOf(schema) : [];
  }
}

function numbersOf({
  minimum = 0,
  maximum = minimum,
  multipleOf = 1,
}: PropertySchema): readonly number[] {
  const multiple = Math.ceil(minimum / multipleOf) * multipleOf;
  return [multiple, multiple + multipleOf, (minimum + maximum) / 2, maximum, minimum];
}

function textsOf({ minLength = 0 }: PropertySchema): readonly string[] {
  return [...TEXTS, 'a'.repeat(Math.min(minLength, 200))];
}

function listOf({ items = {}, minItems = 0 }: PropertySchema): readonly JsonValue[] {
  const item = sampleOf(items);
  return item === undefined ? [] : Array.from({ length: Math.min(minItems, 20) }, () => item);
}

function objectOf({ properties = {}, required, minProperties = 0 }: PropertySchema): JsonValue {
  const names = Array.isArray(required) ? required : [];
  const entries = Object.entries(properties)
    .filter(
      ([name, one], at) => one.required === true || names.includes(name) || at < minProperties,
    )
    .flatMap(([name, one]) => {
      const value = sampleOf(one);
      return value === undefined ? [] : [[name, value] as const];
    });
  return Object.fromEntries(entries);
}
