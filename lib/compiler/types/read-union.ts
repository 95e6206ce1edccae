import { ts } from '../program/typescript.js';
import { isRejection, reject } from '../syntax/rejection.js';
import { enumType } from './enums/enum-type.js';
import type { TypeScope } from './type-reader.js';
import { withAbsence, type TypeReading } from './type-reading.js';

/** Reads `A | B`: one type that may be null or undefined, or the values of an enum. */
export function readUnion(node: ts.UnionTypeNode, scope: TypeScope): TypeReading {
  const members = membersOf(node);
  const present = members.filter((member) => !isNull(member) && !isUndefined(member));
  const reading = readPresent(present, node, scope);
  if (isRejection(reading)) return reading;
  return withAbsence(reading, members.some(isNull), members.some(isUndefined));
}

/** Reads the members other than `null` and `undefined`. */
function readPresent(
  members: readonly ts.TypeNode[],
  union: ts.UnionTypeNode,
  scope: TypeScope,
): TypeReading {
  const [first, ...others] = members;
  if (first === undefined) return reject('RR2001', union);
  if (others.length === 0) return scope.readType(first, scope);
  if (isTrueOrFalse(members)) return { type: { kind: 'boolean' } };
  const readings = members.map((member) => scope.readType(member, scope));
  return mergeEnums(readings, union);
}

function mergeEnums(readings: readonly TypeReading[], union: ts.UnionTypeNode): TypeReading {
  const unresolved = readings.filter(isRejection).find(({ rejected }) => rejected === 'RR2003');
  if (unresolved !== undefined) return unresolved;
  const enums = readings.flatMap((reading) =>
    !isRejection(reading) && reading.type.kind === 'enum'
      ? [{ ...reading, type: reading.type }]
      : [],
  );
  const type = enumType(enums.flatMap((reading) => reading.type.values));
  if (enums.length < readings.length || type === undefined) return reject('RR2002', union);
  return withAbsence(
    { type },
    enums.some((reading) => reading.type.nullable === true),
    enums.some(({ optional }) => optional === true),
  );
}

/** The members of a union, those of unions within it included. */
function membersOf(node: ts.UnionTypeNode): readonly ts.TypeNode[] {
  return node.types.flatMap((type) => {
    const member = ts.isParenthesizedTypeNode(type) ? type.type : type;
    return ts.isUnionTypeNode(member) ? membersOf(member) : [member];
  });
}

function isNull(node: ts.TypeNode): boolean {
  return literalKind(node) === ts.SyntaxKind.NullKeyword;
}

function isUndefined(node: ts.TypeNode): boolean {
  return node.kind === ts.SyntaxKind.UndefinedKeyword;
}

/** `true | false`, which is `boolean` written out. */
function isTrueOrFalse(members: readonly ts.TypeNode[]): boolean {
  const kinds = new Set(members.map(literalKind));
  return (
    kinds.size === 2 &&
    kinds.has(ts.SyntaxKind.TrueKeyword) &&
    kinds.has(ts.SyntaxKind.FalseKeyword)
  );
}

function literalKind(node: ts.TypeNode): ts.SyntaxKind | undefined {
  return ts.isLiteralTypeNode(node) ? node.literal.kind : undefined;
}
