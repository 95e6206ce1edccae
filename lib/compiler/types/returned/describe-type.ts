import type { ProjectView } from '../../program/project-view.js';
import { ts } from '../../program/typescript.js';
import { isRejection, oneLine, arrayElement, unionMembers } from '../../syntax/nodes.js';
import { readCheckedType } from '../read-checked-type.js';
import {
  describeObject,
  linkedType,
  isForeign,
  elementNode,
  type DescribedPlace,
} from './describe-object.js';
import type { TypeScope } from '../type-reading.js';
import type { TypeSignature } from '../../../types/type.js';

/** Types are described to this depth; deeper ones are kept as a text. */
const DEEPEST = 24;
/** The number of types described for one method: types that packages generate have no end. */
const MOST = 2000;

/**
 * Describes a type that is sent, not received: an interface, an object, a class by its public
 * properties, a union, as the checker knows them. A type that cannot be described is kept as a text.
 */
export function describeType(node: ts.TypeNode, scope: TypeScope): TypeSignature {
  return describeInferred(scope.view.checker.getTypeFromTypeNode(node), node, scope);
}

/** As `describeType`, of a type that no annotation states; `node` is the place where it is inferred. */
export function describeInferred(
  inferred: ts.Type,
  node: ts.Node,
  scope: TypeScope,
): TypeSignature {
  const type = unwrapped(inferred, scope.view);
  const count = { objects: 0, types: 0 };
  return describe(type, { node, scope, describe, outer: [], depth: 0, count });
}

function describe(type: ts.Type, place: DescribedPlace): TypeSignature {
  const { checker } = place.scope.view;
  const isTooMuch = place.depth > DEEPEST || (place.count.types += 1) > MOST;
  const described = isTooMuch ? undefined : describeKnown(type, place);
  if (described === undefined) return { kind: 'opaque', text: oneLine(checker.typeToString(type)) };
  const isNullable = unionMembers(type).some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
  return isNullable && described.kind !== 'opaque' ? { ...described, nullable: true } : described;
}

function describeKnown(type: ts.Type, place: DescribedPlace): TypeSignature | undefined {
  // Asked before `null` is removed: of a type parameter, that makes an intersection.
  const bound = boundParameter(type, place.scope);
  if (bound !== undefined) return describe(bound.type, { ...place, ...bound });
  return describePresent(place.scope.view.checker.getNonNullableType(type), {
    ...place,
    depth: place.depth + 1,
  });
}

/** Describes a type without its `null` and `undefined`. */
function describePresent(type: ts.Type, place: DescribedPlace): TypeSignature | undefined {
  const { node, scope } = place;
  const linked = linkedType(type, scope.view);
  if (linked !== undefined) return withLinks(describePresent(linked, place));
  if ((type.flags & ts.TypeFlags.Number) !== 0) {
    return { kind: isInt(place) ? 'integer' : 'number' };
  }
  if ((type.flags & ts.TypeFlags.BooleanLike) !== 0) return { kind: 'boolean' };
  if (isUnionOfObjects(type)) return describeUnion(type, place);
  const element = arrayElement(type, scope.view.checker);
  if (element !== undefined) {
    return { kind: 'array', items: describe(element, { ...place, node: elementNode(node) }) };
  }
  const reading = readCheckedType(type, node, scope);
  return isRejection(reading) ? describeRejected(type, place) : reading.type;
}

function withLinks(type: TypeSignature | undefined): TypeSignature | undefined {
  return type === undefined || type.kind === 'opaque' ? type : { ...type, linked: true };
}

/** What no argument can be. */
function describeRejected(type: ts.Type, place: DescribedPlace): TypeSignature | undefined {
  const { checker } = place.scope.view;
  if (checker.isTupleType(type)) return describeTuple(type, place);
  if (type.isUnion()) return describeUnion(type, place);
  const json = jsonOf(type, place);
  return json === undefined ? describeObject(type, place) : describe(json, place);
}

/** Unions of values without parts may be enums. */
function isUnionOfObjects(type: ts.Type): type is ts.UnionType {
  return type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Object) !== 0);
}

/** The checker knows no difference between `int` and `number`; the source shows it. */
function isInt({ node, scope: { view } }: DescribedPlace): boolean {
  const names = ts.isUnionTypeNode(node) ? node.types : [node];
  return names.some(
    (name) => ts.isTypeReferenceNode(name) && view.ourName(view.resolve(name.typeName)) === 'int',
  );
}

/** The type of the value in a promise, an Observable or a response; any other type by itself. */
function unwrapped(type: ts.Type, view: ProjectView): ts.Type {
  const wrapper = wrapperOf(type, view);
  const [value] = wrapper === undefined ? [] : view.checker.getTypeArguments(wrapper.type);
  return value === undefined ? type : unwrapped(value, view);
}

/** A type around the value that is sent. */
interface Wrapper {
  readonly type: ts.TypeReference;
  readonly isResponse: boolean;
}

