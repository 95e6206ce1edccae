import {
  typesOf,
  type Definitions,
  type SchemaType,
  type ValueSchema,
} from '../../schema/vocabulary.js';
import { put } from '../../schema/values/values.js';
import { isJsonObject, NullRecord } from '../../shared/records.js';
import { definitionsByName, type Hydration } from '../../types/type-schema.js';

/** Leaves out the empty texts of a value in a query or a form: `undefined` if it is one itself. */
export type LeaveOut = (sent: unknown) => unknown;

/**
 * A form of HTML sends a field that a person has left empty as an empty text, and so does a link of a search. To a type
 * that no text has, it is not a value, so it can only mean that there is none.
 *
 * @returns `undefined` if no part of the argument can be left out.
 */
export function emptyTextsOf(
  schema: ValueSchema,
  hydrations: readonly Hydration[],
): LeaveOut | undefined {
  const dates = new Set(
    hydrations.flatMap(({ into, schema: of }) => (into === 'date' ? [of] : [])),
  );
  const known: Known = { dates, definitions: definitionsByName(hydrations) };
  if (!hasTextless([schema], known, new Set())) return undefined;
  return (sent) =>
    sent === '' || typeof sent === 'object' ? without(sent, [schema], known) : sent;
}

interface Known {
  /** The schemas of times, which are texts of a form. */
  readonly dates: ReadonlySet<ValueSchema>;
  readonly definitions: Definitions;
}

function hasTextless(
  schemas: readonly ValueSchema[],
  known: Known,
  seen: Set<ValueSchema>,
): boolean {
  const all = alternativesOf(schemas, known).filter((one) => !seen.has(one));
  if (all.length === 0) return false;
  for (const one of all) seen.add(one);
  return (
    all.every((one) => isTextless(one, known)) ||
    all.some((one) => hasTextlessPart(one, known, seen))
  );
}

function hasTextlessPart(schema: ValueSchema, known: Known, seen: Set<ValueSchema>): boolean {
  const { properties = {}, items, additionalProperties: others } = schema;
  const parts = [
    ...Object.values(properties),
    items,
    typeof others === 'object' ? others : undefined,
  ];
  return parts.some((part) => part !== undefined && hasTextless([part], known, seen));
}

/** The schemas that may apply to one value. */
function alternativesOf(
  schemas: readonly ValueSchema[],
  { definitions }: Known,
): readonly ValueSchema[] {
  const found = new Set<ValueSchema>();
  const add = (schema: ValueSchema): void => {
    if (found.has(schema)) return;
    const { $ref, anyOf, oneOf } = schema;
    const definition = $ref === undefined ? undefined : definitions.get($ref);
    const nested = anyOf ?? oneOf;
    if (nested === undefined) found.add(schema);
    nested?.forEach(add);
    if (definition !== undefined) add(definition);
  };
  schemas.forEach(add);
  return [...found];
}

const TEXTLESS: ReadonlySet<SchemaType> = new Set([
  'integer',
  'number',
  'boolean',
  'object',
  'null',
]);

/** Whether a value of one place cannot be an empty text; that of a list is an empty one. */
function isTextless(schema: ValueSchema, { dates }: Known): boolean {
  const types = typesOf(schema);
  if (types.length === 0) return false;
  const isOther = (type: SchemaType) =>
    TEXTLESS.has(type) || (type === 'string' && isChosen(schema));
  return dates.has(schema) || types.every(isOther);
}

function isChosen({ enum: values }: ValueSchema): boolean {
  return values !== undefined && !values.includes('');
}

function without(sent: unknown, schemas: readonly ValueSchema[], known: Known): unknown {
  const all = alternativesOf(schemas, known);
  if (sent === '') return all.every((one) => isTextless(one, known)) ? undefined : sent;
  if (Array.isArray(sent)) {
    const items = all.flatMap((one) => one.items ?? []);
    // An empty item is one: without it, the others would move.
    return sent.map((item: unknown) => (item === '' ? item : without(item, items, known)));
  }
  return isJsonObject(sent) && !isInstance(sent) ? withoutIn(sent, all, known) : sent;
}

/** A file, or what a parser of the application has made. */
function isInstance(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && prototype !== Object.prototype && prototype !== NullRecord.prototype;
}

function withoutIn(
  sent: Readonly<Record<string, unknown>>,
  schemas: readonly ValueSchema[],
  known: Known,
): object {
  const kept = new NullRecord<unknown>();
  for (const [name, value] of Object.entries(sent)) {
    const own = schemas.flatMap((one) => schemaAt(one, name) ?? []);
    const left = own.length === 0 ? value : without(value, own, known);
    if (left !== undefined) put(kept, name, left);
  }
  return kept;
}

function schemaAt(schema: ValueSchema, name: string): ValueSchema | undefined {
  const { properties = {}, additionalProperties: others } = schema;
  if (Object.hasOwn(properties, name)) return properties[name];
  return typeof others === 'object' ? others : undefined;
}
