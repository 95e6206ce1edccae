import type { PropertySchema, ValueSchema } from '../../../schema/vocabulary.js';
import type { SchemaDifference } from '../difference.js';
import { alternativesOf, defaultOf, valueText } from './comparable-schema.js';
import { compareLimits } from './compare-limits.js';
import { compareProperties } from './compare-properties.js';
import { compareTexts } from './compare-texts.js';
import { areDisjoint, compareEnums, compareTypes } from './compare-types.js';

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
