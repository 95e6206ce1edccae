import { compileMatch } from '../../routes/paths/match-pattern.js';
import type { JsonValue, PropertySchema, SchemaType } from '../../schema/vocabulary.js';
import { isObject } from '../../shared/records.js';
import type { PlannedPlaceholder, PlannedRoute } from './plan/planned-route.js';
import { INVALID } from '../../schema/schema.js';
import { validatorOf } from './defaults.js';

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

export interface SampleRequest {
  readonly method: string;
  /** Below the namespace. */
  readonly path: string;
  readonly args: Readonly<Record<string, JsonValue>>;
}

const VALUES: readonly string[] = [
  '7',
  'sample',
  'some/sample',
  'sample.css',
  'a-b',
  'AB',
  'a',
  '2026-01-02',
  'v1',
  '1.0',
  'en_US',
  'SAMPLE',
  'sample@example.com',
  'abcdef0123456789abcdef0123456789',
  '5d3f6f4e-5b1a-4c0e-9a3c-2f6f0a1b2c3d',
];

/** `undefined` if no values are found. */
export function sampleRequest(route: PlannedRoute): SampleRequest | undefined {
  const { version, path, methods, placeholders, args } = route;
  const [method] = methods;
  const values = knownOf(placeholders.map((one) => [one.name, sampleOfPlaceholder(one)]));
  const required = args.filter(({ schema }) => schema.required === true);
  const samples = knownOf(required.map(({ name, schema }) => [name, sampleOf(schema)]));
  if (values === undefined || samples === undefined || method === undefined) return undefined;
  if (method === 'GET' && Object.values(samples).some(isObject)) return undefined;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return { method, path: version === '' ? filled : `/${version}${filled}`, args: samples };
}

function sampleOfPlaceholder({ kind, match, schema }: PlannedPlaceholder): string | undefined {
  const values = schema.enum?.map(String);
  const number = String(Math.max(7, schema.minimum ?? 0));
  if (match === undefined) return kind === 'integer' ? number : 'sample';
  const { accepts } = compileMatch(match);
  const all = values ?? (kind === 'integer' ? [number] : VALUES);
  return all.find((value) => accepts(value));
}

/** The values by name; `undefined` if one of them is `undefined`. */
function knownOf<Value>(
  entries: readonly (readonly [string, Value | undefined])[],
): Readonly<Record<string, Value>> | undefined {
  const known = entries.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return known.length === entries.length ? Object.fromEntries(known) : undefined;
}

/** `undefined` if none is found. */
function sampleOf(schema: PropertySchema): JsonValue | undefined {
  const validator = validatorOf(schema);
  return candidatesOf(schema).find((value) => value !== null && validator.parse(value) !== INVALID);
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
