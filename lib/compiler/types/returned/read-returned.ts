import type { MethodSignature, TypeSignature } from '../../../model/signature/method-signature.js';
import type { ClassReferences } from '../../classes/class-references.js';
import { ts } from '../../program/typescript.js';
import { isValueClass } from '../../syntax/our-decorators.js';
import { isRejection, reject } from '../../syntax/rejection.js';
import type { TypeScope } from '../type-reader.js';
import { describeType } from './describe-type.js';

const WRAPPERS: ReadonlySet<string> = new Set([
  'Promise',
  'PromiseLike',
  'Observable',
  'RestResponse',
]);

type Returned = Pick<MethodSignature, 'returns' | 'returnsResponse'>;

/**
 * Reads the type that a method returns. Responses are described, not validated: a type that no
 * argument can have is described as the checker sees it, and otherwise kept as a text.
 */
export function readReturned(node: ts.TypeNode, scope: TypeScope): Returned {
  const returns = readUnwrapped(node, describedOnly(scope));
  return isResponse(node) ? { returns, returnsResponse: true } : { returns };
}

/** Whether one of the types around the returned one is `RestResponse`. */
function isResponse(node: ts.TypeNode): boolean {
  if (ts.isParenthesizedTypeNode(node)) return isResponse(node.type);
  const wrapped = wrappedType(node);
  const isOne = ts.isTypeReferenceNode(node) && node.typeName.getText() === 'RestResponse';
  return isOne || (wrapped !== undefined && isResponse(wrapped));
}

function readUnwrapped(node: ts.TypeNode, scope: TypeScope): TypeSignature {
  if (ts.isParenthesizedTypeNode(node)) return readUnwrapped(node.type, scope);
  const wrapped = wrappedType(node);
  if (wrapped !== undefined) return readUnwrapped(wrapped, scope);
  const elements = elementsOf(node);
  if (elements !== undefined) return { kind: 'array', items: readUnwrapped(elements, scope) };
  const reading = scope.readType(node, scope);
  return isRejection(reading) ? describeType(node, scope) : reading.type;
}

function wrappedType(node: ts.TypeNode): ts.TypeNode | undefined {
  return ts.isTypeReferenceNode(node) && WRAPPERS.has(node.typeName.getText())
    ? node.typeArguments?.[0]
    : undefined;
}

function elementsOf(node: ts.TypeNode): ts.TypeNode | undefined {
  if (ts.isArrayTypeNode(node)) return node.elementType;
  if (ts.isTypeOperatorNode(node) && ts.isArrayTypeNode(node.type)) return node.type.elementType;
  const isList =
    ts.isTypeReferenceNode(node) && /^(?:Readonly)?Array$/.test(node.typeName.getText());
  return isList ? node.typeArguments?.[0] : undefined;
}

/**
 * A scope in which only value classes are named by reference; any other class is described by its
 * properties. A reference is an import in the compiled code, and a class that the source uses only as
 * a type must not be imported for its description.
 */
function describedOnly(scope: TypeScope): TypeScope {
  const { references, view } = scope;
  const keyOf: ClassReferences['keyOf'] = (symbol, name) => {
    const { valueDeclaration } = symbol;
    return valueDeclaration !== undefined && isValueClass(valueDeclaration, view)
      ? references.keyOf(symbol, name)
      : reject('RR2013', name);
  };
  return { ...scope, isReturned: true, references: { ...references, keyOf } };
}
