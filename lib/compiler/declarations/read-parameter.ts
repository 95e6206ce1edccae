import { apiPropertyOf } from '../tags/api-property.js';
import { declaredTypeOf } from '../classes/class-references.js';
import { inheritedType } from '../program/inherited-types.js';
import { readDecoratorOptions, type DecoratorOptions } from './read-decorator-options.js';
import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { constantOf } from '../syntax/constant.js';
import { decoratorsOf, hasComposed, type KnownDecorator } from '../syntax/decorators.js';
import { unwrapExpression, oneLine } from '../syntax/nodes.js';
import { isRejection, reject, type Rejection } from '../syntax/rejection.js';
import { hasTags, misplacedTag, isDefaultTag } from '../tags/doc-comments.js';
import {
  descriptionOf,
  parameterDescription,
  readTags,
  annotationsOf,
  type TagReading,
} from '../tags/read-tags.js';
import { enumOf, readInstance } from '../types/read-enum.js';
import { type TypeScope, type TypeReading, accept, typeOf } from '../types/type-reading.js';
import { isLost, separateLimits } from '../types/union-of.js';
import { type ParamOptions, isSame } from '../../routes/declaration/param-options.js';
import type { ParameterDeclaration } from '../../routes/declaration/parameter-declaration.js';
import type { JsonValue } from '../../schema/vocabulary.js';
import type { PropertySignature, TypeSignature } from '../../types/type.js';

/** One parameter of a method, or one property of a value class, as the source declares it. */
export interface ParameterReading {
  readonly node: ParameterNode;
  readonly signature: PropertySignature;
  /** The declaration for the rules; without signature and options if they cannot be checked. */
  readonly source: ParameterDeclaration;
  readonly decorators: readonly KnownDecorator[];
  readonly rejection?: Rejection;
}

/** A parameter that Nest fills may have any type. */
export function readParameter(
  node: ParameterNode,
  index: number,
  outer: TypeScope,
): ParameterReading {
  const scope = { ...outer, numbered: [], count: { objects: 0, types: 0 } };
  const decorators = decoratorsOf(node, scope.view);
  const isForeign = ts.isParameter(node) && decorators.some(({ name }) => name === undefined);
  // A composed decorator may contain one of Nest's: only startup knows its options.
  const isComposed = isForeign && hasComposed(node, scope.view);
  const filledByNest = isForeign && !isComposed;
  const options = readDecoratorOptions(decorators, scope);
  const reading = readTypeOf(node, options, scope);
  const tags = tagsOf(node, reading, scope);
  const rejected =
    filledByNest || isComposed ? undefined : rejectionOf(node, options, reading, tags);
  const type = filledByNest
    ? opaqueType(node, options.list)
    : signedType(reading, node, options.list);
  const isOptional = !isRejection(reading) && reading.optional === true;
  const signed = (stated: TagReading): PropertySignature =>
    parameterSignature(node, options, type, isOptional, stated, scope.view);
  const own = separateLimits(signed(isRejection(tags) ? {} : tags));
  const bare = isLost(own) ? signed({}) : own;
  const isDocumented = filledByNest && !isRejection(reading) && decorators.some(isOfRequest);
  const signature = isDocumented ? { ...bare, documented: reading.type } : bare;
  const rejection = isLost(own) ? reject('RR2026', node, own.lost) : rejected;
  const isCheckable = rejection === undefined && options.isConstant && !isComposed;
  const source: ParameterDeclaration = {
    index,
    filledByNest,
    statesInjection: options.inject !== undefined,
    ...(options.takesArguments ? { takesArguments: true } : {}),
    ...(isCheckable ? checkedParts(signature, options, scope) : {}),
    ...(options.conflicts === undefined ? {} : { conflicts: options.conflicts }),
  };
  const base = { node, signature, source, decorators };
  return rejection === undefined ? base : { ...base, rejection };
}

