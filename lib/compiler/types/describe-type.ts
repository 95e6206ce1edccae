import { isForeign, type ProjectView } from '../program/project-view.js';
import { propertiesInOrder } from '../program/property-sources.js';
import { ts, type Checker } from '../program/typescript.js';
import { decoratorCalls } from '../syntax/decorators.js';
import { docTagsOf } from '../tags/doc-comments.js';
import { apiPropertyOf } from '../tags/api-property.js';
import { annotationsOf, descriptionOf, textLimitsOf } from '../tags/read-tags.js';
import {
  compareValues,
  NO_TYPE_ARGUMENTS,
  isHidden,
  isStatic,
  oneLine,
  typeNodeOf,
  unionMembers,
} from '../syntax/nodes.js';
import { isRejection, reject } from '../syntax/rejection.js';
import {
  objectName,
  titleOf,
  type TypeScope,
  accept,
  type TypeReading,
  type TypeUse,
} from './type-reading.js';
import type { ValueLimits } from '../../schema/vocabulary.js';
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
  return describe(type, node, { ...scope, use: RESULT_TYPES, outer: [], depth: 0, count });
}

/** The types of results: one that cannot be described is kept as text. */
const RESULT_TYPES: TypeUse = {
  readPart: (type, node, scope) => accept(describe(type, node, scope)),
  readUnion: describeUnion,
  readOther: describeOther,
  onlySent: accept,
};

function describe(type: ts.Type, node: ts.Node, scope: TypeScope): TypeSignature {
  const { checker, ourName } = scope.view;
  const isWithin = scope.depth <= DEEPEST && (scope.count.types += 1) <= MOST;
  const isOnlyReceived =
    (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) !== 0 ||
    ourName(type.symbol) === 'UploadedFile';
  if (isWithin && !isOnlyReceived) {
    const reading = scope.readCheckedType(type, node, { ...scope, depth: scope.depth + 1 });
    if (!isRejection(reading))
      return ofAlias(withName(reading.type, type, scope), type, node, scope);
  }
  return { kind: 'opaque', text: oneLine(checker.typeToString(type)) };
}

/** Literals that are sent by themselves, or in a list, have the name of their alias. */
function withName(signature: TypeSignature, type: ts.Type, scope: TypeScope): TypeSignature {
  if (signature.kind !== 'enum' || signature.name !== undefined || scope.outer.length > 0) {
    return signature;
  }
  const alias = scope.view.checker.getNonNullableType(type).aliasSymbol;
  const name = alias && objectName(alias, scope.view);
  return name === undefined ? signature : { ...signature, name };
}

/** The annotation shows the alias that the checker has forgotten: its name, and the formats and patterns of its texts. */
function ofAlias(
  signature: TypeSignature,
  type: ts.Type,
  node: ts.Node,
  scope: TypeScope,
): TypeSignature {
  if (signature.kind !== 'enum' && signature.kind !== 'string') return signature;
  const { view } = scope;
  const aliases = aliasesOf(node, view).filter(({ type: of }) =>
    isSameType(view.checker.getTypeFromTypeNode(of), type),
  );
  aliases.forEach(view.visit);
  // The nearest alias has the name, and takes precedence.
  const name = aliases.map((alias) => nameOfAlias(alias, view)).find((one) => one !== undefined);
  const limits = aliases.map((alias) => textLimitsOf(alias, signature)).reverse();
  const keywords = Object.assign({}, ...limits, signature.keywords) as ValueLimits;
  return {
    ...signature,
    ...(signature.kind === 'enum' && signature.name === undefined && name !== undefined
      ? { name }
      : {}),
    ...(Object.keys(keywords).length === 0 ? {} : { keywords }),
  };
}

function nameOfAlias({ name }: ts.TypeAliasDeclaration, view: ProjectView): string | undefined {
  const symbol = view.checker.getSymbolAtLocation(name);
  return symbol && objectName(symbol, view);
}

/** `type Slug = Name` names two. */
function aliasesOf(node: ts.Node, view: ProjectView): readonly ts.TypeAliasDeclaration[] {
  const found: ts.TypeAliasDeclaration[] = [];
  let alias = aliasOf(node, view);
  while (alias !== undefined && !found.includes(alias)) {
    found.push(alias);
    alias = aliasOf(alias.type, view);
  }
  return found;
}

