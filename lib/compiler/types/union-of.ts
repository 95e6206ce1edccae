import type { ts } from '../program/typescript.js';
import { withAbsence, type TypeReading } from './type-reading.js';
import { isRejection, reject } from '../syntax/rejection.js';
import { fitsLimit } from '../tags/read-tags.js';
import { enumType } from './read-enum.js';
import { joinLimits } from '../../routes/declaration/type-by-hand.js';
import type { ValueLimits } from '../../schema/vocabulary.js';
import type {
  EnumSignature,
  ObjectSignature,
  PropertySignature,
  TypeSignature,
} from '../../types/type.js';

/** One enum if all are literals, otherwise a list of the types. If one of them is nullable, the union is. */
export function unionOf(readings: readonly TypeReading[], node: ts.Node): TypeReading {
  const unresolved = readings.filter(isRejection);
  const [first] = unresolved.toSorted(unresolvedFirst);
  if (first !== undefined) return first;
  const accepted = readings.flatMap((reading) => (isRejection(reading) ? [] : [reading]));
  const type = typeOfUnion(accepted.flatMap(({ type: one }) => optionsOf(one)));
  if (type === undefined) return reject('RR2002', node);
  return withAbsence(
    { type },
    accepted.some(({ type: one }) => one.nullable === true),
    accepted.some(({ optional }) => optional === true),
  );
}

/** Reports a name that cannot be found before rejections that depend on it. */
function unresolvedFirst(
  a: { readonly rejected: string },
  b: { readonly rejected: string },
): number {
  return Number(b.rejected === 'RR2003') - Number(a.rejected === 'RR2003');
}

/** The members of a union, or the type itself, without `null`. */
function optionsOf({ nullable: _nullable, ...type }: TypeSignature): readonly TypeSignature[] {
  return type.kind === 'union' ? type.options : [type];
}

/** `undefined` if the request is one of the types: a client does not send it. */
function typeOfUnion(options: readonly TypeSignature[]): TypeSignature | undefined {
  if (options.some(({ kind }) => kind === 'request')) return undefined;
  if (options.some(({ kind }) => kind === 'any')) return { kind: 'any' };
  const distinct = withoutRepeated(withEnums(options));
  const [only] = distinct;
  return distinct.length === 1 ? only : { kind: 'union', options: distinct };
}

/** Joins the enums of texts, and those of numbers, at the position of the first. */
function withEnums(options: readonly TypeSignature[]): readonly TypeSignature[] {
  const enums = options.filter((option) => option.kind === 'enum');
  const joined = new Map(
    ['string', 'number'].map((kind) => [kind, joinEnums(enums.filter(isOf(kind)))]),
  );
  const seen = new Set<string>();
  return options.flatMap((option) => {
    if (option.kind !== 'enum') return [option];
    const kind = typeof option.values[0];
    const isFirst = !seen.has(kind);
    seen.add(kind);
    return isFirst ? (joined.get(kind) ?? []) : [];
  });
}

function isOf(kind: string): (type: EnumSignature) => boolean {
  return ({ values: [value] }) => typeof value === kind;
}

/** A single enum keeps its name; a joined one has none. */
function joinEnums(enums: readonly EnumSignature[]): TypeSignature | undefined {
  const [first] = enums;
  return enums.length === 1 ? first : enumType(enums.flatMap(({ values }) => values));
}

function withoutRepeated(options: readonly TypeSignature[]): readonly TypeSignature[] {
  const distinct = new Map<string, TypeSignature>();
  for (const option of options) {
    const key = identityOf(option);
    // Of an object that contains itself, the first is written out, and others refer to it.
    if (!distinct.has(key)) distinct.set(key, option);
  }
  return [...distinct.values()];
}

function identityOf(type: TypeSignature): string {
  const number = type.kind === 'object' ? (type.of ?? type.id) : undefined;
  if (number === undefined) return JSON.stringify(type);
  return `${number} ${JSON.stringify([type.nullable, type.keywords])}`;
}

type Typed = Pick<PropertySignature, 'type' | 'limits'>;

/** The limits that the result cannot keep, for a diagnostic. */
interface LostLimits {
  readonly lost: string;
}

export function isLost(result: object): result is LostLimits {
  return 'lost' in result;
}

/** A type with limits of its own. Those of a union belong to its types. */
export function withLimits(type: TypeSignature, limits: ValueLimits): TypeSignature | LostLimits {
  if (Object.keys(limits).length === 0) return type;
  if (type.kind === 'union') {
    const options = keepAll(type.options.map((one) => withLimits(one, fitting(limits, one))));
    return isLost(options) ? options : { ...type, options };
  }
  const misfit = Object.keys(limits).find((name) => !fitsLimit(name, type.kind));
  if (misfit !== undefined) return { lost: `@${misfit} on ${type.kind}` };
  const { limits: keywords, conflicts } = joinLimits(type.keywords ?? {}, limits);
  return conflicts.length > 0 ? { lost: conflictText(conflicts) } : { ...type, keywords };
}

function conflictText(names: readonly string[]): string {
  return names.map((name) => `two values of @${name}`).join(', ');
}

/** `@minimum` does not apply to a text. */
function fitting(limits: ValueLimits, { kind }: TypeSignature): ValueLimits {
  return Object.fromEntries(Object.entries(limits).filter(([name]) => fitsLimit(name, kind)));
}

