import { memoize } from '../../shared/promises.js';
import { combinationOf, isCombined, type SchemaCombination } from '../keywords/combination.js';
import {
  propertiesOf,
  additionalSchema,
  byName,
  patternPropertiesOf,
  requiredNames,
} from '../keywords/properties.keyword.js';
import { type ValueSchema, baseType, hasTypeChoice, refersTo } from '../vocabulary.js';
import { listOf, keep, reject, type ForeignObject, INVALID } from '../values/values.js';
import type { Build } from './keyword.js';
import type { Attempts } from './attempts.js';

/** A value while its alternative is chosen. Its names and items are read on first use. */
class Seen {
  /** The property for which an alternative rejected the object: the others check it first. */
  suspect: string | undefined;
  /** The item for which an alternative rejected the list: the others check it first. */
  item: number | undefined;
  /** The number of alternatives that have checked the list. The first one parses it at once, without this filter. */
  lists = 0;
  #isRead = false;
  #names: readonly string[] | undefined;
  #list: { readonly items: readonly unknown[] | undefined } | undefined;

  constructor(
    readonly value: unknown,
    private readonly attempts: Attempts,
  ) {}

  names(): readonly string[] {
    return (this.#names ??= Object.keys(this.value as ForeignObject));
  }

  list(): readonly unknown[] | undefined {
    return (this.#list ??= { items: listOf(this.attempts.listIn(this.value)) }).items;
  }

  /** Counts the whole value as read by an alternative; the first one is free. */
  mayRead(): boolean {
    if (this.#isRead) return this.attempts.take(this.attempts.partsOf(this.value));
    this.#isRead = true;
    return !this.attempts.isExhausted;
  }

  /** Counts the share of the value that a check has read. */
  note(share: number): void {
    this.attempts.take(Math.ceil(this.attempts.partsOf(this.value) * share));
  }
}

type Check = (seen: Seen) => boolean;

/** Larger objects and lists are checked before they are copied. */
const FEW = 16;

/**
 * Excludes alternatives that cannot accept a value: for an object, by required names, by the values of literals and
 * other scalars, and by names that are not allowed; for a list, by the item for which another alternative rejected
 * it. The others copy the value: without this filter, a body of 80,000 names would be copied 40 times for 40 types.
 *
 * Once the attempts are exhausted, all alternatives are excluded.
 *
 * @returns A function of a value that returns whether the alternative at a position may accept it.
 */
export function alternativeFilter(
  combination: SchemaCombination,
  build: Build,
  attempts: Attempts,
): (value: unknown) => (at: number) => boolean {
  const checks = checksOf(combination, build, attempts);
  const ofScalar = (): boolean => attempts.take(1);
  return (value) => {
    const isLong = typeof value === 'string' && value.length > FEW;
    if (!isLong && (typeof value !== 'object' || value === null)) return ofScalar;
    // A choice costs as much as reading one part.
    attempts.take(1);
    const seen = new Seen(value, attempts);
    return (at) => !attempts.isExhausted && checks[at]?.(seen) !== false && seen.mayRead();
  };
}

/** Whether a schema accepts lists only: it may read a text as the list that it spells. */
export function isListOnly(schema: ValueSchema): boolean {
  return !isCombined(schema) && !hasTypeChoice(schema) && baseType(schema) === 'array';
}

/** The check of each alternative, with that of the rest of the schema. */
function checksOf(
  { alternatives, others }: SchemaCombination,
  build: Build,
  attempts: Attempts,
): readonly (Check | undefined)[] {
  const known = new Map([...new Set(others)].map((one) => [one, checkOf(one, build, attempts)]));
  // A single alternative needs no check before it parses.
  const isOnly = alternatives.length === 1;
  return alternatives.map((one, at) => {
    const own = isOnly ? undefined : checkOf(one, build, attempts);
    const other = others[at] && known.get(others[at]);
    if (own === undefined || other === undefined) return own ?? other;
    return (seen) => other(seen) && own(seen);
  });
}

/** `undefined` for a schema that may accept more than objects or lists. */
function checkOf(schema: ValueSchema, build: Build, attempts: Attempts): Check | undefined {
  const definition = attempts.definitionOf(schema);
  // A copy of an object that contains itself costs as much as all that is in it, however few properties it has.
  if (definition !== undefined) return objectCheck(definition, build, 0);
  const combination = combinationOf(schema);
  if (combination !== undefined) {
    const checks = checksOf(combination, build, attempts);
    if (checks.every((check) => check === undefined)) return undefined;
    return (seen) => checks.some((check) => check === undefined || check(seen));
  }
  const type = hasTypeChoice(schema) ? undefined : baseType(schema);
  if (type === 'object') return objectCheck(schema, build);
  return type === 'array' ? listCheck(schema, build) : undefined;
}

function listCheck({ items, minItems = 0, maxItems = Infinity }: ValueSchema, build: Build): Check {
  const isFlat = items !== undefined && !hasAlternatives(items);
  const parserOf = memoize(build);
  return (seen) => {
    const list = seen.list();
    if (list === undefined || list.length < minItems || list.length > maxItems) return false;
    if (!isFlat || list.length <= FEW) return true;
    seen.lists++;
    if (seen.lists === 1) return true;
    const parse = parserOf(items);
    if (seen.item !== undefined && parse(list[seen.item]) === INVALID) return false;
    const at = list.findIndex((item) => parse(item) === INVALID);
    seen.note(at === -1 ? 1 : (at + 1) / list.length);
    if (at !== -1) seen.item = at;
    return at === -1;
  };
}

/** Whether a schema has alternatives, or itself, at any depth: validating values twice at each level takes too long. */
function hasAlternatives(schema: ValueSchema): boolean {
  if (isCombined(schema) || hasTypeChoice(schema) || refersTo(schema) !== undefined) return true;
  return partsOf(schema).some(hasAlternatives);
}

/** Whether a schema has `anyOf` or `oneOf` at any depth, whose attempts are counted. */
export function hasCombination(schema: ValueSchema): boolean {
  return isCombined(schema) || partsOf(schema).some(hasCombination);
}

/** The schemas of the parts of a schema's values. */
function partsOf(schema: ValueSchema): readonly ValueSchema[] {
  const { items, properties = {} } = schema;
  return [
    ...Object.values(properties),
    ...patternPropertiesOf(schema).map((one) => one.schema),
    ...[items, additionalSchema(schema)].flatMap((one) => one ?? []),
  ];
}

/** @param few The number of properties of objects whose names are not checked here. */
function objectCheck(schema: ValueSchema, build: Build, few = FEW): Check {
  const required = requiredNames(schema);
  const scalars = [...propertiesOf(schema)].flatMap(([name, one]) =>
    isScalar(one) ? [[name, build(one)] as const] : [],
  );
  // Lists and objects are not read here: any of them passes.
  const parserOf = byName(schema, (one) => (isScalar(one) ? build(one) : keep), keep, reject);
  const accepts = (name: string, object: ForeignObject): boolean =>
    parserOf(name)(object[name]) !== INVALID;
  const { minProperties = 0, maxProperties = Infinity } = schema;
  return (seen) => {
    if (typeof seen.value !== 'object') return true;
    const object = seen.value as ForeignObject;
    const { suspect } = seen;
    const names = seen.names();
    if (names.length < minProperties || names.length > maxProperties) return false;
    const hasAll = required.every((name) => Object.hasOwn(object, name));
    if (!hasAll || (suspect !== undefined && !accepts(suspect, object))) return false;
    for (const [name, parse] of scalars) {
      if (Object.hasOwn(object, name) && parse(object[name]) === INVALID) return false;
    }
    if (names.length <= few) return true;
    const at = names.findIndex((name) => !accepts(name, object));
    seen.note(at === -1 ? 1 : (at + 1) / names.length);
    if (at !== -1) seen.suspect = names[at];
    return at === -1;
  };
}

/** Whether a value of the schema has no parts. */
function isScalar(schema: ValueSchema): boolean {
  const type = baseType(schema);
  return (
    type !== undefined &&
    type !== 'array' &&
    type !== 'object' &&
    !hasTypeChoice(schema) &&
    !isCombined(schema)
  );
}
