import { createClassReferences } from '../classes/class-references.js';
import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import {
  reject,
  isRejection,
  NO_TYPE_ARGUMENTS,
  literalValues,
  propertyValues,
  accept,
  type TypeReading,
  withAbsence,
} from '../syntax/nodes.js';
import { tagWithin } from '../tags/doc-comments.js';
import type { Member } from './objects/members.js';
import { readMembers } from './objects/read-members.js';
import { readObject, readMemberType, readProperty } from './objects/read-object.js';
import { readChecked, orChecked, readCheckedType } from './read-checked-type.js';
import { enumType, readList } from './read-enum.js';
import { readReference } from './read-reference.js';
import type { TypeScope } from './type-reading.js';
import { unionOf, isLost, withLimits } from './union-of.js';
import type { EnumValue } from '../../schema/vocabulary.js';

/**
 * Reads a type as it is written, and the type of the checker only if the source does not show the result: the checker
 * does not distinguish `int` from `number` or, without `strictNullChecks`, `T | null` from `T`.
 */
function readType(node: ts.TypeNode, scope: TypeScope): TypeReading {
  const tag = scope.mode !== 'received' ? undefined : tagWithin(node);
  if (tag !== undefined) return tag;
  if (ts.isParenthesizedTypeNode(node)) return readType(node.type, scope);
  if (ts.isTypeReferenceNode(node) || ts.isImportTypeNode(node)) return readReference(node, scope);
  if (ts.isUnionTypeNode(node)) return readUnion(node, scope);
  if (ts.isArrayTypeNode(node)) return readList(node.elementType, scope);
  if (ts.isLiteralTypeNode(node)) return readLiteral(node);
  if (ts.isTypeOperatorNode(node)) return readOperator(node, scope);
  if (ts.isIndexedAccessTypeNode(node)) return readIndexedAccess(node, scope);
  if (ts.isTypeLiteralNode(node)) return readObject(node, scope);
  const branded = ts.isIntersectionTypeNode(node) ? brandedPart(node, scope) : undefined;
  if (branded !== undefined) return readType(branded, scope);
  if (ts.isMappedTypeNode(node) || ts.isIntersectionTypeNode(node))
    return orChecked(readObject(node, scope), node, scope);
  if (ts.isConditionalTypeNode(node) || ts.isTypeQueryNode(node)) return readChecked(node, scope);
  return readKeyword(node, scope);
}

export function createTypeScope(view: ProjectView, home: ts.ClassLikeDeclaration): TypeScope {
  return {
    view,
    references: createClassReferences(view, home),
    typeArguments: NO_TYPE_ARGUMENTS,
    depth: 0,
    readType,
    readMembers,
    readCheckedType,
    mode: 'received',
    outer: [],
    path: '',
    count: { objects: 0, types: 0 },
  };
}

const PRIMITIVE = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike;

/** `string` of `string & { readonly __brand: 'UserId' }`. */
function brandedPart(
  { types }: ts.IntersectionTypeNode,
  { view: { checker } }: TypeScope,
): ts.TypeNode | undefined {
  const [base, ...others] = types.filter(
    (part) => (checker.getTypeFromTypeNode(part).flags & PRIMITIVE) !== 0,
  );
  return others.length === 0 ? base : undefined;
}

function readOperator(node: ts.TypeOperatorNode, scope: TypeScope): TypeReading {
  if (node.operator === ts.SyntaxKind.ReadonlyKeyword) return readType(node.type, scope);
  return node.operator === ts.SyntaxKind.KeyOfKeyword
    ? readKeys(node, scope)
    : reject('RR2001', node);
}

function readKeyword(node: ts.TypeNode, { mode }: TypeScope): TypeReading {
  switch (node.kind) {
    case ts.SyntaxKind.StringKeyword:
      return accept({ kind: 'string' });
    case ts.SyntaxKind.NumberKeyword:
      return accept({ kind: 'number' });
    case ts.SyntaxKind.BooleanKeyword:
      return accept({ kind: 'boolean' });
    case ts.SyntaxKind.UnknownKeyword:
      return mode !== 'received' ? reject('RR2001', node) : accept({ kind: 'any' });
    default:
      return reject('RR2001', node);
  }
}

