import { isForeign, wrapperOf, type ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { decoratorCalls } from '../syntax/decorators.js';
import { docTagsOf } from '../tags/doc-comments.js';
import { descriptionOf } from '../tags/read-tags.js';
import {
  accept,
  compareValues,
  isHidden,
  isRejection,
  isStatic,
  type BoundType,
  NO_TYPE_ARGUMENTS,
  oneLine,
  reject,
  typeNodeOf,
  type TypeReading,
  unionMembers,
} from '../syntax/nodes.js';
import type { TypeScope } from './type-reading.js';
import type { PropertySignature, TypeSignature } from '../../types/type.js';

/** Deeper types are kept as text. */
const DEEPEST = 24;
/** The number of types described for one method: types that packages generate may be endless. */
const MOST = 2000;
const DEEPEST_OBJECT = 12;
const MOST_OBJECTS = 500;

/**
 * Describes a type that is sent, not received, as the checker knows it: an interface, an object, a union, a class by
 * its public properties. A type that cannot be described is kept as text. `node` is its annotation, or the place
 * where it is inferred.
 */
export function describeType(type: ts.Type, node: ts.Node, scope: TypeScope): TypeSignature {
  const count = { objects: 0, types: 0 };
  const described = { ...scope, mode: 'described', outer: [], depth: 0, count } as const;
  return describe(unwrapped(type, scope.view), node, described);
}

function describe(type: ts.Type, node: ts.Node, scope: TypeScope): TypeSignature {
  const { checker } = scope.view;
  if (scope.depth <= DEEPEST && (scope.count.types += 1) <= MOST) {
    // Asked before `null` is removed: of a type parameter, that makes an intersection.
    const bound = boundParameter(type, scope);
    if (bound !== undefined) {
      const { node: argument, typeArguments } = bound;
      const given = checker.getTypeFromTypeNode(argument);
      return describe(given, argument, { ...scope, typeArguments });
    }
    const reading = scope.readCheckedType(type, node, { ...scope, depth: scope.depth + 1 });
    if (!isRejection(reading)) return reading.type;
  }
  return { kind: 'opaque', text: oneLine(checker.typeToString(type)) };
}

/** The argument that the class being read states for a type parameter. */
function boundParameter(type: ts.Type, { typeArguments }: TypeScope): BoundType | undefined {
  if ((type.flags & ts.TypeFlags.TypeParameter) === 0) return undefined;
  const symbol: ts.Symbol | undefined = type.getSymbol();
  return symbol && typeArguments.get(symbol);
}

export function describeOther(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const { checker } = scope.view;
  if (checker.isTupleType(type)) return accept(describeTuple(type, node, scope));
  const json = jsonOf(type, node, checker);
  return json === undefined
    ? describeObject(type, node, scope)
    : accept(describe(json, node, scope));
}

export function describeElements(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  return accept({ kind: 'array', items: describe(type, elementNode(node), scope) });
}

/** Whether an annotation is `int`, which the checker does not distinguish from `number`. */
export function isInt(node: ts.Node, { view }: TypeScope): boolean {
  const names = ts.isUnionTypeNode(node) ? node.types : [node];
  return names.some(
    (name) => ts.isTypeReferenceNode(name) && view.ourName(view.resolve(name.typeName)) === 'int',
  );
}

/** Any other type stays unchanged. */
function unwrapped(type: ts.Type, view: ProjectView): ts.Type {
  const wrapper = wrapperOf(type, view);
  const [value] = wrapper === undefined ? [] : view.checker.getTypeArguments(wrapper.type);
  return value === undefined ? type : unwrapped(value, view);
}

/**
 * After `JSON.stringify`: the return type of its `toJSON`, or `string` for a type that extends `string`. `undefined` if
 * JSON does not change the type.
 */
function jsonOf(type: ts.Type, node: ts.Node, checker: ts.TypeChecker): ts.Type | undefined {
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
 * Describes a union of types that no enum joins, in an order that does not depend on the build; rejects a union that
 * contains itself, such as a type of JSON.
 */
export function describeUnion(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  if (scope.outer.some((one) => one.of === type)) return reject('RR2020', node);
  const open = { of: type, typeArguments: NO_TYPE_ARGUMENTS, name: undefined };
  return accept(anyOf([type], node, { ...scope, outer: [...scope.outer, open] }));
}

function describeTuple(type: ts.Type, node: ts.Node, scope: TypeScope): TypeSignature {
  const { checker } = scope.view;
  const elements = checker.getTypeArguments(type as ts.TypeReference);
  const isNullable = elements
    .flatMap(unionMembers)
    .some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
  const present = elements.map((element) => checker.getNonNullableType(element));
  const items = anyOf(present, node, scope);
  return { kind: 'array', items: isNullable ? { ...items, nullable: true } : items };
}

/** Literals of one kind become one enum. */
function anyOf(types: readonly ts.Type[], node: ts.Node, scope: TypeScope): TypeSignature {
  const { checker } = scope.view;
  const described = types
    .flatMap(unionMembers)
    .map((member) =>
      (member.flags & ts.TypeFlags.BooleanLiteral) === 0
        ? member
        : checker.getBaseTypeOfLiteralType(member),
    )
    .map((member) => describe(member, node, scope));
  const distinct = new Map(
    joinEnums(described).map((option) => [JSON.stringify(option), option] as const),
  );
  const options = [...distinct].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  const [only] = options;
  return only !== undefined && options.length === 1 ? only : { kind: 'union', options };
}

/** The checker lists the literals of an enum one by one. */
function joinEnums(types: readonly TypeSignature[]): readonly TypeSignature[] {
  const enums = types.flatMap((type) => (type.kind === 'enum' ? [type] : []));
  const others = types.filter(({ kind }) => kind !== 'enum');
  const joined = ['string', 'number'].flatMap((kind): readonly TypeSignature[] => {
    const values = enums.flatMap((one) => one.values).filter((value) => typeof value === kind);
    return values.length === 0 ? [] : [{ kind: 'enum', values: values.toSorted(compareValues) }];
  });
  return [...joined, ...others];
}

/** Rejects one that the project does not define. */
function describeObject(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const { outer, count, view } = scope;
  const parts = type.isIntersection() ? type.types : [type];
  if (!parts.every((part) => isDescribable(part, view))) return reject('RR2001', node);
  const named = type.aliasSymbol ?? type.getSymbol();
  const name = named === undefined ? undefined : objectName(named, view);
  const base = { kind: 'object', ...(name === undefined ? {} : { name }) } as const;
  // A recursive object is described only by its name, which must not be that of a nearer object.
  if (outer.some((one) => one.of === type)) {
    const nearest = name === undefined ? undefined : outer.findLast((one) => one.name === name);
    return nearest?.of === type ? accept(base) : reject('RR2020', node);
  }
  if (outer.length >= DEEPEST_OBJECT || (count.objects += 1) > MOST_OBJECTS)
    return reject('RR2021', node);
  const open = { of: type, typeArguments: NO_TYPE_ARGUMENTS, name };
  const within = { ...scope, outer: [...outer, open] };
  for (const part of parts) part.getSymbol()?.declarations?.forEach(view.visit);
  const properties = view.checker
    .getPropertiesOfType(type)
    .flatMap((property) => describeProperty(property, node, within) ?? []);
  // The type of the properties without a name: `Record<string, T>`.
  const others = type.getStringIndexType() ?? type.getNumberIndexType();
  const additional = others && describe(others, node, within);
  if (properties.length === 0 && additional === undefined) return reject('RR2001', node);
  return accept({
    ...base,
    ...(properties.length === 0 ? {} : { properties }),
    ...(additional === undefined ? {} : { additional }),
  });
}

/** `undefined` for a property that is not sent. */
function describeProperty(
  property: ts.Symbol,
  node: ts.Node,
  scope: TypeScope,
): PropertySignature | undefined {
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  if (!isSent(property, declaration)) return undefined;
  const { checker, visit } = scope.view;
  if (declaration !== undefined) visit(declaration);
  const type = checker.getTypeOfSymbolAtLocation(property, node);
  // JSON contains no functions.
  if (type.getCallSignatures().length > 0) return undefined;
  const description = declaration === undefined ? undefined : descriptionOf(declaration);
  const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0 || maySkip(declaration, type);
  return {
    name: property.name,
    type: describe(type, typeNodeOf(declaration) ?? node, scope),
    ...(isOptional ? { optional: true } : {}),
    ...(isReadonly(declaration) ? { readonly: true } : {}),
    ...(description === undefined ? {} : { description }),
  };
}

function isDescribable(type: ts.Type, view: ProjectView): boolean {
  const symbol: ts.Symbol | undefined = type.getSymbol();
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0;
  return (
    symbol !== undefined &&
    isObject &&
    type.getCallSignatures().length === 0 &&
    !isForeign(symbol, view)
  );
}

export function linkedType(
  { aliasSymbol, aliasTypeArguments }: ts.Type,
  view: ProjectView,
): ts.Type | undefined {
  return view.ourName(aliasSymbol) === 'Linked' ? aliasTypeArguments?.[0] : undefined;
}

export function objectName(symbol: ts.Symbol, view: ProjectView): string | undefined {
  const isPlain = /^[A-Za-z]\w*$/.test(symbol.name);
  return isPlain && !view.isBuiltIn(symbol) ? symbol.name : undefined;
}

/** JSON contains public properties that are not methods. */
function isSent(property: ts.Symbol, declaration: ts.Declaration | undefined): boolean {
  if ((property.flags & ts.SymbolFlags.Method) !== 0) return false;
  if (declaration === undefined) return true;
  const name = ts.getNameOfDeclaration(declaration);
  // JSON contains neither `#secret` nor properties whose key is a symbol.
  if (name !== undefined && (ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name))) {
    return false;
  }
  return !isHidden(declaration) && !isStatic(declaration);
}

/**
 * An accessor, which JSON of an instance does not contain, a property that class-transformer excludes, or one that may
 * be `undefined`.
 */
function maySkip(declaration: ts.Declaration | undefined, type: ts.Type): boolean {
  if (unionMembers(type).some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0)) return true;
  if (declaration === undefined) return false;
  return ts.isAccessor(declaration) || decoratorCalls(declaration, 'Exclude').length > 0;
}

/** Whether a property is declared as `readonly`, or has the tag `@readonly`: clients cannot change it. */
function isReadonly(declaration: ts.Declaration | undefined): boolean {
  if (declaration === undefined) return false;
  const hasModifier = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly) !== 0;
  return hasModifier || docTagsOf(declaration).some(({ tagName }) => tagName.text === 'readonly');
}

/** The annotation of the elements of `T[]`. */
function elementNode(node: ts.Node): ts.Node {
  if (ts.isTypeOperatorNode(node)) return elementNode(node.type);
  return ts.isArrayTypeNode(node) ? node.elementType : node;
}
