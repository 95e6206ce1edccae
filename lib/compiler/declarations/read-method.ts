import type { ClassReferences } from '../classes/class-references.js';
import { inheritedSignature } from '../program/inherited-types.js';
import { readParameter, type ParameterReading } from './read-parameter.js';
import { asWritten, sentWithin, type ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { constantOf } from '../syntax/constant.js';
import { isValueClass } from '../syntax/decorators.js';
import {
  docTagsOf,
  hasLimitTags,
  misplacedTag,
  strayTag,
  textOfTag,
} from '../tags/doc-comments.js';
import { documentationOf } from '../tags/read-tags.js';
import { hasSpread, literalValues, nodesIn, optionOf, unionMembers } from '../syntax/nodes.js';
import { type LocatedRejection, type Rejection, reject } from '../syntax/rejection.js';
import { describeType } from '../types/describe-type.js';
import { visitNames } from '../types/read-checked-type.js';
import { typeOf, type TypeScope } from '../types/type-reading.js';
import type { DiagnosticLocation, ParameterOwner } from '../../diagnostics/location.js';
import type {
  ErrorSignature,
  MethodSignature,
  ResponseSignature,
} from '../../types/method-signature.js';
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
  const returned = node.type === undefined ? {} : readReturned(node.type, scope, node);
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
  const errors = readErrors(node, scope.view);
  const operation = { ...reading.signature.operation, errors };
  const signature: MethodSignature = {
    ...reading.signature,
    ...(errors.length === 0 ? {} : { operation }),
    ...(node.type === undefined ? readInferred(node, scope) : {}),
    ...(streamType === undefined ? {} : { streamType }),
  };
  return { ...reading, signature };
}

/** Of a stream whose type is known only in a running application. */
const ANY_TYPE = '*/*';

/**
 * The media type of `new StreamableFile(bytes, { type: 'image/png' })`, if all of a method have the same; any if the
 * method chooses it; `undefined` if none states one.
 */
function streamTypeOf(body: ts.Node, view: ProjectView): string | undefined {
  const types = nodesIn(body, ts.isNewExpression)
    .filter(({ expression }) => expression.getText() === 'StreamableFile')
    .map(({ arguments: [, options] = [] }) => statedType(options, view));
  const [first] = types;
  return types.every((type) => type === first) ? first : ANY_TYPE;
}

function statedType(options: ts.Expression | undefined, view: ProjectView): string | undefined {
  if (options === undefined) return undefined;
  const type = optionOf(options, 'type');
  const value = type && constantOf(type, view)?.value;
  if (typeof value === 'string') return value;
  const isWhole = ts.isObjectLiteralExpression(options) && !hasSpread(options);
  return type === undefined && isWhole ? undefined : ANY_TYPE;
}

/** `{RestException} book_exists 409 <https://example.com/errors/exists> There is such a book.`; the type may be left out. */
const THROWS = /^\{\s*RestException\s*\}\s*(\S+)\s+([45]\d\d)(?!\d)\s*(?:<([^\s<>]+)>\s*)?(.*)$/;

/**
 * The errors of a route: those of the tags `@throws`, and each constant `new RestException('book_exists', …, 409)` in
 * the method. A tag describes an error of the same code and status.
 */
function readErrors(
  node: ts.Node & { readonly body?: ts.Node | undefined },
  view: ProjectView,
): readonly ErrorSignature[] {
  const errors = new Map<string, ErrorSignature>();
  const all = [...docTagsOf(node).flatMap(errorOfTag), ...thrownIn(node.body, view)];
  for (const error of all) {
    const key = `${error.status} ${error.code}`;
    if (!errors.has(key)) errors.set(key, error);
  }
  return [...errors.values()];
}

function errorOfTag(tag: ts.JSDocTag): readonly ErrorSignature[] {
  if (!/^(?:throws|exception)$/.test(tag.tagName.text)) return [];
  const [, code, status, type, description] = THROWS.exec(textOfTag(tag)) ?? [];
  return code === undefined ? [] : [errorOf({ code, status: Number(status), description, type })];
}

function thrownIn(body: ts.Node | undefined, view: ProjectView): readonly ErrorSignature[] {
  if (body?.getText().includes('RestException') !== true) return [];
  return nodesIn(body, ts.isNewExpression)
    .filter(({ expression }) => view.ourName(view.resolve(expression)) === 'RestException')
    .flatMap(({ arguments: args = [] }) => {
      const [code, message, status] = [0, 1, 2].map((at) => {
        const argument = args[at];
        return argument && constantOf(argument, view)?.value;
      });
      if (typeof code !== 'string' || typeof status !== 'number') return [];
      const isStatus = status >= 400 && status <= 599;
      const description = typeof message === 'string' ? message : '';
      const type = typeIn(args[4], view);
      return isStatus ? [errorOf({ code, status, description, type })] : [];
    });
}

/** The constant `type` in the options of an exception. */
function typeIn(options: ts.Expression | undefined, view: ProjectView): string | undefined {
  const type = options && optionOf(options, 'type');
  const value = type && constantOf(type, view)?.value;
  return typeof value === 'string' ? value : undefined;
}

