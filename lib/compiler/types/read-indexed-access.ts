import type { EnumValue } from '../../schema/vocabulary.js';
import { readChecked } from './read-checked-type.js';
import { literalValue } from './read-literal.js';
import { readType } from './read-type.js';
import { enumOf } from './read-union.js';
import { accept, reject, type Reading } from '../syntax/rejection.js';
import { NO_TYPE_ARGUMENTS, type Scope } from './type-reader.js';
import { ts } from '../program/typescript.js';

/** Reads `Item['id']`, `(typeof VALUES)[number]` and `(typeof Kind)[keyof typeof Kind]`. */
export function readIndexedAccess(node: ts.IndexedAccessTypeNode, scope: Scope): Reading {
  const { checker } = scope.view;
  const object = checker.getTypeFromTypeNode(node.objectType);
  object.getSymbol()?.declarations?.forEach(scope.view.visit);
  const index = node.indexType;
  if (ts.isLiteralTypeNode(index)) return readProperty(node, object, index, scope);
  const values = isNumber(index) ? elementsOf(object, checker) : valuesOf(node, object, checker);
  const type = values === undefined ? undefined : enumOf(values);
  return type === undefined ? readChecked(node, scope) : accept(type);
}

/** Reads `keyof T`: the names of its properties, as they are declared. */
export function readKeys(node: ts.TypeOperatorNode, scope: Scope): Reading {
  const { checker } = scope.view;
  const type = checker.getTypeFromTypeNode(node.type);
  if ((type.flags & ts.TypeFlags.TypeParameter) !== 0) return reject('RR2004', node);
  type.getSymbol()?.declarations?.forEach(scope.view.visit);
  const isOpen = checker.getIndexInfosOfType(type).length > 0;
  const keys = enumOf(checker.getPropertiesOfType(type).map(({ name }) => name));
  return keys === undefined || isOpen ? reject('RR2001', node) : accept(keys);
}

/** A property's own annotation is read, so that an `int` there stays one. */
function readProperty(
  node: ts.IndexedAccessTypeNode,
  object: ts.Type,
  index: ts.LiteralTypeNode,
  scope: Scope,
): Reading {
  const name = literalValue(index.literal);
  const property = name === undefined ? undefined : object.getProperty(String(name));
  const declaration = property?.valueDeclaration;
  const isPlain = ts.isTypeReferenceNode(node.objectType) && !node.objectType.typeArguments;
  const annotation =
    declaration !== undefined &&
    (ts.isPropertyDeclaration(declaration) || ts.isPropertySignature(declaration))
      ? declaration.type
      : undefined;
  if (annotation === undefined || !isPlain) return readChecked(node, scope);
  const reading = readType(annotation, { ...scope, typeArguments: NO_TYPE_ARGUMENTS });
  return 'rejected' in reading ? { ...reading, node } : reading;
}

function isNumber(index: ts.TypeNode): boolean {
  return index.kind === ts.SyntaxKind.NumberKeyword;
}

function elementsOf(object: ts.Type, checker: ts.TypeChecker): readonly EnumValue[] | undefined {
  if (!checker.isTupleType(object)) return undefined;
  return literals(checker.getTypeArguments(object as ts.TypeReference));
}

/** The values of an object of constants; only where the index is `keyof` of that same object. */
function valuesOf(
  node: ts.IndexedAccessTypeNode,
  object: ts.Type,
  checker: ts.TypeChecker,
): readonly EnumValue[] | undefined {
  const index = node.indexType;
  const isKeys = ts.isTypeOperatorNode(index) && index.operator === ts.SyntaxKind.KeyOfKeyword;
  if (!isKeys || checker.getTypeFromTypeNode(index.type) !== object) return undefined;
  return literals(
    checker.getPropertiesOfType(object).map((property) => checker.getTypeOfSymbol(property)),
  );
}

function literals(types: readonly ts.Type[]): readonly EnumValue[] | undefined {
  const values = types.flatMap((type) =>
    type.isStringLiteral() || type.isNumberLiteral() ? [type.value] : [],
  );
  return values.length === types.length ? values : undefined;
}
