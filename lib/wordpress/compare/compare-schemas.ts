import { stableJson } from '../document-reading.js';
import { compileSchema, INVALID } from '../../schema/schema.js';
import type {
  JsonValue,
  PropertySchema,
  SchemaType,
  ValueSchema,
} from '../../schema/vocabulary.js';
import { foreignKeywords } from '../foreign-keywords.js';
import { compareLimits } from './compare-limits.js';
import {
  at,
  changeText,
  compareByName,
  compareFlag,
  onlyIn,
  type PartDifferences,
} from './difference.js';

/** Longer lists are not compared: comparing each alternative with each of a foreign list must not take long. */
const MOST_ALTERNATIVES = 50;

const COMPARISONS = [compareEnums, compareLimits, compareItems, compareProperties] as const;

/** Titles and descriptions do not matter to requests. */
export function compareSchemas(before: PropertySchema, after: PropertySchema): PartDifferences {
  const values =
    hasAlternatives(before) || hasAlternatives(after)
      ? compareAlternatives(before, after)
      : compareValues(before, after);
  return [...values, ...compareDefaults(before, after)];
}

function compareValues(before: ValueSchema, after: ValueSchema): PartDifferences {
  const [was, is] = [typesOf(before), typesOf(after)];
  const types = compareTypes(was, is);
  if (areDisjoint(was, is)) return types;
  const [own, other] = [withoutForeign(before), withoutForeign(after)];
  return [...types, ...COMPARISONS.flatMap((compare) => compare(own, other))];
}

function withoutForeign(schema: ValueSchema): ValueSchema {
  const foreign = new Set(foreignKeywords(schema));
  if (foreign.size === 0) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !foreign.has(keyword)));
}

/** A schema without `items` accepts any. */
function compareItems(
  { items: before }: ValueSchema,
  { items: after }: ValueSchema,
): PartDifferences {
  if (before === undefined && after === undefined) return [];
  return at('[]', compareSchemas(before ?? {}, after ?? {}));
}

function hasAlternatives({ anyOf, oneOf }: ValueSchema): boolean {
  return anyOf !== undefined || oneOf !== undefined;
}

/** An alternative is kept if the other schema has one that accepts as much. */
function compareAlternatives(before: ValueSchema, after: ValueSchema): PartDifferences {
  const [was, is] = [alternativesOf(before), alternativesOf(after)];
  return [
    ...without(was, is).map(
      (one) =>
        ({ impact: 'lost', subject: 'type', text: `without the alternative ${one}` }) as const,
    ),
    ...without(is, was).map(
      (one) =>
        ({ impact: 'gained', subject: 'type', text: `also the alternative ${one}` }) as const,
    ),
  ];
}

/** The alternatives of a schema: those of `anyOf` and `oneOf`, else one for each of its types. */
function alternativesOf(schema: ValueSchema): readonly ValueSchema[] {
  const { anyOf = [], oneOf = [], type } = schema;
  const stated = [...anyOf, ...oneOf];
  if (stated.length > 0) return stated;
  return Array.isArray(type) && type.length > 1
    ? type.map((one: SchemaType) => ({ ...schema, type: one }))
    : [schema];
}

/** The alternatives of a list that another list does not keep, as text. */
function without(
  schemas: readonly ValueSchema[],
  others: readonly ValueSchema[],
): readonly string[] {
  const texts = new Set(others.map((one) => stableJson(one)));
  const simple = others.filter(isSimple).slice(0, MOST_ALTERNATIVES);
  const isKept = (one: ValueSchema): boolean =>
    texts.has(stableJson(one)) ||
    (isSimple(one) && simple.some((other) => acceptsAsMuch(one, other)));
  return schemas.filter((one) => !isKept(one)).map((one) => stableJson(one));
}

/** Alternatives within alternatives are compared as text: each level would multiply the work. */
function isSimple(schema: ValueSchema): boolean {
  return !/"(?:anyOf|oneOf)":/.test(JSON.stringify(schema));
}

function acceptsAsMuch(before: ValueSchema, after: ValueSchema): boolean {
  return compareSchemas(before, after).every(({ impact }) => impact !== 'lost');
}

function compareDefaults(before: PropertySchema, after: PropertySchema): PartDifferences {
  const [was, is] = [before, after]
    .map(defaultOf)
    .map((value) => (value === undefined ? undefined : stableJson(value)));
  if (was === is) return [];
  const impact = was === undefined ? 'changed' : 'lost';
  return [{ impact, subject: 'default', text: changeText(was, is, 'default ') }];
}

/**
 * The default that a method receives: `"publish"` is `["publish"]` for a list. `null` is none, as in WordPress, and a
 * default that its own types reject stays unchanged. Only types are checked: a foreign pattern may need exponential
 * time.
 */
export function defaultOf(schema: PropertySchema): JsonValue | undefined {
  const { default: fallback } = schema;
  if (fallback === undefined || fallback === null) return undefined;
  // PHP writes an empty object as an empty list.
  const isEmpty = Array.isArray(fallback) && fallback.length === 0;
  if (isEmpty && typesOf(schema)?.has('object') === true) return {};
  const value = compileSchema(onlyTypes(schema), { engine: 'interpreted' }).parse(fallback);
  // A schema without formats returns JSON.
  return value === INVALID ? fallback : (value as JsonValue);
}

function onlyTypes({ type, items }: ValueSchema): ValueSchema {
  return {
    ...(type === undefined ? {} : { type }),
    ...(items === undefined ? {} : { items: onlyTypes(items) }),
  };
}

type Types = ReadonlySet<SchemaType> | undefined;