/** Nest's decorators for what a client sends. All headers, and all placeholders, say nothing. */
const OF_REQUEST: ReadonlySet<string> = new Set(['Body', 'Query']);
const OF_NAME: ReadonlySet<string> = new Set(['Headers', 'Param']);

function isOfRequest({ name, callee, arguments: stated }: KnownDecorator): boolean {
  if (name !== undefined) return false;
  const text = callee.getText();
  return OF_REQUEST.has(text) || (OF_NAME.has(text) && stated.length > 0);
}

/** A type that the decorators state has its limits there. */
function tagsOf(
  node: ParameterNode,
  reading: TypeReading,
  { view }: TypeScope,
): TagReading | Rejection {
  if (isRejection(reading)) return hasTags(node) && ts.isParameter(node) ? misplacedTag(node) : {};
  const tags = readTags(node, reading.type);
  const isSecond = !isRejection(tags) && tags.default !== undefined && node.initializer;
  if (!isSecond) return tags;
  // A tag that repeats the default documents it.
  const isRepeated = isSame(constantOf(isSecond, view)?.value, tags.default);
  return isRepeated ? tags : misplacedTag(node, isDefaultTag);
}

/** The limits within a type that `@ListOf` replaces: only those of the list and of its items stay. */
function lostByList(
  node: ParameterNode,
  { list }: DecoratorOptions,
  reading: TypeReading,
): Rejection | undefined {
  if (list === undefined || isRejection(reading)) return undefined;
  const { type } = reading;
  const replaced = type.kind === 'array' ? { ...type.items, keywords: undefined } : type;
  return hasLimits(replaced) ? reject('RR2028', node.type ?? node) : undefined;
}

function hasLimits(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, nested]: [string, unknown]) =>
      ((name === 'keywords' || name === 'limits') && nested !== undefined) || hasLimits(nested),
  );
}

function checkedParts(
  // What Nest fills is not checked.
  { documented: _documented, ...signature }: PropertySignature,
  { options, list }: DecoratorOptions,
  { references }: TypeScope,
): Pick<ParameterDeclaration, 'signature' | 'options' | 'list'> {
  return {
    signature: { ...signature, type: declaredTypeOf(signature.type, references) },
    ...(options === undefined ? {} : { options }),
    ...(list === undefined ? {} : { list }),
  };
}

function readTypeOf(
  node: ParameterNode,
  { inject }: DecoratorOptions,
  scope: TypeScope,
): TypeReading {
  if (inject !== undefined) return readInjected(inject, scope);
  if (node.type === undefined) return readInitializer(node, scope);
  const type =
    typeOf(node.type, scope) ??
    inheritedType(node, scope.home, scope.view) ??
    scope.view.checker.getTypeFromTypeNode(node.type);
  return scope.readType(type, node.type, node.type, scope);
}

function rejectionOf(
  node: ParameterNode,
  decorator: DecoratorOptions,
  reading: TypeReading,
  tags: TagReading | Rejection,
): Rejection | undefined {
  const { options, statesType, takesArguments } = decorator;
  if (ts.isParameter(node) && node.dotDotDotToken !== undefined) return reject('RR2006', node);
  // Spread arguments have names of their own, and the request needs no name.
  const isRequest = !isRejection(reading) && reading.type.kind === 'request';
  if (!takesArguments && !isRequest && parameterName(node, options) === undefined) {
    return reject(ts.isParameter(node) ? 'RR2005' : 'RR2016', node.name);
  }
  if (isRejection(tags)) return tags;
  const isUsed = !statesType || (isRejection(reading) && reading.rejected === 'RR2028');
  if (isRejection(reading)) return isUsed ? reading : undefined;
  return lostByList(node, decorator, reading);
}

