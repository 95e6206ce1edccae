import type {
  MethodSignature,
  ResponseSignature,
  TypeSignature,
} from '../../../model/signature/method-signature.js';
import type { ClassReferences } from '../../classes/class-references.js';
import { ts } from '../../program/typescript.js';
import { isValueClass } from '../../syntax/our-decorators.js';
import { isRejection, reject } from '../../syntax/rejection.js';
import type { TypeScope } from '../type-reader.js';
import { describeType } from './describe-type.js';
import { returnedParts, wrappedType, type ReturnedPart } from './returned-parts.js';

type Returned = Pick<MethodSignature, 'returns' | 'returnsResponse' | 'responses'>;

const NOTHING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.UndefinedKeyword,
  ts.SyntaxKind.VoidKeyword,
]);

/**
 * Reads the type that a method returns. Responses are described, not validated: a type that no
 * argument can have is described as the checker sees it, and otherwise kept as a text.
 */
export function readReturned(node: ts.TypeNode, scope: TypeScope): Returned {
  const described = describedOnly(scope);
  const responses = returnedParts(node, scope.view).flatMap((part) => readPart(part, described));
  const isStated = responses.length > 1 || responses.some(({ statuses }) => statuses !== undefined);
  return {
    returns: joinTypes(responses.map(({ type }) => type)),
    ...(responses.some(({ isResponse }) => isResponse) ? { returnsResponse: true } : {}),
    ...(isStated ? { responses } : {}),
  };
}

/** One response, and an empty one where the type has `undefined`. */
function readPart(
  { node, isResponse, statuses }: ReturnedPart,
  scope: TypeScope,
): readonly ResponseSignature[] {
  const kind = {
    ...(isResponse ? { isResponse } : {}),
    ...(statuses === undefined ? {} : { statuses }),
  };
  const response: ResponseSignature = { type: readUnwrapped(node, scope), ...kind };
  const mayBeNothing =
    ts.isUnionTypeNode(node) && node.types.some((type) => NOTHING.has(type.kind));
  return mayBeNothing
    ? [response, { type: { kind: 'opaque', text: 'undefined' }, ...kind }]
    : [response];
}

/** The types of all bodies as one. */
function joinTypes(types: readonly TypeSignature[]): TypeSignature {
  const distinct = [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
  const sent = distinct.filter(
    (type) => type.kind !== 'opaque' || !/^(?:undefined|void)$/.test(type.text),
  );
  const [first, ...others] = sent.length === 0 ? distinct : sent;
  if (first === undefined) return { kind: 'opaque', text: 'void' };
  return others.length === 0 ? first : { kind: 'union', options: [first, ...others] };
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
