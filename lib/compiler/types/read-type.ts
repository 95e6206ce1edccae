import { createClassReferences } from '../classes/class-references.js';
import { primitiveIn, type ProjectView } from '../program/project-view.js';
import { ts, type Checker } from '../program/typescript.js';
import {
  isNamed,
  literalValues,
  NO_TYPE_ARGUMENTS,
  propertyValues,
  unionMembers,
} from '../syntax/nodes.js';
import { reject, isRejection } from '../syntax/rejection.js';
import { tagWithin } from '../tags/doc-comments.js';
import { membersOf, type Member } from './objects/members.js';
import { readObject, readProperty } from './objects/read-object.js';
import { isBoolean, readCheckedType, readOneKind } from './read-checked-type.js';
import { readComposed, readElements, readLost } from './read-composed.js';
import { enumType } from './read-enum.js';
import { readReference } from './read-reference.js';
import {
  objectName,
  type TypeScope,
  type TypeUse,
  accept,
  type TypeReading,
  typeOf,
  withAbsence,
  type TypeReader,
} from './type-reading.js';
import { originOf } from './type-origin.js';
import { unionOf, isLost, withLimits } from './union-of.js';
import type { EnumValue } from '../../schema/vocabulary.js';

/**
 * The checker says what a type is. Its annotation is read beside it as far as the two agree: only there are the limits
 * of an alias such as `Title`, the order of a union, and the place of a diagnostic.
 */
const readType: TypeReader = (type, annotation, node, scope) => {
  if (annotation === undefined) return readLost(type, node, scope);
  const stated = typeOf(annotation, scope);
  if (stated === undefined || stated === type) return readAnnotation(annotation, type, scope);
  if (!isSame(stated, type)) return readLost(type, node, scope);
  return withNull(readAnnotation(annotation, type, scope), stated, type);
};

const ABSENT = ts.TypeFlags.Null | ts.TypeFlags.Undefined;

/** A mapped type may have added `null` and `undefined`, or removed them. */
function isSame(stated: ts.Type, type: ts.Type): boolean {
  const [one = [], other = []] = [stated, type].map((whole) =>
    unionMembers(whole).filter(({ flags }) => (flags & ABSENT) === 0),
  );
  return (
    one.length === other.length &&
    other.every((member) => one.some((candidate) => isEqual(candidate, member)))
  );
}

/** An intersection that the checker makes of two equal ones, as of two `int`, is another object. */
function isEqual(one: ts.Type, other: ts.Type): boolean {
  if (one === other) return true;
  if (!one.isIntersection() || !other.isIntersection()) return false;
  const parts = new Set(one.types);
  return other.types.length === parts.size && other.types.every((part) => parts.has(part));
}

function withNull(reading: TypeReading, stated: ts.Type, type: ts.Type): TypeReading {
  if (isRejection(reading) || mayBeNull(stated) === mayBeNull(type)) return reading;
  const { nullable: _nullable, ...bare } = reading.type;
  return { ...reading, type: mayBeNull(type) ? { ...bare, nullable: true } : bare };
}

function mayBeNull(type: ts.Type): boolean {
  return unionMembers(type).some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
}

function readAnnotation(node: ts.TypeNode, type: ts.Type, scope: TypeScope): TypeReading {
  const tag = tagWithin(node);
  if (tag !== undefined) return tag;
  // A keyword or a literal states no limits.
  if (ts.isToken(node) || ts.isLiteralTypeNode(node)) {
    return scope.readCheckedType(type, node, scope);
  }
  if (ts.isParenthesizedTypeNode(node)) return readAnnotation(node.type, type, scope);
  if (isNamed(node)) return readReference(node, type, scope);
  if (ts.isUnionTypeNode(node)) return readUnion(node, type, scope);
  if (ts.isArrayTypeNode(node)) return readElements(node.elementType, type, scope);
  if (ts.isTypeOperatorNode(node)) return readOperator(node, type, scope);
  if (ts.isIndexedAccessTypeNode(node)) return readIndexedAccess(node, type, scope);
  const branded = ts.isIntersectionTypeNode(node) ? brandedPart(node, scope) : undefined;
  if (branded !== undefined) return readAnnotation(branded, type, scope);
  return readComposed(type, node, scope);
}

/** The types of arguments: a type that no schema expresses is rejected. */
const ARGUMENT_TYPES: TypeUse = {
  readPart: readCheckedType,
  readUnion: readSeveral,
  readOther: (type, node, scope, rejection) =>
    rejection ?? readObject(type, nameOf(type, scope), node, scope),
  onlySent: (_type, rejection) => rejection,
};

/** An intersection is named by its alias only. */
function nameOf(type: ts.Type, { view }: TypeScope): string | undefined {
  const symbol: ts.Symbol | undefined = type.aliasSymbol ?? type.getSymbol();
  return symbol && objectName(symbol, view);
}

/** In an order that does not depend on the build. */
function readSeveral(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const members = unionMembers(type);
  const groups = [
    members.filter(isBoolean),
    members.filter((member) => member.isStringLiteral()),
    members.filter((member) => member.isNumberLiteral()),
  ];
  const readings = groups.flatMap((types) => readOneKind(types, node, scope) ?? []);
  const grouped = new Set<ts.Type>(groups.flat());
  const others = members
    .filter((member) => !grouped.has(member))
    .map((member) => readCheckedType(member, node, scope));
  return unionOf([...readings, ...others].toSorted(byText), node);
}