function errorOf(error: {
  readonly code: string;
  readonly status: number;
  readonly description: string | undefined;
  readonly type: string | undefined;
}): ErrorSignature {
  const { code, status, description = '', type } = error;
  return {
    status,
    code,
    ...(description === '' ? {} : { description }),
    ...(type === undefined ? {} : { type }),
  };
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

type Returned = Pick<MethodSignature, 'returns' | 'returnsResponse' | 'responses'>;

const EMPTY = ts.TypeFlags.Undefined | ts.TypeFlags.Void;

/** Responses are described as the checker sees them, not validated: a type that no argument can have is kept as text. */
export function readReturned(
  node: ts.TypeNode,
  scope: TypeScope,
  method?: ts.SignatureDeclaration,
): Returned {
  const { home, view } = scope;
  visitNames(node, scope);
  const type =
    typeOf(node, scope) ??
    (method && inheritedSignature(method, home, view))?.getReturnType() ??
    view.checker.getTypeFromTypeNode(node);
  return returnedOf(responsesOf(type, node, describedOnly(scope)));
}

/** Describes the return type that the checker infers for a method without one. Nothing if it infers `any`. */
function readInferred(
  node: ts.SignatureDeclaration,
  scope: TypeScope,
): Returned & Pick<MethodSignature, 'isInferred'> {
  const { checker } = scope.view;
  const isOpen = scope.typeArguments.size > 0;
  const inherited = isOpen ? inheritedSignature(node, scope.home, scope.view) : undefined;
  const signature = inherited ?? checker.getSignatureFromDeclaration(node);
  if (signature === undefined) return {};
  const type = checker.getReturnTypeOfSignature(signature);
  const keyOf: ClassReferences['keyOf'] = (_, name) => reject('RR2013', name);
  const references = { ...scope.references, keyOf };
  // Documents do not need a controller to be read again when a service changes.
  const { result: responses } = scope.view.visitedDuring(() =>
    responsesOf(type, node, { ...scope, references }),
  );
  if (responses.some((one) => one.type.kind === 'opaque' && one.type.text === 'any')) return {};
  return { ...returnedOf(responses), isInferred: true };
}

function returnedOf(all: readonly ResponseSignature[]): Returned {
  const responses = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  const isStated = responses.length > 1 || responses.some(({ statuses }) => statuses !== undefined);
  return {
    returns: joinTypes(responses.map(({ type }) => type)),
    ...(responses.some(({ isResponse }) => isResponse) ? { returnsResponse: true } : {}),
    ...(isStated ? { responses } : {}),
  };
}

function mayBeNothing(type: ts.Type): boolean {
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
  return { ...scope, references: { ...references, keyOf } };
}

/** Nothing if the status is any number. */
function literalStatuses(type: ts.Type | undefined): Pick<ResponseSignature, 'statuses'> {
  const values = type === undefined ? [] : literalValues(unionMembers(type));
  const statuses = values?.filter((value) => typeof value === 'number') ?? [];
  // The order of a union's members in the checker depends on the types that it has met before.
  return statuses.length === 0 ? {} : { statuses: statuses.toSorted((a, b) => a - b) };
}

/** Each `RestResponse` of a union is one, and each stream. */
function responsesOf(type: ts.Type, node: ts.Node, scope: TypeScope): readonly ResponseSignature[] {
  const { view } = scope;
  // Promises first, and of a union as a whole: `Promise<Book> | null` is one response.
  const sent = sentWithin(type, node, view);
  if (sent === undefined) {
    const isOwn = (one: ts.Type): boolean =>
      sentWithin(one, node, view) !== undefined ||
      streamOf(one, view) !== undefined ||
      iteratedItem(one, view) !== undefined;
    if (type.isUnion() && type.types.some(isOwn)) {
      return asWritten(type.types, node, view).flatMap((one) => responsesOf(one, node, scope));
    }
    const body =
      streamOf(type, view) ?? iteratedOf(type, node, scope) ?? describeType(type, node, scope);
    return withEmpty(body, mayBeNothing(type));
  }
  const responses = responsesOf(sent.type, node, scope);
  if (!sent.isResponse) return responses;
  const statuses = literalStatuses(sent.status);
  return responses.map((one) => ({ ...one, isResponse: true, ...statuses }));
}

const STREAMS: ReadonlySet<string> = new Set(['StreamableFile', 'EventStream']);

/**
 * `StreamableFile`, `EventStream`, or a class that extends one of them: no part of another type, but a response of its
 * own.
 */
function streamOf(type: ts.Type, view: ProjectView): TypeSignature | undefined {
  const symbol: ts.Symbol | undefined = type.getSymbol();
  if (symbol === undefined || !type.isClassOrInterface()) return undefined;
  if (STREAMS.has(symbol.name)) return { kind: 'opaque', text: symbol.name };
  const [base] = view.checker.getBaseTypes(type);
  return base && streamOf(base, view);
}

const ITERABLES: ReadonlySet<string> = new Set([
  'AsyncIterable',
  'AsyncIterableIterator',
  'AsyncIteratorObject',
  'AsyncGenerator',
]);

/** An asynchronous iterable is a list whose items are sent one by one. */
function iteratedOf(type: ts.Type, node: ts.Node, scope: TypeScope): TypeSignature | undefined {
  const item = iteratedItem(type, scope.view);
  return item && { kind: 'array', items: describeType(item, node, scope), iterated: true };
}

function iteratedItem(type: ts.Type, view: ProjectView): ts.Type | undefined {
  const symbol: ts.Symbol | undefined = type.getSymbol();
  if (symbol === undefined || !ITERABLES.has(symbol.name) || !view.isBuiltIn(symbol)) {
    return undefined;
  }
  return view.checker.getTypeArguments(type as ts.TypeReference)[0];
}
