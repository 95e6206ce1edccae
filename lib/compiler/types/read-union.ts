import { ts } from '../program/typescript.js';
import { isRejection, reject } from '../syntax/rejection.js';
import type { TypeScope } from './type-reader.js';
import { accept, withAbsence, type TypeReading } from './type-reading.js';
import { unionOf } from './union-of.js';

/** Reads `A | B`: its types, which may be null or undefined, or the values of an enum. */
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
  const isBoth = isTrueOrFalse(members);
  const readings = members.map((member) =>
    isBoth && isBooleanLiteral(member)
      ? accept({ kind: 'boolean' })
      : scope.readType(member, scope),
  );
  return unionOf(readings, union, scope.isReturned);
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

/** Whether both `true` and `false` are members: `boolean` written out. */
function isTrueOrFalse(members: readonly ts.TypeNode[]): boolean {
  return new Set(members.filter(isBooleanLiteral).map(literalKind)).size === 2;
}

function isBooleanLiteral(node: ts.TypeNode): boolean {
  const kind = literalKind(node);
  return kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword;
}

function literalKind(node: ts.TypeNode): ts.SyntaxKind | undefined {
  return ts.isLiteralTypeNode(node) ? node.literal.kind : undefined;
}
