import type { EnumValue } from '../../schema/vocabulary.js';
import type { TypeSignature } from '../../model/signature/method-signature.js';
import { isRejection, reject, type Accepted, type Reading } from '../syntax/rejection.js';
import { readType } from './read-type.js';
import type { Scope } from './type-reader.js';
import { ts } from '../program/typescript.js';

/** Reads `A | B`: one type that may be null or undefined, or the values of an enum. */
export function readUnion(node: ts.UnionTypeNode, scope: Scope): Reading {
  const members = membersOf(node);
  const values = members.filter((member) => !isNull(member) && !isUndefined(member));
  const reading = readValues(values, node, scope);
  if (isRejection(reading)) return reading;
  return withAbsence(reading, members.some(isNull), members.some(isUndefined));
}

/** Adds what a union says beside the type itself. */
export function withAbsence(reading: Accepted, isNullable: boolean, isOptional: boolean): Accepted {
  const type: TypeSignature = isNullable ? { ...reading.type, nullable: true } : reading.type;
  return isOptional || reading.optional === true ? { type, optional: true } : { type };
}

/** The values of an enum, each once; `undefined` where texts and numbers are mixed. */
export function enumOf(values: readonly EnumValue[]): TypeSignature | undefined {
  const kinds = new Set(values.map((value) => typeof value));
  return kinds.size === 1 ? { kind: 'enum', values: [...new Set(values)] } : undefined;
}

function readValues(
  members: readonly ts.TypeNode[],
  union: ts.UnionTypeNode,
  scope: Scope,
): Reading {
  const [first] = members;
  if (first === undefined) return reject('RR2001', union);
  if (members.length === 1) return readType(first, scope);
  if (isBoolean(members)) return { type: { kind: 'boolean' } };
  return mergeEnums(
    members.map((member) => readType(member, scope)),
    union,
  );
}

function mergeEnums(readings: readonly Reading[], union: ts.UnionTypeNode): Reading {
  const unfound = readings.filter(isRejection).find(({ rejected }) => rejected === 'RR2003');
  if (unfound !== undefined) return unfound;
  const enums = readings.flatMap((reading) =>
    !isRejection(reading) && reading.type.kind === 'enum'
      ? [{ ...reading, type: reading.type }]
      : [],
  );
  const merged = enumOf(enums.flatMap(({ type }) => type.values));
  if (enums.length < readings.length || merged === undefined) return reject('RR2002', union);
  return withAbsence(
    { type: merged },
    enums.some(({ type }) => type.nullable === true),
    enums.some(({ optional }) => optional === true),
  );
}

function membersOf(node: ts.UnionTypeNode): readonly ts.TypeNode[] {
  return node.types.flatMap((type) => {
    const member = ts.isParenthesizedTypeNode(type) ? type.type : type;
    return ts.isUnionTypeNode(member) ? membersOf(member) : [member];
  });
}

function isNull(node: ts.TypeNode): boolean {
  return ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword;
}

function isUndefined(node: ts.TypeNode): boolean {
  return node.kind === ts.SyntaxKind.UndefinedKeyword;
}

function isBoolean(members: readonly ts.TypeNode[]): boolean {
  const kinds = members.map((member) =>
    ts.isLiteralTypeNode(member) ? member.literal.kind : member.kind,
  );
  return (
    kinds.includes(ts.SyntaxKind.TrueKeyword) &&
    kinds.includes(ts.SyntaxKind.FalseKeyword) &&
    kinds.every((k) => k === ts.SyntaxKind.TrueKeyword || k === ts.SyntaxKind.FalseKeyword)
  );
}
