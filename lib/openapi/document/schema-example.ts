import type { OwnSchema } from './json-schema.js';

/** A text of each format that WordPress accepts. */
const BY_FORMAT: Readonly<Record<string, string>> = {
  email: 'ada@example.com',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  ip: '192.0.2.1',
  'date-time': '2026-01-31T12:00:00Z',
  'hex-color': '#336699',
  uri: 'https://example.com/',
};

/** A value that a schema accepts: its default where it has one. `undefined` where no value can be derived. */
export function exampleOf(schema: OwnSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  const [first] = schema.enum ?? [];
  if (first !== undefined) return first;
  const [type = ''] = [schema.type].flat();
  return BY_TYPE.get(type)?.(schema);
}

/** An object with the required properties; `undefined` where the value of one cannot be derived. */
export function objectExample(
  properties: Readonly<Record<string, OwnSchema>>,
): Readonly<Record<string, unknown>> | undefined {
  const entries = Object.entries(properties)
    .filter(([, schema]) => schema.required === true)
    .map(([name, schema]) => [name, exampleOf(schema)] as const);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

function textExample({ pattern, format, minLength = 0, maxLength }: OwnSchema): string | undefined {
  if (pattern !== undefined) return undefined;
  if (format !== undefined) return BY_FORMAT[format];
  return 'text'.slice(0, maxLength).padEnd(minLength, 'x');
}

function listExample({ items, minItems = 0 }: OwnSchema): readonly unknown[] | undefined {
  const element = items === undefined ? undefined : exampleOf(items);
  if (element === undefined) return minItems === 0 ? [] : undefined;
  return Array.from({ length: Math.max(minItems, 1) }, () => element);
}

function numberExample({ minimum, maximum = 1 }: OwnSchema): number {
  return minimum ?? Math.min(1, maximum);
}

type ExampleOf = (schema: OwnSchema) => unknown;

const BY_TYPE: ReadonlyMap<string, ExampleOf> = new Map<string, ExampleOf>([
  ['integer', numberExample],
  ['number', numberExample],
  ['boolean', () => true],
  ['string', textExample],
  ['array', listExample],
  ['object', ({ properties = {} }: OwnSchema) => objectExample(properties)],
]);
