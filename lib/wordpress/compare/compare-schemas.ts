import type { PropertySchema, ValueSchema, Format, SchemaType } from '../../schema/vocabulary.js';
import type { SchemaDifference, Impact } from './difference.js';
import {
  compareProperties,
  alternativesOf,
  defaultOf,
  valueText,
  typesOf,
} from './compare-properties.js';
import { compareLimits } from './compare-limits.js';

/** These formats accept every text and only clean it. */
const CLEANING: ReadonlySet<Format> = new Set<Format>(['text-field', 'textarea-field']);

/** A list of alternatives is short; comparing each with each of a foreign list must not take long. */
const MOST_ALTERNATIVES = 50;

/**
 * Compares which values two schemas accept, and what becomes of an absent one. Titles and descriptions
 * change no request.
 *
 * @param argument The place of the schemas: `filter.tags[]`.
 */
export function compareSchemas(
  before: PropertySchema,
  after: PropertySchema,
  argument: string,
): readonly SchemaDifference[] {
  const values =
    hasAlternatives(before) || hasAlternatives(after)
      ? compareAlternatives(before, after, argument)
      : compareValues(before, after, argument);
  return [...values, ...compareDefaults(before, after, argument)];
}

function compareValues(
  before: ValueSchema,
  after: ValueSchema,
  argument: string,
): readonly SchemaDifference[] {
  const types = compareTypes(before, after, argument);
  if (areDisjoint(before, after)) return types;
  return [
    ...types,
    ...compareEnums(before, after, argument),
    ...compareLimits(before, after, argument),
    ...compareTexts(before, after, argument),
    ...compareItems(before, after, argument),
    ...compareProperties(before, after, argument, compareSchemas),
  ];
}

/** What is listed by neither schema is any value. */
function compareItems(
  { items: before }: ValueSchema,
  { items: after }: ValueSchema,
  argument: string,
): readonly SchemaDifference[] {
  if (before === undefined && after === undefined) return [];
  return compareSchemas(before ?? {}, after ?? {}, `${argument}[]`);
}

function hasAlternatives({ anyOf, oneOf }: ValueSchema): boolean {
  return anyOf !== undefined || oneOf !== undefined;
}

/** An alternative is kept where the other schema has one that accepts as much. */
function compareAlternatives(
  before: ValueSchema,
  after: ValueSchema,
  argument: string,
): readonly SchemaDifference[] {
  const [was, is] = [alternativesOf(before), alternativesOf(after)];
  const [gone, added] = [without(was, is), without(is, was)];
  return [
    ...gone.map((one) => alternative('lost', 'without the alternative', one, argument)),
    ...added.map((one) => alternative('gained', 'also the alternative', one, argument)),
  ];
}

/** The alternatives of a list that another list does not keep. */
function without(
  schemas: readonly ValueSchema[],
  others: readonly ValueSchema[],
): readonly ValueSchema[] {
  const texts = new Set(others.map(valueText));
  const simple = others.filter(isSimple).slice(0, MOST_ALTERNATIVES);
  return schemas.filter(
    (one) =>
      !texts.has(valueText(one)) &&
      !(isSimple(one) && simple.some((other) => acceptsAsMuch(one, other))),
  );
}

/** Alternatives within alternatives are compared as text: each level would multiply the work. */
function isSimple(schema: ValueSchema): boolean {
  return !/"(?:anyOf|oneOf)":/.test(JSON.stringify(schema));
}

function acceptsAsMuch(before: ValueSchema, after: ValueSchema): boolean {
  return compareSchemas(before, after, '').every(({ impact }) => impact !== 'lost');
}

function alternative(
  impact: 'lost' | 'gained',
  words: string,
  schema: ValueSchema,
  argument: string,
): SchemaDifference {
  return { impact, subject: 'type', argument, text: `${words} ${valueText(schema)}` };
}

