import type { MethodSignature, TypeSignature } from '../../../model/signature/method-signature.js';
import type { ClassReferences } from '../../classes/class-references.js';
import { describeType } from './describe-type.js';
import { decoratorsOf, named } from '../../syntax/our-decorators.js';
import { readType } from '../read-type.js';
import { isRejection, reject } from '../../syntax/rejection.js';
import type { Scope } from '../type-reader.js';
import { ts } from '../../program/typescript.js';

const WRAPPERS: ReadonlySet<string> = new Set([
  'Promise',
  'PromiseLike',
  'Observable',
  'RestResponse',
]);

/**
 * Reads what a method returns. It is described, not validated: what is no type of an argument is
 * described as the checker sees it, and what cannot be described is kept as a text.
 */
export function readReturned(node: ts.TypeNode, scope: Scope): Returned {
  const returns = readUnwrapped(node, describedOnly(scope));
  return isResponse(node) ? { returns, returnsResponse: true } : { returns };
}

type Returned = Pick<MethodSignature, 'returns' | 'returnsResponse'>;

/** Whether a `RestResponse` stands anywhere around what is returned. */
function isResponse(node: ts.TypeNode): boolean {
  if (ts.isParenthesizedTypeNode(node)) return isResponse(node.type);
  const wrapped = wrappedType(node);
  const isOne = ts.isTypeReferenceNode(node) && node.typeName.getText() === 'RestResponse';
  return isOne || (wrapped !== undefined && isResponse(wrapped));
}

function readUnwrapped(node: ts.TypeNode, scope: Scope): TypeSignature {
  if (ts.isParenthesizedTypeNode(node)) return readUnwrapped(node.type, scope);
  const wrapped = wrappedType(node);
  if (wrapped !== undefined) return readUnwrapped(wrapped, scope);
  const elements = elementsOf(node);
  if (elements !== undefined) return { kind: 'array', items: readUnwrapped(elements, scope) };
  const reading = readType(node, scope);
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

/** A class that serves as a type alone must not be imported for its description: value classes are. */
function describedOnly(scope: Scope): Scope {
  const { references, view } = scope;
  const keyOf: ClassReferences['keyOf'] = (symbol, name) => {
    const { valueDeclaration } = symbol;
    const isValueClass =
      valueDeclaration !== undefined &&
      named(decoratorsOf(valueDeclaration, view), 'ValueClass').length > 0;
    return isValueClass ? references.keyOf(symbol, name) : reject('RR2013', name);
  };
  return { ...scope, references: { ...references, keyOf } };
}
