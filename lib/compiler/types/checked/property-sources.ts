import { ts } from '../../program/typescript.js';

/**
 * What the checker keeps of a mapped type and of its properties, which TypeScript does not publish.
 * Considered: `property.declarations`, which a property with another name does not have. If a version of
 * TypeScript has one of them under another name, `sourcesOf` is `undefined`, and the property a diagnostic.
 */
interface MappedParts {
  readonly modifiersType?: ts.Type;
  readonly links?: { readonly keyType?: ts.Type };
}

/** Reads them. Both are there for each property that a mapped type lists. */
export type ReadMappedParts = (
  type: ts.Type,
  property: ts.Symbol,
) => { readonly from: ts.Type; readonly key: ts.Type } | undefined;

function readMappedParts(type: ts.Type, property: ts.Symbol): ReturnType<ReadMappedParts> {
  const { modifiersType: from } = type as MappedParts;
  const key = (property as MappedParts).links?.keyType;
  return from === undefined || key === undefined ? undefined : { from, key };
}

/**
 * The declarations of a property of a type: of all parts of an intersection, and of all base types.
 * `undefined` where this version of TypeScript does not show them for certain.
 */
export function sourcesOf(
  type: ts.Type,
  property: ts.Symbol,
  checker: ts.TypeChecker,
  read: ReadMappedParts = readMappedParts,
): readonly ts.Declaration[] | undefined {
  const found = collect(type, property, { checker, read, seen: new Set() });
  return found.includes(undefined)
    ? undefined
    : [...new Set(found.filter((one) => one !== undefined))];
}

interface Search {
  readonly checker: ts.TypeChecker;
  readonly read: ReadMappedParts;
  readonly seen: Set<ts.Type>;
}

/** `undefined` among them stands for a source that is not known. */
function collect(
  type: ts.Type,
  property: ts.Symbol,
  search: Search,
): readonly (ts.Declaration | undefined)[] {
  const { checker, seen } = search;
  if (seen.has(type)) return [];
  seen.add(type);
  const within = (one: ts.Type): readonly (ts.Declaration | undefined)[] => {
    const inner = checker.getPropertyOfType(one, property.name);
    return inner === undefined ? [] : collect(one, inner, search);
  };
  if (type.isIntersection()) return type.types.flatMap(within);
  const own = property.declarations ?? [];
  if (isMapped(type)) {
    const parts = search.read(type, property);
    if (parts === undefined) return [undefined];
    const mapped = mappedSource(type, property, parts, checker);
    return mapped === undefined ? own : [...own, ...collect(mapped.type, mapped.property, search)];
  }
  const target = (type as Partial<ts.TypeReference>).target ?? type;
  if (!target.isClassOrInterface()) return own;
  return [...own, ...checker.getBaseTypes(target).flatMap(within)];
}

function isMapped(type: ts.Type): boolean {
  const { objectFlags = 0 } = type as Partial<ts.ObjectType>;
  return (objectFlags & ts.ObjectFlags.Mapped) !== 0;
}

/** The property that a mapped type takes from another type, under its own name there. */
function mappedSource(
  type: ts.Type,
  property: ts.Symbol,
  { from, key }: NonNullable<ReturnType<ReadMappedParts>>,
  checker: ts.TypeChecker,
) {
  const name = key.isStringLiteral() ? key.value : property.name;
  for (const object of [from, indexedObject(type, checker)]) {
    const found = object === undefined ? undefined : checker.getPropertyOfType(object, name);
    if (object !== undefined && found !== undefined) return { type: object, property: found };
  }
  return undefined;
}

/** `A` of `{ [Key in 'a' | 'b']: A[Key] }`. */
function indexedObject(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  const node = type.getSymbol()?.declarations?.find(ts.isMappedTypeNode)?.type;
  return node !== undefined && ts.isIndexedAccessTypeNode(node)
    ? checker.getTypeFromTypeNode(node.objectType)
    : undefined;
}