export function separateLimits<T extends Typed>(typed: T): T | LostLimits {
  const { keywords, ...type } = typed.type;
  if (keywords === undefined) return typed;
  const { limits, conflicts } = joinLimits(keywords, typed.limits ?? {});
  return conflicts.length > 0 ? { lost: conflictText(conflicts) } : { ...typed, type, limits };
}

/** The first of two types of one property, with the limits of both. */
export function intersectTyped<T extends Typed>(one: T, other: Typed): T | LostLimits {
  if (!statesLimits(withKeywords(other))) return one;
  const type = intersectTypes(withKeywords(one), withKeywords(other));
  if (isLost(type)) return type;
  const { limits: _limits, ...rest } = one;
  const separate = separateLimits({ type });
  return isLost(separate) ? separate : ({ ...rest, ...separate } as T);
}

/** Limits beside a union stay there: they fit one of its types at least. */
function withKeywords({ type, limits }: Typed): TypeSignature {
  if (limits === undefined) return type;
  const limited = withLimits(type, limits);
  return isLost(limited) ? type : limited;
}

/**
 * An integer is limited too.
 *
 * @param around The numbers of the objects around a type. Of another object, to which it refers, the limits are not
 *   known here.
 */
function statesLimits(type: TypeSignature, around: readonly number[] = []): boolean {
  if (type.keywords !== undefined || type.kind === 'integer') return true;
  if (type.kind === 'array') return statesLimits(type.items, around);
  if (type.kind === 'union') return type.options.some((one) => statesLimits(one, around));
  if (type.kind !== 'object') return false;
  const { properties = [], additional, id, of } = type;
  if (of !== undefined) return !around.includes(of);
  const within = id === undefined ? around : [...around, id];
  return (
    properties.some((one) => one.limits !== undefined || statesLimits(one.type, within)) ||
    (additional !== undefined && statesLimits(additional, within))
  );
}

/** TypeScript finds the first to be within the second. The limits of both apply. */
function intersectTypes(one: TypeSignature, other: TypeSignature): TypeSignature | LostLimits {
  if (!statesLimits(other)) return one;
  if (one.kind === 'union') {
    const options = keepAll(one.options.map((option) => intersectTypes(option, other)));
    return isLost(options) ? options : { ...one, options };
  }
  if (other.kind === 'union') return intersectUnion(one, other.options);
  if (one.kind === 'array' && other.kind === 'array') {
    const items = intersectTypes(one.items, other.items);
    return isLost(items) ? items : withLimits({ ...one, items }, other.keywords ?? {});
  }
  if (one.kind === 'object' && other.kind === 'object') {
    if (isSameObject(one, other)) return withLimits(one, other.keywords ?? {});
    if (one.of !== undefined || other.of !== undefined) {
      return { lost: `the limits of ${other.name ?? 'an object'}, which contains itself` };
    }
    const both = intersectObjects(one, other);
    return isLost(both) ? both : withLimits(both, other.keywords ?? {});
  }
  if (one.kind === 'number' && other.kind === 'integer') {
    return withLimits({ ...one, kind: 'integer' }, other.keywords ?? {});
  }
  const isNumber = one.kind === 'integer' || (one.kind === 'enum' && other.kind === 'integer');
  return isNumber && other.keywords === undefined ? one : withLimits(one, other.keywords ?? {});
}

/** Intersects with a union. If one of its similar types has no limits, no limits apply. */
function intersectUnion(
  one: TypeSignature,
  options: readonly TypeSignature[],
): TypeSignature | LostLimits {
  const similar = options.filter((option) => isSimilar(one, option));
  const [only] = similar;
  if (similar.some((option) => !statesLimits(option))) return one;
  if (only !== undefined && similar.length === 1) return intersectTypes(one, only);
  return similar.length === 0 && one.kind !== 'any' ? one : { lost: 'the limits of a union' };
}

function isSimilar(one: TypeSignature, other: TypeSignature): boolean {
  const kinds = new Set([one.kind, other.kind]);
  if (kinds.has('enum')) return kinds.size === 1 || kinds.has('string') || kinds.has('number');
  return kinds.size === 1 || (kinds.has('integer') && kinds.has('number'));
}

function isSameObject(one: ObjectSignature, other: ObjectSignature): boolean {
  const number = one.of ?? one.id;
  return number !== undefined && number === (other.of ?? other.id);
}

function intersectObjects(
  one: ObjectSignature,
  other: ObjectSignature,
): TypeSignature | LostLimits {
  const { properties = [], additional } = one;
  const twins = new Map((other.properties ?? []).map((twin) => [twin.name, twin]));
  const joined = keepAll(
    properties.map((property) => {
      const twin = twins.get(property.name);
      const typed = twin ?? (other.additional && { type: other.additional });
      twins.delete(property.name);
      return typed === undefined ? property : intersectTyped(property, typed);
    }),
  );
  if (isLost(joined)) return joined;
  const left = [...twins.values()].find((twin) => statesLimits(withKeywords(twin)));
  if (additional !== undefined && left !== undefined) return { lost: `the limits of ${left.name}` };
  const others =
    additional === undefined || other.additional === undefined
      ? additional
      : intersectTypes(additional, other.additional);
  if (others !== undefined && isLost(others)) return others;
  return {
    ...one,
    ...(one.properties === undefined ? {} : { properties: joined }),
    ...(others === undefined ? {} : { additional: others }),
  };
}

function keepAll<T extends object>(
  results: readonly (T | LostLimits)[],
): readonly T[] | LostLimits {
  const kept: T[] = [];
  for (const result of results) {
    if (isLost(result)) return result;
    kept.push(result);
  }
  return kept;
}
