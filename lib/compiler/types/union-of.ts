import type { TypeSignature } from '../../model/signature/method-signature.js';
import type { ts } from '../program/typescript.js';
import { isRejection, reject } from '../syntax/rejection.js';
import { enumType } from './enum-type.js';
import { withAbsence, type TypeReading } from './type-reading.js';

type EnumSignature = Extract<TypeSignature, { readonly kind: 'enum' }>;

/**
 * The union of several types: one enum where all are literals, and otherwise the types it may be. The
 * `null` of any of them belongs to the whole.
 */
export function unionOf(
  readings: readonly TypeReading[],
  node: ts.Node,
  isReturned: boolean,
): TypeReading {
  const unresolved = readings.filter(isRejection);
  const [first] = unresolved.toSorted(unresolvedFirst);
  if (first !== undefined) return first;
  const accepted = readings.flatMap((reading) => (isRejection(reading) ? [] : [reading]));
  const type = typeOfUnion(accepted.flatMap(({ type: one }) => optionsOf(one)));
  const isRead = type !== undefined && (type.kind !== 'union' || !isReturned);
  if (!isRead) return reject('RR2002', node);
  return withAbsence(
    { type },
    accepted.some(({ type: one }) => one.nullable === true),
    accepted.some(({ optional }) => optional === true),
  );
}

/** A name that cannot be found is more useful than what depends on it. */
function unresolvedFirst(
  a: { readonly rejected: string },
  b: { readonly rejected: string },
): number {
  return Number(b.rejected === 'RR2003') - Number(a.rejected === 'RR2003');
}

/** The types that a type may be, none of them nullable. */
function optionsOf({ nullable: _nullable, ...type }: TypeSignature): readonly TypeSignature[] {
  return type.kind === 'union' ? type.options : [type];
}

/** `undefined` where the request is one of the types: it is no value of the client. */
function typeOfUnion(options: readonly TypeSignature[]): TypeSignature | undefined {
  if (options.some(({ kind }) => kind === 'request')) return undefined;
  if (options.some(({ kind }) => kind === 'any')) return { kind: 'any' };
  const distinct = withoutRepeated(withEnums(options));
  const [only] = distinct;
  return distinct.length === 1 ? only : { kind: 'union', options: distinct };
}

/** Joins the enums of texts, and those of numbers, at the place of the first. */
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

/** One enum keeps its name; several have none. */
function joinEnums(enums: readonly EnumSignature[]): TypeSignature | undefined {
  const [first] = enums;
  return enums.length === 1 ? first : enumType(enums.flatMap(({ values }) => values));
}

function withoutRepeated(options: readonly TypeSignature[]): readonly TypeSignature[] {
  return [...new Map(options.map((option) => [JSON.stringify(option), option])).values()];
}
