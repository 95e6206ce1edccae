import type { EnumValue } from '../../schema/vocabulary.js';
import { ts } from '../program/typescript.js';
import { isRejection, reject } from '../syntax/rejection.js';
import { literalValues, propertyValues } from './checked/checker-types.js';
import { enumType } from './enums/enum-type.js';
import { readChecked } from './checked/read-checked-type.js';
import { isLost, withLimits } from './intersect-types.js';
import type { Member } from './objects/members.js';
import { readMemberType, readProperty } from './objects/read-property.js';
import type { TypeScope } from './type-reader.js';
import { accept, type TypeReading } from './type-reading.js';
import { unionOf } from './union-of.js';

/** Reads `Item['id']`, `(typeof VALUES)[number]` and `(typeof Kind)[keyof typeof Kind]`. */
export function readIndexedAccess(node: ts.IndexedAccessTypeNode, scope: TypeScope): TypeReading {
  const { checker, visit } = scope.view;
  const object = checker.getTypeFromTypeNode(node.objectType);
  object.getSymbol()?.declarations?.forEach(visit);
  const values = indexedValues(node, object, checker);
  const type = values === undefined ? undefined : enumType(values);
  if (type !== undefined) return accept(type);
  return readProperties(node, scope) ?? readChecked(node, scope);
}

/**
 * Reads the properties themselves, so that an `int` there stays an integer, and a limit holds.
 * `undefined` if the source does not show them.
 */
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
  return unionOf(readings, node, scope.isReturned);
}

function readOne(member: Member, node: ts.IndexedAccessTypeNode, scope: TypeScope): TypeReading {
  if (scope.isReturned) return readMemberType(member.type, node, scope);
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
