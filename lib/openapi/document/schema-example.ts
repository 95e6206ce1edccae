import { compileSchema, INVALID } from '../../schema/schema.js';
import type { ValueSchema } from '../../schema/vocabulary.js';
import type { OwnSchema } from './json-schema.js';
import { numberExample } from './number-example.js';

/** A text of each format that WordPress accepts. */
const BY_FORMAT: Readonly<Record<string, string>> = {
  email: 'ada@example.com',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  ip: '192.0.2.1',
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  'hex-color': '#336699',
  uri: 'https://example.com/',
  'text-field': 'text',
  'textarea-field': 'text',
};

/**
 * A value that a schema accepts: its default where it has one. `undefined` where no value can be derived, and
 * where the schema rejects the one that was.
 */
export function exampleOf(schema: OwnSchema): unknown {
  const example = candidateOf(schema);
  return example === undefined || isAccepted(schema, example) ? example : undefined;
}

/** An object with the required properties; `undefined` where the value of one cannot be derived. */
export function objectExample(
  properties: Readonly<Record<string, OwnSchema>>,
  required = requiredOf(properties),
): Readonly<Record<string, unknown>> | undefined {
  const entries = required.map((name) => [name, exampleOf(properties[name] ?? {})] as const);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

function candidateOf(schema: OwnSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  const [first] = schema.enum ?? [];
  if (first !== undefined) return first;
  const { anyOf, oneOf, ...rest } = schema;
  const [option] = anyOf ?? oneOf ?? [];
  if (option !== undefined) return candidateOf({ ...rest, ...option });
  const [type = ''] = [schema.type ?? []].flat();
  return BY_TYPE.get(type)?.(schema);
}

function isAccepted(schema: OwnSchema, example: unknown): boolean {
  // The default of an argument was checked at startup, and null in its place means none.
  if (schema.default !== undefined) return true;
  const validator = compileSchema(schema as ValueSchema, { engine: 'interpreted' });
  return validator.parse(example) !== INVALID;
}

function requiredOf(properties: Readonly<Record<string, OwnSchema>>): readonly string[] {
  return Object.keys(properties).filter((name) => properties[name]?.required === true);
}

function textExample({ pattern, format, minLength = 0, maxLength }: OwnSchema): string | undefined {
  if (pattern !== undefined) return undefined;
  if (format !== undefined) return BY_FORMAT[format];
  return 'text'.slice(0, maxLength).padEnd(minLength, 'x');
}

function listExample({
  items,
  minItems = 0,
  uniqueItems,
}: OwnSchema): readonly unknown[] | undefined {
  const element = items === undefined ? undefined : exampleOf(items);
  if (element === undefined) return minItems === 0 ? [] : undefined;
  const values = uniqueItems === true ? (items?.enum ?? [element]) : [element];
  const count = Math.max(minItems, 1);
  return Array.from({ length: count }, (_, at) => values[at % values.length]);
}

/** Its required properties, and as many others as it has to have at least. */
function recordExample(schema: OwnSchema): Readonly<Record<string, unknown>> | undefined {
  const { properties = {}, required, minProperties = 0, additionalProperties } = schema;
  const names = typeof required === 'object' ? required : requiredOf(properties);
  const example = objectExample(properties, names);
  const others =
    typeof additionalProperties === 'object' ? exampleOf(additionalProperties) : 'text';
  const missing = minProperties - names.length;
  if (example === undefined || (missing > 0 && others === undefined)) return undefined;
  const added = Array.from({ length: Math.max(missing, 0) }, (_, at) => [`name${at + 1}`, others]);
  return { ...example, ...Object.fromEntries(added) };
}

type ExampleOf = (schema: OwnSchema) => unknown;

const BY_TYPE: ReadonlyMap<string, ExampleOf> = new Map<string, ExampleOf>([
  ['integer', numberExample],
  ['number', numberExample],
  ['boolean', () => true],
  ['string', textExample],
  ['array', listExample],
  ['object', recordExample],
  ['null', () => null],
]);