function parameterSignature(
  node: ParameterNode,
  { options }: DecoratorOptions,
  type: TypeSignature,
  isOptional: boolean,
  tags: TagReading,
  view: ProjectView,
): PropertySignature {
  const description = ts.isParameter(node) ? parameterDescription(node) : descriptionOf(node);
  const fallback = node.initializer === undefined ? tags.default : defaultOf(node, view);
  const mayBeAbsent =
    isOptional || node.questionToken !== undefined || node.initializer !== undefined;
  return {
    name: parameterName(node, options) ?? oneLine(node.name.getText()),
    type,
    ...(mayBeAbsent ? { optional: true as const } : {}),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(description === undefined ? {} : { description }),
    ...annotationsOf(node, type),
    ...apiPropertyOf(node, view),
    ...(tags.limits === undefined ? {} : { limits: tags.limits }),
  };
}

/** `undefined` for a pattern without a name of `@Param`. */
function parameterName(
  { name }: ParameterNode,
  options: ParamOptions | undefined,
): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteral(name)) return name.text;
  return options?.name;
}

/**
 * The type of the signature, if the decorators do not state another: `@ListOf` states a list.
 */
function signedType(
  reading: TypeReading,
  node: ParameterNode,
  list: DecoratorOptions['list'],
): TypeSignature {
  const isRead = !isRejection(reading);
  const isOther = isRead && list !== undefined && isVague(reading.type);
  return isRead && !isOther ? reading.type : opaqueType(node, list);
}

function isVague({ kind }: TypeSignature): boolean {
  return kind === 'union' || kind === 'any';
}

/** A type that is not used for validation, or that the decorators state. */
function opaqueType(node: ParameterNode, list: DecoratorOptions['list']): TypeSignature {
  const text = oneLine(node.type?.getText() ?? 'unknown');
  const opaque: TypeSignature = { kind: 'opaque', text };
  return list === undefined ? opaque : { kind: 'array', items: opaque };
}

function defaultOf({ initializer }: ParameterNode, view: ProjectView): JsonValue | undefined {
  return initializer === undefined ? undefined : constantOf(initializer, view)?.value;
}

/** `@Param({ inject: TheClass })` */
function readInjected(expression: ts.Expression, scope: TypeScope): TypeReading {
  const symbol = scope.view.resolve(expression);
  if (symbol === undefined) return reject('RR2003', expression);
  if (scope.view.ourName(symbol) === 'RestRequest') return accept({ kind: 'request' });
  const injected = scope.view.injectedName(symbol);
  return injected === undefined
    ? readInstance(symbol, expression, scope)
    : accept({ kind: 'request', injected });
}

/** `page = 1` is a number, as it is for TypeScript; an integer needs the annotation `int`. */
function readInitializer(
  node: ts.ParameterDeclaration | ts.PropertyDeclaration,
  scope: TypeScope,
): TypeReading {
  const { initializer } = node;
  if (initializer === undefined) return reject('RR2007', node);
  const member = enumOfMember(initializer, scope);
  if (member !== undefined) return readMember(member, node, scope);
  const value = constantOf(initializer, scope.view)?.value;
  if (typeof value === 'number') return accept({ kind: 'number' });
  if (typeof value === 'string') return accept({ kind: 'string' });
  if (typeof value === 'boolean') return accept({ kind: 'boolean' });
  return reject('RR2007', node);
}

function readMember(symbol: ts.Symbol, node: ts.Node, scope: TypeScope): TypeReading {
  const type = enumOf(symbol, scope);
  return type === undefined ? reject('RR2011', node) : accept(type);
}

/** `Variant.Full` */
function enumOfMember(initializer: ts.Expression, { view }: TypeScope): ts.Symbol | undefined {
  const symbol = view.resolve(unwrapExpression(initializer));
  const member = symbol?.valueDeclaration;
  if (member === undefined || !ts.isEnumMember(member)) return undefined;
  return view.checker.getSymbolAtLocation(member.parent.name);
}

type ParameterNode = ts.ParameterDeclaration | ts.PropertyDeclaration;
