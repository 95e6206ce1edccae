import { ts, type Checker } from './typescript.js';
import { typeNodeOf } from '../syntax/nodes.js';

/** Where a property, or the values of an index signature, are declared: what may limit them. */
export interface Source {
  /** The node with the doc comment; absent in `Record<'id', Title>`, whose keys have none. */
  readonly declaration?: ts.Declaration;
  /** The annotation, in which an alias may state limits. */
  readonly node?: ts.TypeNode | undefined;
}

interface Sources {
  /** The nearest first. */
  readonly sources: readonly Source[];
  /** Whether a helper such as `Partial` states if the property may be absent. */
  readonly hasPresence: boolean;
}

/**
 * The data of a mapped type and of its properties that only the checker has: TypeScript does not publish them. Both
 * exist for each property that a mapped type lists. Considered instead: `property.declarations`, which a property
 * with another name does not have. If a version of TypeScript has one of them under another name, `sourcesOf` is
 * `undefined`, and the property gets a diagnostic.
 */
function readMappedParts(
  type: ts.Type,
  property: ts.Symbol,
): { readonly from: ts.Type; readonly key: ts.Type } | undefined {
  const { modifiersType: from } = type as { readonly modifiersType?: ts.Type };
  const { links } = property as { readonly links?: { readonly keyType?: ts.Type } };
  const key = links?.keyType;
  return from === undefined || key === undefined ? undefined : { from, key };
}

/**
 * The sources of a property of a type: of all parts of an intersection, and of all base types.
 * `undefined` if this version of TypeScript does not show them for certain.
 */
export function sourcesOf(
  type: ts.Type,
  property: ts.Symbol,
  checker: Checker,
  read = readMappedParts,
): Sources | undefined {
  const seen = new Set<ts.Type>();
  let hasPresence = false;
  // `undefined` among them means an unknown source.
  const collect = (of: ts.Type, one: ts.Symbol): readonly (Source | undefined)[] => {
    if (seen.has(of)) return [];
    seen.add(of);
    const within = (source: ts.Type): readonly (Source | undefined)[] => {
      const same = checker.getPropertyOfType(source, one.name);
      return same === undefined ? [] : collect(source, same);
    };
    if (of.isIntersection()) return of.types.flatMap(within);
    const own = (one.declarations ?? []).map((declaration) => ({
      declaration,
      node: typeNodeOf(declaration),
    }));
    if (isMapped(of)) {
      const node = mappedNode(of);
      hasPresence ||= node?.questionToken !== undefined;
      if (node?.type !== undefined && !usesKey(node, checker)) return [{ node: node.type }];
      const parts = read(of, one);
      if (parts === undefined) return [undefined];
      const mapped = mappedSource(of, one, parts, checker);
      return mapped === undefined ? own : [...own, ...collect(mapped.type, mapped.property)];
    }
    const target = targetOf(of);
    if (!target.isClassOrInterface()) return own;
    return [...own, ...checker.getBaseTypes(target).flatMap(within)];
  };
  const found = collect(type, property);
  return found.includes(undefined)
    ? undefined
    : { sources: distinct(found.filter((one) => one !== undefined)), hasPresence };
}

function distinct(sources: readonly Source[]): readonly Source[] {
  const known = new Map(
    sources.toReversed().map((one) => [one.declaration ?? one.node, one] as const),
  );
  return [...known.values()].toReversed();
}

/** `undefined` if the type has no index signature. */
export function indexSource(type: ts.Type, checker: Checker): Source | undefined {
  if (type.isIntersection()) {
    return type.types
      .map((part) => indexSource(part, checker))
      .findLast((one) => one !== undefined);
  }
  const [index] = checker.getIndexInfosOfType(type);
  if (index === undefined) return undefined;
  if (index.declaration !== undefined) {
    return { declaration: index.declaration, node: index.declaration.type };
  }
  const node = isMapped(type) ? mappedNode(type) : undefined;
  if (node?.type !== undefined && !usesKey(node, checker)) return { node: node.type };
  const from = modifiersTypeOf(type);
  return (from && indexSource(from, checker)) ?? {};
}

export function targetOf(type: ts.Type): ts.Type {
  return (type as Partial<ts.TypeReference>).target ?? type;
}

function isMapped(type: ts.Type): boolean {
  const { objectFlags = 0 } = type as Partial<ts.ObjectType>;
  return (objectFlags & ts.ObjectFlags.Mapped) !== 0;
}

