import { ts } from '../../program/typescript.js';

/**
 * What the checker keeps of a mapped type and of its properties, which TypeScript does not publish.
 * Considered: `property.declarations`, which a property with another name does not have. If a version of
 * TypeScript lacks it, `sourcesOf` says so, and the limits are a diagnostic.
 */
interface MappedParts {
  readonly modifiersType?: ts.Type;
  readonly links?: { readonly keyType?: ts.Type };
}

/** The declarations of a property of a type: of all parts of an intersection, and of all base types. */
export function sourcesOf(
  type: ts.Type,
  property: ts.Symbol,
  checker: ts.TypeChecker,
): readonly ts.Declaration[] {
  return [...new Set(collect(type, property, checker, new Set()))];
}

function collect(
  type: ts.Type,
  property: ts.Symbol,
  checker: ts.TypeChecker,
  seen: Set<ts.Type>,
): readonly ts.Declaration[] {
  if (seen.has(type)) return [];
  seen.add(type);
  const within = (one: ts.Type): readonly ts.Declaration[] => {
    const inner = checker.getPropertyOfType(one, property.name);
    return inner === undefined ? [] : collect(one, inner, checker, seen);
  };
  if (type.isIntersection()) return type.types.flatMap(within);
  const own = property.declarations ?? [];
  const mapped = mappedSource(type, property, checker);
  if (mapped !== undefined)
    return [...own, ...collect(mapped.type, mapped.property, checker, seen)];
  const target = (type as Partial<ts.TypeReference>).target ?? type;
  if (!target.isClassOrInterface()) return own;
  return [...own, ...checker.getBaseTypes(target).flatMap(within)];
}

/** The property that a mapped type takes from another type, under its own name there. */
function mappedSource(type: ts.Type, property: ts.Symbol, checker: ts.TypeChecker) {
  const { modifiersType } = type as MappedParts;
  const key = (property as MappedParts).links?.keyType;
  const name = key?.isStringLiteral() === true ? key.value : property.name;
  for (const object of [modifiersType, indexedObject(type, checker)]) {
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
