import type { ClassReferences } from '../classes/class-references.js';
import { readParameter, type ParameterReading } from './read-parameter.js';
import { type ProjectView, wrapperOf } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { constantOf } from '../syntax/constant.js';
import { isValueClass } from '../syntax/decorators.js';
import { hasLimitTags, misplacedTag, strayTag } from '../tags/doc-comments.js';
import { documentationOf } from '../tags/read-tags.js';
import {
  type LocatedRejection,
  type Rejection,
  isRejection,
  reject,
  literalValues,
  nodesIn,
  optionOf,
  unionMembers,
} from '../syntax/nodes.js';
import { describeType } from '../types/describe-type.js';
import type { TypeScope } from '../types/type-reading.js';
import type { DiagnosticLocation, ParameterOwner } from '../../diagnostics/location.js';
import type { MethodSignature, ResponseSignature } from '../../types/method-signature.js';
import type { TypeSignature } from '../../types/type.js';

/** A static property may have a function as its value. */
export type MethodNode = ts.MethodDeclaration | ts.FunctionExpression | ts.ArrowFunction;

export interface MethodReading {
  readonly signature: MethodSignature;
  readonly parameters: readonly ParameterReading[];
  /** It belongs to no parameter: a tag on the method, for example. */
  readonly stray: Rejection | undefined;
}

export function readMethod(node: MethodNode, scope: TypeScope): MethodReading {
  scope.view.visit(node);
  const parameters = node.parameters
    .filter(({ name }) => !isThis(name))
    .map((parameter, index) => readParameter(parameter, index, scope));
  const returned = node.type === undefined ? {} : readReturned(node.type, scope);
  const signature: MethodSignature = {
    parameters: parameters.map((parameter) => parameter.signature),
    ...returned,
    ...documentationOf(node),
  };
  return { signature, parameters, stray: hasLimitTags(node) ? misplacedTag(node) : strayTag(node) };
}

/** Documents need the return type, even if the source does not state it. */
export function readRouteMethod(node: MethodNode, scope: TypeScope): MethodReading {
  const reading = readMethod(node, scope);
  const makesStream = node.body?.getText().includes('new StreamableFile') === true;
  const streamType = makesStream ? streamTypeOf(node.body, scope.view) : undefined;
  const signature: MethodSignature = {
    ...reading.signature,
    ...(node.type === undefined ? readInferred(node, scope) : {}),
    ...(streamType === undefined ? {} : { streamType }),
  };
  return { ...reading, signature };
}

/** The media type of `new StreamableFile(bytes, { type: 'image/png' })`, if all of a method have the same. */
function streamTypeOf(body: ts.Node, view: ProjectView): string | undefined {
  const types = nodesIn(body, ts.isNewExpression)
    .filter(({ expression }) => expression.getText() === 'StreamableFile')
    .map(({ arguments: args }) => optionOf(args?.[1], 'type'))
    .map((type) => type && constantOf(type, view)?.value);
  const [first] = types;
  return typeof first === 'string' && types.every((type) => type === first) ? first : undefined;
}

/** `owner` is the kind of method at the location. */
export function rejectedParameters(
  { parameters, stray }: MethodReading,
  owner: ParameterOwner,
  location: DiagnosticLocation,
): readonly LocatedRejection[] {
  const ofParameters = parameters.flatMap(
    ({ rejection, signature: { name }, source: { index } }) => {
      const part = { kind: 'parameter', owner, index, name } as const;
      return rejection === undefined ? [] : [{ rejection, location: { ...location, part } }];
    },
  );
  return stray === undefined ? ofParameters : [...ofParameters, { rejection: stray, location }];
}

/** `this: Type` declares no parameter. */
function isThis(name: ts.BindingName): boolean {
  return ts.isIdentifier(name) && name.text === 'this';
}

const WRAPPERS: ReadonlySet<string> = new Set([
  'Promise',
  'PromiseLike',
  'Observable',
  'RestResponse',
]);

const NOTHING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.UndefinedKeyword,
  ts.SyntaxKind.VoidKeyword,
]);

type Returned = Pick<MethodSignature, 'returns' | 'returnsResponse' | 'responses'>;

const EMPTY = ts.TypeFlags.Undefined | ts.TypeFlags.Void;

/**
 * Responses are described, not validated: a type that an argument cannot have is described as the checker sees it, or
 * else kept as text.
 */
export function readReturned(node: ts.TypeNode, scope: TypeScope): Returned {
  return returnedOf(writtenResponses(node, describedOnly(scope)));
}

/** Describes the return type that the checker infers for a method without one. Nothing if it infers `any`. */
function readInferred(
  node: ts.SignatureDeclaration,
  scope: TypeScope,
): Returned & Pick<MethodSignature, 'isInferred'> {
  const { checker } = scope.view;
  const signature = checker.getSignatureFromDeclaration(node);
  if (signature === undefined) return {};
  const type = checker.getReturnTypeOfSignature(signature);
  const keyOf: ClassReferences['keyOf'] = (_, name) => reject('RR2013', name);
  const references = { ...scope.references, keyOf };
  // Documents do not need a controller to be read again when a service changes.
  const { result: responses } = scope.view.visitedDuring(() =>
    inferredResponses(type, node, { ...scope, mode: 'returned', references }),
  );
  if (responses.some((one) => one.type.kind === 'any')) return {};
  return { ...returnedOf(responses), isInferred: true };
}