/** `{ [Key in Keys]: … }`. */
function mappedNode(type: ts.Type): ts.MappedTypeNode | undefined {
  return type.getSymbol()?.declarations?.find(ts.isMappedTypeNode);
}

/** The type whose properties a mapped type copies. */
function modifiersTypeOf(type: ts.Type): ts.Type | undefined {
  return (type as { readonly modifiersType?: ts.Type }).modifiersType;
}

function usesKey({ type, typeParameter }: ts.MappedTypeNode, checker: Checker): boolean {
  const key = checker.getSymbolAtLocation(typeParameter.name);
  const isUsed = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && checker.getSymbolAtLocation(node) === key) ||
    ts.forEachChild(node, isUsed) === true;
  return type !== undefined && isUsed(type);
}

/** The property of another type that a mapped type copies, with its name there. */
function mappedSource(
  type: ts.Type,
  property: ts.Symbol,
  { from, key }: NonNullable<ReturnType<typeof readMappedParts>>,
  checker: Checker,
) {
  const name = key.isStringLiteral() ? key.value : property.name;
  for (const object of [from, indexedObject(type, checker)]) {
    const found = object === undefined ? undefined : checker.getPropertyOfType(object, name);
    if (object !== undefined && found !== undefined) return { type: object, property: found };
  }
  return undefined;
}

/** `A` of `{ [Key in 'a' | 'b']: A[Key] }`. */
function indexedObject(type: ts.Type, checker: Checker): ts.Type | undefined {
  const node = mappedNode(type)?.type;
  return node !== undefined && ts.isIndexedAccessTypeNode(node)
    ? checker.getTypeFromTypeNode(node.objectType)
    : undefined;
}

/**
 * The properties of a type as its sources list them: those of base types first, an override at its own position. The
 * checker lists those of a mapped type in an order that may differ by build.
 */
export function propertiesInOrder(type: ts.Type, checker: Checker): readonly ts.Symbol[] {
  const properties = checker.getPropertiesOfType(type);
  const target = targetOf(type);
  const hasBases = target.isClassOrInterface() && checker.getBaseTypes(target).length > 0;
  const isName = !hasBases && !type.isIntersection() && !isMapped(type);
  if (isName) return properties;
  const names = namesInOrder(type, checker, new Set());
  return sortedBy(properties, names, ({ name }) => name);
}

function sortedBy(
  properties: readonly ts.Symbol[],
  names: readonly string[],
  nameOf: (property: ts.Symbol) => string,
): readonly ts.Symbol[] {
  const places = new Map(names.map((name, index) => [name, index]));
  const placeOf = (property: ts.Symbol): number => places.get(nameOf(property)) ?? names.length;
  return properties.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function namesInOrder(type: ts.Type, checker: Checker, seen: Set<ts.Type>): readonly string[] {
  if (seen.has(type)) return [];
  seen.add(type);
  if (type.isIntersection()) {
    return [...new Set(type.types.flatMap((part) => namesInOrder(part, checker, new Set(seen))))];
  }
  const properties = checker.getPropertiesOfType(type);
  if (isMapped(type)) return mappedNames(type, properties, checker, seen);
  const target = targetOf(type);
  if (!target.isClassOrInterface()) return properties.map(({ name }) => name);
  const declarations = new Set<ts.Node>(target.getSymbol()?.declarations);
  const isOwn = ({ declarations: own = [] }: ts.Symbol): boolean =>
    own.some(({ parent }) => declarations.has(parent));
  return lastOf([
    ...checker.getBaseTypes(target).flatMap((base) => namesInOrder(base, checker, new Set(seen))),
    ...properties.filter(isOwn).map(({ name }) => name),
  ]);
}

function mappedNames(
  type: ts.Type,
  properties: readonly ts.Symbol[],
  checker: Checker,
  seen: Set<ts.Type>,
): readonly string[] {
  const from = modifiersTypeOf(type);
  const names = from === undefined ? [] : namesInOrder(from, checker, seen);
  const keyOf = (property: ts.Symbol): string => {
    const key = readMappedParts(type, property)?.key;
    return key?.isStringLiteral() === true ? key.value : property.name;
  };
  return sortedBy(properties, names, keyOf).map(({ name }) => name);
}

/** Each name once, at its last place. */
function lastOf(names: readonly string[]): readonly string[] {
  return [...new Set(names.toReversed())].toReversed();
}
