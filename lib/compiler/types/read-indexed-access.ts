import type { EnumValue } from '../../schema/vocabulary.js';
import { ts } from '../program/typescript.js';
import { isRejection } from '../syntax/rejection.js';
import { NO_TYPE_ARGUMENTS } from '../syntax/type-arguments.js';
import { literalValues, propertyValues } from './checked/checker-types.js';
import { enumType } from './enums/enum-type.js';
import { readChecked } from './checked/read-checked-type.js';
import { literalValue } from './enums/read-literal.js';
import type { TypeScope } from './type-reader.js';
import { accept, type TypeReading } from './type-reading.js';

/** Reads `Item['id']`, `(typeof VALUES)[number]` and `(typeof Kind)[keyof typeof Kind]`. */
export function readIndexedAccess(node: ts.IndexedAccessTypeNode, scope: TypeScope): TypeReading {
  const { checker, visit } = scope.view;
  const object = checker.getTypeFromTypeNode(node.objectType);
  object.getSymbol()?.declarations?.forEach(visit);
  const annotation = propertyAnnotation(node, object);
  if (annotation !== undefined) return readAnnotation(annotation, node, scope);
  const values = indexedValues(node, object, checker);
  const type = values === undefined ? undefined : enumType(values);
  return type === undefined ? readChecked(node, scope) : accept(type);
}

/** A property's own annotation is read, so that an `int` there stays an integer. */
function readAnnotation(
  annotation: ts.TypeNode,
  node: ts.IndexedAccessTypeNode,
  scope: TypeScope,
): TypeReading {
  const reading = scope.readType(annotation, { ...scope, typeArguments: NO_TYPE_ARGUMENTS });
  return isRejection(reading) ? { ...reading, node } : reading;
}

/** The annotation of `id` for `Item['id']`; `Item` without type arguments. */
function propertyAnnotation(
  { objectType, indexType }: ts.IndexedAccessTypeNode,
  object: ts.Type,
): ts.TypeNode | undefined {
  if (!ts.isLiteralTypeNode(indexType)) return undefined;
  if (!ts.isTypeReferenceNode(objectType) || objectType.typeArguments) return undefined;
  const name = literalValue(indexType.literal);
  const property = name === undefined ? undefined : object.getProperty(String(name));
  const declaration = property?.valueDeclaration;
  const isProperty =
    declaration !== undefined &&
    (ts.isPropertyDeclaration(declaration) || ts.isPropertySignature(declaration));
  return isProperty ? declaration.type : undefined;
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