/** `undefined` for any value. */
function typesOf({ type, enum: values }: ValueSchema): Types {
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

function compareTypes(was: Types, is: Types): PartDifferences {
  const isLost = !covers(is, was) || findsAnother(was, is);
  if (!isLost && covers(was, is)) return [];
  const text = `type ${typesText(is)} instead of ${typesText(was)}`;
  return [{ impact: isLost ? 'lost' : 'gained', subject: 'type', text }];
}

/** Whether no value passes both, so that limits cannot be compared. */
function areDisjoint(was: Types, is: Types): boolean {
  if (was === undefined || is === undefined) return false;
  return ![...was].some(
    (type) => isCovered(type, is) || [...is].some((one) => isCovered(one, was)),
  );
}

/** For each type, those that fit some of its values too, and make another value of them. */
const OVERLAPS: Readonly<Record<SchemaType, readonly SchemaType[]>> = {
  string: ['integer', 'number', 'boolean', 'array'],
  integer: ['string', 'boolean', 'array'],
  number: ['string', 'boolean', 'array'],
  boolean: ['string', 'integer', 'number', 'array'],
  array: ['string', 'integer', 'number', 'boolean', 'object'],
  // The empty text is a string if the list has one.
  object: ['array'],
  null: [],
};

/** Whether a value finds another type first. The first type of a list that fits a value is its type. */
function findsAnother(was: Types, is: Types): boolean {
  if (was === undefined || is === undefined) return false;
  const [before, after] = [[...was], [...is]];
  return before.some((type, place) => {
    const earlier = new Set(before.slice(0, place));
    const index = after.findIndex(
      (one) => one === type || (type === 'integer' && one === 'number'),
    );
    return after
      .slice(0, Math.max(index, 0))
      .some((other) => OVERLAPS[type].includes(other) && !isCovered(other, earlier));
  });
}

function covers(covering: Types, covered: Types): boolean {
  if (covering === undefined) return true;
  return covered !== undefined && [...covered].every((type) => isCovered(type, covering));
}

function isCovered(type: SchemaType, types: ReadonlySet<SchemaType>): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'));
}

function typesText(types: Types): string {
  return types === undefined ? 'any' : [...types].join(' | ');
}

function compareEnums(
  { enum: before }: ValueSchema,
  { enum: after }: ValueSchema,
): PartDifferences {
  const [was, is] = [before ?? [], after ?? []].map((one) => one.map((value) => stableJson(value)));
  if (before === undefined || after === undefined) {
    const values = (before === undefined ? is : was)?.join(', ');
    return compareFlag(
      before === undefined,
      after === undefined,
      'enum',
      `only ${values}`,
      `any value, not only ${values}`,
    );
  }
  const [gone, added] = onlyIn(new Set(was), new Set(is));
  return [
    ...(gone.length === 0
      ? []
      : [{ impact: 'lost', subject: 'enum', text: `without ${gone.join(', ')}` } as const]),
    ...(added.length === 0
      ? []
      : [{ impact: 'gained', subject: 'enum', text: `also ${added.join(', ')}` } as const]),
  ];
}

/** Named properties, those of patterns, and all others. */
function compareProperties(before: ValueSchema, after: ValueSchema): PartDifferences {
  if (!namesProperties(before) && !namesProperties(after)) return [];
  const [others, newOthers] = [othersOf(before), othersOf(after)];
  const [gone, added] = onlyIn(mustHave(before), mustHave(after));
  return [
    ...compareByName(mapOf(before.properties), mapOf(after.properties), (was, is, name) =>
      at(`.${name}`, compareProperty(was ?? others, is ?? newOthers)),
    ),
    ...added.flatMap((name) => at(`.${name}`, compareNeed(false, true))),
    ...gone.flatMap((name) => at(`.${name}`, compareNeed(true, false))),
    ...compareByName(
      mapOf(before.patternProperties),
      mapOf(after.patternProperties),
      (was, is, pattern) => at(`./${pattern}/`, compareProperty(was, is)),
    ),
    ...at('.*', compareProperty(others, newOthers)),
  ];
}

function mapOf<Value>(record: Readonly<Record<string, Value>> = {}): ReadonlyMap<string, Value> {
  return new Map(Object.entries(record));
}

function namesProperties(schema: ValueSchema): boolean {
  const { properties, patternProperties, additionalProperties, required } = schema;
  const stated = properties ?? patternProperties ?? additionalProperties;
  return stated !== undefined || Array.isArray(required);
}

function compareProperty(
  before: PropertySchema | undefined,
  after: PropertySchema | undefined,
): PartDifferences {
  if (before !== undefined && after !== undefined) return compareSchemas(before, after);
  const [had, has] = [before !== undefined, after !== undefined];
  return compareFlag(had, has, 'property', 'the property is gone', 'a new property');
}

export function compareNeed(before: boolean, after: boolean): PartDifferences {
  return compareFlag(!before, !after, 'required', 'required', 'optional');
}

/** The names of the properties that an object must have, in either draft. One with a default is never missing. */
function mustHave({ properties, required }: ValueSchema): ReadonlySet<string> {
  const known = mapOf(properties);
  const stated = [...known].filter(([, one]) => one.required === true).map(([name]) => name);
  const listed = Array.isArray(required) ? (required as readonly string[]) : [];
  const all = new Set([...listed, ...stated]);
  return new Set([...all].filter((name) => defaultOf(known.get(name) ?? {}) === undefined));
}

/** The schema of the properties that an object does not name; `undefined` if it forbids them. */
function othersOf({ additionalProperties }: ValueSchema): ValueSchema | undefined {
  if (additionalProperties === false) return undefined;
  return typeof additionalProperties === 'object' ? additionalProperties : {};
}