/** `keyof T`: the names in the order of their declarations. */
function readKeys(node: ts.TypeOperatorNode, { view }: TypeScope): TypeReading {
  const { checker } = view;
  const type = checker.getTypeFromTypeNode(node.type);
  if ((type.flags & ts.TypeFlags.TypeParameter) !== 0) return reject('RR2004', node);
  type.getSymbol()?.declarations?.forEach(view.visit);
  const isOpen = checker.getIndexInfosOfType(type).length > 0;
  const keys = enumType(checker.getPropertiesOfType(type).map(({ name }) => name));
  return keys === undefined || isOpen ? reject('RR2001', node) : accept(keys);
}

/** An enum of one value. */
function readLiteral(node: ts.LiteralTypeNode): TypeReading {
  const value = literalValue(node.literal);
  return value === undefined ? reject('RR2001', node) : accept({ kind: 'enum', values: [value] });
}

function literalValue(literal: ts.Node): EnumValue | undefined {
  if (ts.isStringLiteralLike(literal)) return literal.text;
  if (ts.isNumericLiteral(literal)) return Number(literal.text);
  const isNegative =
    ts.isPrefixUnaryExpression(literal) && literal.operator === ts.SyntaxKind.MinusToken;
  return isNegative && ts.isNumericLiteral(literal.operand)
    ? -Number(literal.operand.text)
    : undefined;
}

/** Reads `A | B`: its types, which may be null or undefined, or the values of an enum. */
function readUnion(node: ts.UnionTypeNode, scope: TypeScope): TypeReading {
  const members = membersOf(node);
  const present = members.filter((member) => !isNull(member) && !isUndefined(member));
  const reading = readPresent(present, node, scope);
  if (isRejection(reading)) return reading;
  return withAbsence(reading, members.some(isNull), members.some(isUndefined));
}

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
  return unionOf(readings, union, scope.mode !== 'received');
}

/** The members of a union, including those of nested unions. */
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

/** `boolean` written out. */
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

/** `Item['id']`, `(typeof VALUES)[number]` and `(typeof Kind)[keyof typeof Kind]`. */
function readIndexedAccess(node: ts.IndexedAccessTypeNode, scope: TypeScope): TypeReading {
  const { checker, visit } = scope.view;
  const object = checker.getTypeFromTypeNode(node.objectType);
  object.getSymbol()?.declarations?.forEach(visit);
  const values = indexedValues(node, object, checker);
  const type = values === undefined ? undefined : enumType(values);
  if (type !== undefined) return accept(type);
  return readProperties(node, scope) ?? readChecked(node, scope);
}

/** The properties themselves keep `int` and limits. `undefined` if the source does not show them. */
function readProperties(node: ts.IndexedAccessTypeNode, scope: TypeScope): TypeReading | undefined {
  const keys = scope.readType(node.indexType, scope);
  if (isRejection(keys) || keys.type.kind !== 'enum') return undefined;
  const members = scope.readMembers(node.objectType, scope);
  if (isRejection(members)) return undefined;
  const readings: TypeReading[] = [];
  for (const key of keys.type.values) {
    const member = members.properties.get(String(key));
    if (member === undefined) return undefined;
    readings.push(readOne(member, node, scope));
  }
  const [first] = readings;
  if (readings.length === 1 && first !== undefined) return first;
  return unionOf(readings, node, scope.mode !== 'received');
}

function readOne(member: Member, node: ts.IndexedAccessTypeNode, scope: TypeScope): TypeReading {
  if (scope.mode !== 'received') return readMemberType(member.type, node, scope);
  const property = readProperty(member, node, scope);
  if (isRejection(property)) return { ...property, node };
  const type = withLimits(property.type, property.limits ?? {});
  if (isLost(type)) return reject('RR2026', node, type.lost);
  const isOptional = property.optional === true && property.default === undefined;
  return isOptional && !member.isOptional ? { type, optional: true } : accept(type);
}

/** The values of a tuple by `number`, or those of an object of constants by `keyof` that object. */
function indexedValues(
  { indexType }: ts.IndexedAccessTypeNode,
  object: ts.Type,
  checker: ts.TypeChecker,
): readonly EnumValue[] | undefined {
  if (indexType.kind === ts.SyntaxKind.NumberKeyword) {
    return checker.isTupleType(object)
      ? literalValues(checker.getTypeArguments(object as ts.TypeReference))
      : undefined;
  }
  const isOwnKeys =
    ts.isTypeOperatorNode(indexType) &&
    indexType.operator === ts.SyntaxKind.KeyOfKeyword &&
    checker.getTypeFromTypeNode(indexType.type) === object;
  return isOwnKeys ? propertyValues(object, checker) : undefined;
}