function compareDefaults(
  before: PropertySchema,
  after: PropertySchema,
  argument: string,
): readonly SchemaDifference[] {
  const [was, is] = [defaultOf(before), defaultOf(after)].map((value) =>
    value === undefined ? undefined : valueText(value),
  );
  if (was === is) return [];
  if (was === undefined)
    return [{ impact: 'changed', subject: 'default', argument, text: `default ${is ?? ''}` }];
  const text = is === undefined ? `no default ${was}` : `default ${is} instead of ${was}`;
  return [{ impact: 'lost', subject: 'default', argument, text }];
}

/** Compares `pattern` and `format`. Whether one pattern matches all that another does is not decided. */
function compareTexts(
  before: ValueSchema,
  after: ValueSchema,
  argument: string,
): readonly SchemaDifference[] {
  return [
    ...compareKeyword('pattern', before.pattern, after.pattern, argument),
    ...compareKeyword('format', before.format, after.format, argument),
  ];
}

function compareKeyword(
  subject: 'pattern' | 'format',
  before: string | undefined,
  after: string | undefined,
  argument: string,
): readonly SchemaDifference[] {
  if (before === after) return [];
  const instead = before === undefined ? '' : ` instead of ${before}`;
  const text =
    after === undefined ? `no ${subject} ${before ?? ''}` : `${subject} ${after}${instead}`;
  return [{ impact: impactOf(before, after), subject, argument, text }];
}

function impactOf(before: string | undefined, after: string | undefined): Impact {
  if (isOpen(before) && isOpen(after)) return 'changed';
  return isOpen(after) ? 'gained' : 'lost';
}

function isOpen(keyword: string | undefined): boolean {
  return keyword === undefined || (CLEANING as ReadonlySet<string>).has(keyword);
}

type Types = ReadonlySet<SchemaType> | undefined;

/** Compares the types that are accepted. */
function compareTypes(
  before: ValueSchema,
  after: ValueSchema,
  argument: string,
): readonly SchemaDifference[] {
  const [was, is] = [typesOf(before), typesOf(after)];
  const isLost = !covers(is, was);
  if (!isLost && covers(was, is)) return [];
  const text = `type ${typesText(is)} instead of ${typesText(was)}`;
  return [{ impact: isLost ? 'lost' : 'gained', subject: 'type', argument, text }];
}

/** Whether no value passes both schemas, so that their limits cannot be compared. */
function areDisjoint(before: ValueSchema, after: ValueSchema): boolean {
  const [was, is] = [typesOf(before), typesOf(after)];
  if (was === undefined || is === undefined) return false;
  return ![...was].some(
    (type) => isCovered(type, is) || [...is].some((one) => isCovered(one, was)),
  );
}

/** Compares enums as sets. */
function compareEnums(
  { enum: before }: ValueSchema,
  { enum: after }: ValueSchema,
  argument: string,
): readonly SchemaDifference[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined || after === undefined) {
    const values = (before ?? after ?? []).map(valueText).join(', ');
    return after === undefined
      ? [{ impact: 'gained', subject: 'enum', argument, text: `any value, not only ${values}` }]
      : [{ impact: 'lost', subject: 'enum', argument, text: `only ${values}` }];
  }
  const [was, is] = [new Set(before.map(valueText)), new Set(after.map(valueText))];
  const gone = [...was].filter((value) => !is.has(value));
  const added = [...is].filter((value) => !was.has(value));
  return [...enumDifference('lost', gone, argument), ...enumDifference('gained', added, argument)];
}

function enumDifference(
  impact: 'lost' | 'gained',
  values: readonly string[],
  argument: string,
): readonly SchemaDifference[] {
  if (values.length === 0) return [];
  const text = `${impact === 'lost' ? 'without' : 'also'} ${values.join(', ')}`;
  return [{ impact, subject: 'enum', argument, text }];
}

function covers(outer: Types, inner: Types): boolean {
  if (outer === undefined) return true;
  return inner !== undefined && [...inner].every((type) => isCovered(type, outer));
}

function isCovered(type: SchemaType, types: ReadonlySet<SchemaType>): boolean {
  return types.has(type) || (type === 'integer' && types.has('number'));
}

function typesText(types: Types): string {
  return types === undefined ? 'any' : [...types].toSorted().join(' | ');
}
