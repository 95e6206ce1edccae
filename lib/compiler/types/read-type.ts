import { ts } from '../program/typescript.js';
import { reject } from '../syntax/rejection.js';
import { tagWithin } from '../tags/read-tags.js';
import { orChecked } from './checked/or-checked.js';
import { readChecked } from './checked/read-checked-type.js';
import { readIndexedAccess } from './read-indexed-access.js';
import { readKeys } from './enums/read-keys.js';
import { readList } from './read-list.js';
import { readObject } from './objects/read-object.js';
import { readLiteral } from './enums/read-literal.js';
import { readImportType, readReference } from './read-reference.js';
import { readUnion } from './read-union.js';
import type { TypeReader, TypeScope } from './type-reader.js';
import { accept, type TypeReading } from './type-reading.js';

/**
 * Reads a type as it is written, and the type of the checker only where the source does not show the
 * result: the checker knows no difference between `int` and `number`, and, without `strictNullChecks`,
 * none between `T | null` and `T`.
 */
export const readType: TypeReader = (node, scope) => {
  const tag = scope.isReturned ? undefined : tagWithin(node);
  if (tag !== undefined) return tag;
  if (ts.isParenthesizedTypeNode(node)) return readType(node.type, scope);
  if (ts.isTypeReferenceNode(node)) return readReference(node, scope);
  if (ts.isUnionTypeNode(node)) return readUnion(node, scope);
  if (ts.isArrayTypeNode(node)) return readList(node.elementType, scope);
  if (ts.isLiteralTypeNode(node)) return readLiteral(node);
  if (ts.isTypeOperatorNode(node)) return readOperator(node, scope);
  if (ts.isIndexedAccessTypeNode(node)) return readIndexedAccess(node, scope);
  if (ts.isImportTypeNode(node)) return readImportType(node, scope);
  if (ts.isTypeLiteralNode(node)) return readObject(node, scope);
  if (ts.isMappedTypeNode(node) || ts.isIntersectionTypeNode(node))
    return orChecked(readObject(node, scope), node, scope);
  if (ts.isConditionalTypeNode(node) || ts.isTypeQueryNode(node)) return readChecked(node, scope);
  return readKeyword(node, scope);
};

function readOperator(node: ts.TypeOperatorNode, scope: TypeScope): TypeReading {
  if (node.operator === ts.SyntaxKind.ReadonlyKeyword) return readType(node.type, scope);
  return node.operator === ts.SyntaxKind.KeyOfKeyword
    ? readKeys(node, scope)
    : reject('RR2001', node);
}

function readKeyword(node: ts.TypeNode, { isReturned }: TypeScope): TypeReading {
  switch (node.kind) {
    case ts.SyntaxKind.StringKeyword:
      return accept({ kind: 'string' });
    case ts.SyntaxKind.NumberKeyword:
      return accept({ kind: 'number' });
    case ts.SyntaxKind.BooleanKeyword:
      return accept({ kind: 'boolean' });
    case ts.SyntaxKind.UnknownKeyword:
      return isReturned ? reject('RR2001', node) : accept({ kind: 'any' });
    default:
      return reject('RR2001', node);
  }
}