function byText(a: TypeReading, b: TypeReading): number {
  if (isRejection(a) || isRejection(b)) return 0;
  return JSON.stringify(a.type) < JSON.stringify(b.type) ? -1 : 1;
}

export function createTypeScope(view: ProjectView, home: ts.ClassLikeDeclaration): TypeScope {
  return {
    view,
    references: createClassReferences(view, home),
    home,
    typeArguments: NO_TYPE_ARGUMENTS,
    within: [],
    depth: 0,
    readType,
    readCheckedType,
    use: ARGUMENT_TYPES,
    outer: [],
    numbered: [],
    numbers: { last: 0 },
    path: '',
    count: { objects: 0, types: 0 },
  };
}

/** `string` of `string & { readonly __brand: 'UserId' }`. */
function brandedPart(
  { types }: ts.IntersectionTypeNode,
  { view: { checker } }: TypeScope,
): ts.TypeNode | undefined {
  const [base, ...others] = types.filter(
    (part) => primitiveIn(checker.getTypeFromTypeNode(part)) !== undefined,
  );
  return others.length === 0 ? base : undefined;
}

function readOperator(node: ts.TypeOperatorNode, type: ts.Type, scope: TypeScope): TypeReading {
  if (node.operator === ts.SyntaxKind.ReadonlyKeyword)
    return readAnnotation(node.type, type, scope);
  return node.operator === ts.SyntaxKind.KeyOfKeyword
    ? readKeys(node, scope)
    : reject('RR2001', node);
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

/** Reads `A | B`: its types, which may be null or undefined, or the values of an enum. */
function readUnion(node: ts.UnionTypeNode, type: ts.Type, scope: TypeScope): TypeReading {
  const members = typesOf(node);
  const nonNull = members.filter((member) => !isNull(member) && !isUndefined(member));
  const reading = readNonNull(nonNull, node, type, scope);
  if (isRejection(reading)) return reading;
  return withAbsence(reading, members.some(isNull), members.some(isUndefined));
}

function readNonNull(
  members: readonly ts.TypeNode[],
  union: ts.UnionTypeNode,
  type: ts.Type,
  scope: TypeScope,
): TypeReading {
  const [first, ...others] = members;
  const { checker } = scope.view;
  if (first === undefined) return reject('RR2001', union);
  if (others.length === 0) {
    const stated = typeOf(first, scope) ?? checker.getNonNullableType(type);
    return scope.readType(stated, first, first, scope);
  }
  const isBoth = isTrueOrFalse(members);
  const readings = members.map((member) => {
    if (isBoth && isBooleanLiteral(member)) return accept({ kind: 'boolean' });
    const stated = typeOf(member, scope) ?? checker.getTypeFromTypeNode(member);
    return scope.readType(stated, member, member, scope);
  });
  return unionOf(readings, union);
}

/** The members of a union, including those of nested unions. */
function typesOf(node: ts.UnionTypeNode): readonly ts.TypeNode[] {
  return node.types.flatMap((type) => {
    const member = ts.isParenthesizedTypeNode(type) ? type.type : type;
    return ts.isUnionTypeNode(member) ? typesOf(member) : [member];
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
function readIndexedAccess(
  node: ts.IndexedAccessTypeNode,
  type: ts.Type,
  scope: TypeScope,
): TypeReading {
  const { visit } = scope.view;
  const object = typeOf(node.objectType, scope);
  if (object === undefined) return readComposed(type, node, scope);
  object.getSymbol()?.declarations?.forEach(visit);
  const values = indexedValues(node, object, scope.view.checker);
  const enumerated = values === undefined ? undefined : enumType(values);
  if (enumerated !== undefined) return accept(enumerated);
  return readProperties(node, object, scope) ?? readComposed(type, node, scope);
}

/** The properties themselves keep their limits. `undefined` if the source does not show them. */
function readProperties(
  node: ts.IndexedAccessTypeNode,
  object: ts.Type,
  scope: TypeScope,
): TypeReading | undefined {
  const index = typeOf(node.indexType, scope);
  if (index === undefined) return undefined;
  const keys = scope.readType(index, node.indexType, node.indexType, scope);
  if (isRejection(keys) || keys.type.kind !== 'enum') return undefined;
  const members = membersOf(object, node.objectType, scope.view);
  const { typeArguments, rejection } = originOf(node.objectType, scope.typeArguments, scope.view);
  if (isRejection(members) || rejection !== undefined) return undefined;
  const readings: TypeReading[] = [];
  for (const key of keys.type.values) {
    const member = members.properties.get(String(key));
    if (member === undefined) return undefined;
    readings.push(readOne(member, node, { ...scope, typeArguments }));
  }
  const [first] = readings;
  if (readings.length === 1 && first !== undefined) return first;
  return unionOf(readings, node);
}

function readOne(member: Member, node: ts.IndexedAccessTypeNode, scope: TypeScope): TypeReading {
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
  checker: Checker,
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
