import type { PropertySchema, ValueSchema } from '../../schema/vocabulary.js';
import type { SchemaDifference } from './difference.js';
import { defaultOf, othersOf, requiredOf } from './comparable-schema.js';

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