function returnedOf(responses: readonly ResponseSignature[]): Returned {
  const isStated = responses.length > 1 || responses.some(({ statuses }) => statuses !== undefined);
  return {
    returns: joinTypes(responses.map(({ type }) => type)),
    ...(responses.some(({ isResponse }) => isResponse) ? { returnsResponse: true } : {}),
    ...(isStated ? { responses } : {}),
  };
}

function mayBeNothing(node: ts.TypeNode): boolean {
  return ts.isUnionTypeNode(node) && node.types.some(({ kind }) => NOTHING.has(kind));
}

function mayInferNothing(type: ts.Type): boolean {
  return type.isUnion() && type.types.some(({ flags }) => (flags & EMPTY) !== 0);
}

/** The response with a body, and an empty one beside it if the method may return nothing. */
function withEmpty(type: TypeSignature, hasEmpty: boolean): readonly ResponseSignature[] {
  return hasEmpty ? [{ type }, { type: { kind: 'opaque', text: 'undefined' } }] : [{ type }];
}

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
  return isRejection(reading)
    ? describeType(scope.view.checker.getTypeFromTypeNode(node), node, scope)
    : reading.type;
}

function elementsOf(node: ts.TypeNode): ts.TypeNode | undefined {
  if (ts.isArrayTypeNode(node)) return node.elementType;
  if (ts.isTypeOperatorNode(node) && ts.isArrayTypeNode(node.type)) return node.type.elementType;
  const isList =
    ts.isTypeReferenceNode(node) && /^(?:Readonly)?Array$/.test(node.typeName.getText());
  return isList ? node.typeArguments?.[0] : undefined;
}

/**
 * Only value classes are named by reference; any other class is described by its properties. A reference is an import
 * in the compiled code, and a class that the source uses only as a type must not be imported for its description.
 */
function describedOnly(scope: TypeScope): TypeScope {
  const { references, view } = scope;
  const keyOf: ClassReferences['keyOf'] = (symbol, name) => {
    const { valueDeclaration } = symbol;
    return valueDeclaration !== undefined && isValueClass(valueDeclaration, view)
      ? references.keyOf(symbol, name)
      : reject('RR2013', name);
  };
  return { ...scope, mode: 'returned', references: { ...references, keyOf } };
}

/** Each `RestResponse` of a union is one. */
function writtenResponses(node: ts.TypeNode, scope: TypeScope): readonly ResponseSignature[] {
  if (ts.isParenthesizedTypeNode(node)) return writtenResponses(node.type, scope);
  if (ts.isUnionTypeNode(node) && node.types.some(holdsResponse)) {
    return node.types.flatMap((type) => writtenResponses(type, scope));
  }
  const wrapped = wrappedType(node);
  const responses =
    wrapped === undefined
      ? withEmpty(readUnwrapped(node, scope), mayBeNothing(node))
      : writtenResponses(wrapped, scope);
  if (!isResponseNode(node)) return responses;
  const statuses = statusesOf(node, scope.view);
  return responses.map((one) => ({ ...one, isResponse: true, ...statuses }));
}

/** The type within a `Promise`, an `Observable` or a `RestResponse`. */
function wrappedType(node: ts.TypeNode): ts.TypeNode | undefined {
  return ts.isTypeReferenceNode(node) && WRAPPERS.has(node.typeName.getText())
    ? node.typeArguments?.[0]
    : undefined;
}

function holdsResponse(node: ts.TypeNode): boolean {
  if (ts.isParenthesizedTypeNode(node)) return holdsResponse(node.type);
  if (isResponseNode(node)) return true;
  const wrapped = wrappedType(node);
  return wrapped !== undefined && holdsResponse(wrapped);
}

function isResponseNode(node: ts.TypeNode): node is ts.TypeReferenceNode {
  return ts.isTypeReferenceNode(node) && node.typeName.getText() === 'RestResponse';
}

/** Nothing if the status is any number. */
function statusesOf(
  { typeArguments }: ts.TypeReferenceNode,
  view: ProjectView,
): Pick<ResponseSignature, 'statuses'> {
  const stated = typeArguments?.[1];
  if (stated === undefined) return {};
  if (ts.isTypeReferenceNode(stated)) view.resolve(stated.typeName);
  return literalStatuses(view.checker.getTypeFromTypeNode(stated));
}

function literalStatuses(type: ts.Type | undefined): Pick<ResponseSignature, 'statuses'> {
  const values = type === undefined ? [] : literalValues(unionMembers(type));
  const statuses = values?.filter((value) => typeof value === 'number') ?? [];
  // The order of a union's members in the checker depends on the types that it has met before.
  return statuses.length === 0 ? {} : { statuses: statuses.toSorted((a, b) => a - b) };
}

/** Each `RestResponse` of a union is one. `any` stays `any`. */
function inferredResponses(
  type: ts.Type,
  node: ts.Node,
  scope: TypeScope,
): readonly ResponseSignature[] {
  const { view } = scope;
  if (type.isUnion() && type.types.some((one) => wrapperOf(one, view) !== undefined)) {
    return type.types.flatMap((one) => inferredResponses(one, node, scope));
  }
  const wrapper = wrapperOf(type, view);
  if (wrapper === undefined) {
    const isAny = (type.flags & ts.TypeFlags.Any) !== 0;
    const body = isAny ? ({ kind: 'any' } as const) : describeType(type, node, scope);
    return withEmpty(body, mayInferNothing(type));
  }
  const [value, status] = view.checker.getTypeArguments(wrapper.type);
  const responses = value === undefined ? [] : inferredResponses(value, node, scope);
  if (!wrapper.isResponse) return responses;
  const statuses = literalStatuses(status);
  return responses.map((one) => ({ ...one, isResponse: true, ...statuses }));
}