/** That of `Slug`, and of `Slug | null`. */
function aliasOf(node: ts.Node, view: ProjectView): ts.TypeAliasDeclaration | undefined {
  if (ts.isParenthesizedTypeNode(node)) return aliasOf(node.type, view);
  if (ts.isUnionTypeNode(node)) {
    const [only, ...others] = node.types.filter((one) => !isAbsence(one));
    return only === undefined || others.length > 0 ? undefined : aliasOf(only, view);
  }
  if (!ts.isTypeReferenceNode(node) || node.typeArguments !== undefined) return undefined;
  return view.resolve(node.typeName)?.declarations?.find(ts.isTypeAliasDeclaration);
}

function isAbsence(node: ts.TypeNode): boolean {
  const kind = ts.isLiteralTypeNode(node) ? node.literal.kind : node.kind;
  return kind === ts.SyntaxKind.NullKeyword || kind === ts.SyntaxKind.UndefinedKeyword;
}

/** Apart from null and undefined. */
function isSameType(one: ts.Type, other: ts.Type): boolean {
  const absent = ts.TypeFlags.Null | ts.TypeFlags.Undefined;
  const [first = [], second = []] = [one, other].map((whole) =>
    unionMembers(whole).filter(({ flags }) => (flags & absent) === 0),
  );
  return first.length === second.length && second.every((member) => first.includes(member));
}

function describeOther(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const { checker, ourName } = scope.view;
  const ours = ourName(type.getSymbol());
  if (ours === 'EventStream') return accept({ kind: 'opaque', text: ours });
  if (checker.isTupleType(type)) return accept(describeTuple(type, node, scope));
  const json = jsonOf(type, node, checker);
  return json === undefined
    ? describeObject(type, node, scope)
    : accept(describe(json, node, scope));
}

/** After `JSON.stringify`: the return type of its `toJSON`. `undefined` if JSON does not change the type. */
function jsonOf(type: ts.Type, node: ts.Node, checker: Checker): ts.Type | undefined {
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
function describeUnion(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  if (scope.outer.some((one) => one.of === type)) return reject('RR2020', node);
  const open = { of: type, name: undefined, typeArguments: NO_TYPE_ARGUMENTS };
  return accept(anyOf([type], node, { ...scope, outer: [...scope.outer, open] }));
}

function describeTuple(type: ts.Type, node: ts.Node, scope: TypeScope): TypeSignature {
  const { checker } = scope.view;
  const elements = checker.getTypeArguments(type as ts.TypeReference);
  const isNullable = elements
    .flatMap(unionMembers)
    .some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
  const nonNull = elements.map((element) => checker.getNonNullableType(element));
  const items = anyOf(nonNull, node, scope);
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
  const open = { of: type, name, typeArguments: NO_TYPE_ARGUMENTS };
  const within = { ...scope, outer: [...outer, open] };
  for (const part of parts) part.getSymbol()?.declarations?.forEach(view.visit);
  const properties = propertiesInOrder(type, view.checker).flatMap(
    (property) => describeProperty(property, node, within) ?? [],
  );
  // The type of the properties without a name: `Record<string, T>`.
  const others = type.getStringIndexType() ?? type.getNumberIndexType();
  const additional = others && describe(others, node, within);
  if (properties.length === 0 && additional === undefined) return reject('RR2001', node);
  return accept({
    ...base,
    ...titleOf(type),
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
  const described = describe(type, typeNodeOf(declaration) ?? node, scope);
  const limits = declaration && textLimitsOf(declaration, described);
  return {
    name: property.name,
    type: described,
    ...(isOptional ? { optional: true } : {}),
    ...(isReadonly(declaration) ? { readonly: true } : {}),
    ...(description === undefined ? {} : { description }),
    ...(declaration === undefined ? {} : annotationsOf(declaration, described)),
    ...(declaration === undefined ? {} : apiPropertyOf(declaration, scope.view)),
    ...(limits === undefined ? {} : { limits }),
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