/** `undefined` for a type that is no promise, Observable or `RestResponse`. */
export function wrapperOf(type: ts.Type, view: ProjectView): Wrapper | undefined {
  const symbol: ts.Symbol | undefined = type.getSymbol();
  if (symbol === undefined) return undefined;
  const isResponse = view.ourName(symbol) === 'RestResponse';
  return isResponse || isAsynchronous(symbol, view)
    ? { type: type as ts.TypeReference, isResponse }
    : undefined;
}

function isAsynchronous(symbol: ts.Symbol, view: ProjectView): boolean {
  const isPromise = symbol.name === 'Promise' || symbol.name === 'PromiseLike';
  if (isPromise) return view.isBuiltIn(symbol);
  return symbol.name === 'Observable' && isForeign(symbol, view);
}

/** The type that the class which is read gives for a type parameter. */
function boundParameter(
  type: ts.Type,
  scope: TypeScope,
): { readonly type: ts.Type; readonly node: ts.TypeNode; readonly scope: TypeScope } | undefined {
  if ((type.flags & ts.TypeFlags.TypeParameter) === 0) return undefined;
  const symbol: ts.Symbol | undefined = type.getSymbol();
  const bound = symbol === undefined ? undefined : scope.typeArguments.get(symbol);
  if (bound === undefined) return undefined;
  const { node, typeArguments } = bound;
  return {
    type: scope.view.checker.getTypeFromTypeNode(node),
    node,
    scope: { ...scope, typeArguments },
  };
}

/**
 * The type that JSON has of a type: what its `toJSON` returns, a text for what extends `string`.
 * `undefined` for a type that is its own.
 */
function jsonOf(type: ts.Type, { node, scope }: DescribedPlace): ts.Type | undefined {
  const { checker } = scope.view;
  const parts = type.isIntersection() ? type.types : [type];
  // `string & { readonly brand: 'id' }`, and a template such as `item-${string}`.
  if (parts.some(({ flags }) => (flags & ts.TypeFlags.StringLike) !== 0)) {
    return checker.getStringType();
  }
  const number = parts.find(({ flags }) => (flags & ts.TypeFlags.Number) !== 0);
  if (number !== undefined && number !== type) return number;
  const method = type.getProperty('toJSON');
  if (method === undefined) return undefined;
  const [signature] = checker.getTypeOfSymbolAtLocation(method, node).getCallSignatures();
  const json = signature === undefined ? undefined : checker.getReturnTypeOfSignature(signature);
  return json === type ? undefined : json;
}

/**
 * Describes a union of types that no enum joins, in an order that does not depend on the build;
 * `undefined` for one within itself, as JSON is.
 */
function describeUnion(type: ts.UnionType, place: DescribedPlace): TypeSignature | undefined {
  if (place.outer.some((one) => one.type === type)) return undefined;
  const outer = [...place.outer, { type, name: undefined }];
  return union(typesIn(type, place.scope.view.checker), { ...place, outer });
}

/** Describes a list of a fixed length by what its elements may be. */
function describeTuple(type: ts.Type, place: DescribedPlace): TypeSignature {
  const { checker } = place.scope.view;
  const elements = checker.getTypeArguments(type as ts.TypeReference);
  const isNullable = elements.flatMap(unionMembers).some(isNull);
  const items = union(
    elements.flatMap((element) => typesIn(checker.getNonNullableType(element), checker)),
    place,
  );
  return { kind: 'array', items: isNullable ? { ...items, nullable: true } : items };
}

/** The members of a union; the literals of a kind are one. */
function typesIn(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  return unionMembers(type).map((member) =>
    (member.flags & ts.TypeFlags.BooleanLiteral) === 0
      ? member
      : checker.getBaseTypeOfLiteralType(member),
  );
}

function union(types: readonly ts.Type[], place: DescribedPlace): TypeSignature {
  const described = types.map((type) => place.describe(type, place));
  const distinct = new Map(
    joinEnums(described).map((option) => [JSON.stringify(option), option] as const),
  );
  const options = [...distinct].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  const [only] = options;
  return only !== undefined && options.length === 1 ? only : { kind: 'union', options };
}

/** The checker tells the literals of an enum one by one. */
function joinEnums(types: readonly TypeSignature[]): readonly TypeSignature[] {
  const enums = types.flatMap((type) => (type.kind === 'enum' ? [type] : []));
  const others = types.filter(({ kind }) => kind !== 'enum');
  const joined = ['string', 'number'].flatMap((kind): readonly TypeSignature[] => {
    const values = enums.flatMap((one) => one.values).filter((value) => typeof value === kind);
    return values.length === 0 ? [] : [{ kind: 'enum', values: values.toSorted(inOrder) }];
  });
  return [...joined, ...others];
}

function inOrder(a: string | number, b: string | number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function isNull({ flags }: ts.Type): boolean {
  return (flags & ts.TypeFlags.Null) !== 0;
}
