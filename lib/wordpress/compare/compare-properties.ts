import type {
  PropertySchema,
  ValueSchema,
  JsonValue,
  SchemaType,
} from '../../schema/vocabulary.js';
import type { SchemaDifference } from './difference.js';
import { compileSchema, INVALID } from '../../schema/compile-schema.js';

type Compare = (
  before: PropertySchema,
  after: PropertySchema,
  argument: string,
) => readonly SchemaDifference[];

/** Compares the properties of objects: those with names, those of a pattern, and all others. */
export function compareProperties(
  before: ValueSchema,
  after: ValueSchema,
  argument: string,
  compare: Compare,
): readonly SchemaDifference[] {
  if (!namesProperties(before) && !namesProperties(after)) return [];
  const [was, is] = [namesOf(before), namesOf(after)];
  const all = [...new Set([...was.keys(), ...is.keys()])];
  return [
    ...all.flatMap((name) => {
      const place = `${argument}.${name}`;
      const own = was.get(name) ?? othersOf(before);
      return compareProperty(own, is.get(name) ?? othersOf(after), place, compare);
    }),
    ...compareRequired(before, after, argument),
    ...comparePatterns(before, after, argument, compare),
    ...compareProperty(othersOf(before), othersOf(after), `${argument}.*`, compare),
  ];
}

function namesProperties(schema: ValueSchema): boolean {
  const { properties, patternProperties, additionalProperties, required } = schema;
  const stated = properties ?? patternProperties ?? additionalProperties;
  return stated !== undefined || Array.isArray(required);
}

function namesOf({ properties = {} }: ValueSchema): ReadonlyMap<string, PropertySchema> {
  return new Map(Object.entries(properties));
}

function compareProperty(
  before: PropertySchema | undefined,
  after: PropertySchema | undefined,
  argument: string,
  compare: Compare,
): readonly SchemaDifference[] {
  if (before !== undefined && after !== undefined) return compare(before, after, argument);
  if (before === undefined && after === undefined) return [];
  return after === undefined
    ? [{ impact: 'lost', subject: 'property', argument, text: 'the property is gone' }]
    : [{ impact: 'gained', subject: 'property', argument, text: 'a new property' }];
}

/** A property with a default is never missing. */
function compareRequired(
  before: ValueSchema,
  after: ValueSchema,
  argument: string,
): readonly SchemaDifference[] {
  const [was, is] = [mustHave(before), mustHave(after)];
  const stricter = [...is].filter((name) => !was.has(name));
  const looser = [...was].filter((name) => !is.has(name));
  return [
    ...stricter.map((name) => requirement('lost', 'required', `${argument}.${name}`)),
    ...looser.map((name) => requirement('gained', 'optional', `${argument}.${name}`)),
  ];
}

function mustHave(schema: ValueSchema): ReadonlySet<string> {
  const names = namesOf(schema);
  const required = [...requiredOf(schema)];
  return new Set(required.filter((name) => defaultOf(names.get(name) ?? {}) === undefined));
}

function requirement(impact: 'lost' | 'gained', text: string, argument: string): SchemaDifference {
  return { impact, subject: 'required', argument, text };
}

function comparePatterns(
  { patternProperties: before = {} }: ValueSchema,
  { patternProperties: after = {} }: ValueSchema,
  argument: string,
  compare: Compare,
): readonly SchemaDifference[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((pattern) =>
    compareProperty(was.get(pattern), is.get(pattern), `${argument}./${pattern}/`, compare),
  );
}

/** The types that a schema accepts; `undefined` for any value. */
export function typesOf({ type, enum: values }: ValueSchema): ReadonlySet<SchemaType> | undefined {
  if (type !== undefined) return new Set([type].flat());
  return values === undefined ? undefined : new Set(values.map(typeOfValue));
}

function typeOfValue(value: JsonValue): SchemaType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'object') return 'object';
  return typeof value === 'string' ? 'string' : 'boolean';
}

/**
 * The default that a method receives: `"publish"` is `["publish"]` for a list. `null` is none, as in
 * WordPress, and a default that its own types reject stays as it is. Only types are looked at: a foreign
 * pattern may need exponential time.
 */
export function defaultOf(schema: PropertySchema): JsonValue | undefined {
  const { default: fallback } = schema;
  if (fallback === undefined || fallback === null) return undefined;
  // PHP writes an empty object as an empty list.
  const isEmpty = Array.isArray(fallback) && fallback.length === 0;
  if (isEmpty && typesOf(schema)?.has('object') === true) return {};
  const value = compileSchema(onlyTypes(schema), { engine: 'interpreted' }).parse(fallback);
  // What a schema without formats accepts is JSON again.
  return value === INVALID ? fallback : (value as JsonValue);
}

function onlyTypes({ type, items }: ValueSchema): ValueSchema {
  return {
    ...(type === undefined ? {} : { type }),
    ...(items === undefined ? {} : { items: onlyTypes(items) }),
  };
}

/** The alternatives of a schema: those of `anyOf` and `oneOf`, else one for each of its types. */
export function alternativesOf(schema: ValueSchema): readonly ValueSchema[] {
  const { anyOf, oneOf, type } = schema;
  const stated = [...(anyOf ?? []), ...(oneOf ?? [])];
  if (stated.length > 0) return stated;
  return Array.isArray(type) && type.length > 1
    ? type.map((one: SchemaType) => ({ ...schema, type: one }))
    : [schema];
}

/** The names of the properties that an object must have, in either draft. */
function requiredOf({ properties = {}, required }: ValueSchema): ReadonlySet<string> {
  const stated = Object.entries(properties).filter(([, one]) => one.required === true);
  const listed = Array.isArray(required) ? (required as readonly string[]) : [];
  return new Set([...listed, ...stated.map(([name]) => name)]);
}

/** The schema of the properties that an object does not name; `undefined` where it forbids them. */
function othersOf({ additionalProperties }: ValueSchema): ValueSchema | undefined {
  if (additionalProperties === false) return undefined;
  return typeof additionalProperties === 'object' ? additionalProperties : {};
}

/** A value as text, the same for equal values whatever the order of their properties. */
export function valueText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
