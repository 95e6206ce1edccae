import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { isRejection, reject, type TypeReading } from '../syntax/nodes.js';
import { hasLimitTags } from '../tags/doc-comments.js';
import type { TypeScope } from './type-reading.js';
import type { TypeSignature } from '../../types/type.js';

/** Rejects a scalar type whose alias or property states limits: the checker does not know them. */
export function withoutLoss(reading: TypeReading, node: ts.Node, scope: TypeScope): TypeReading {
  if (isRejection(reading) || scope.mode !== 'received' || !mayLose(reading.type)) return reading;
  return reachesLimits(node, scope.view) ? reject('RR2027', node) : reading;
}

/** Objects are excluded: their properties are read where they are declared. */
function mayLose(type: TypeSignature): boolean {
  if (type.keywords !== undefined) return false;
  if (type.kind === 'array') return mayLose(type.items);
  if (type.kind === 'union') return type.options.some(mayLose);
  return type.kind === 'string' || type.kind === 'number' || type.kind === 'integer';
}

/**
 * The declarations of `own` properties are read. Of the types of these properties (`member`), only the type arguments
 * may lose limits; of a type `argument`, every part may.
 */
type Reach = 'own' | 'member' | 'argument';

interface LimitSearch {
  readonly view: ProjectView;
  readonly seen: Readonly<Record<Reach, Set<ts.Node>>>;
}

/**
 * Whether a type names an alias with limits, or a property with limits by `A['a']`, at any depth: in
 * aliases, in interfaces and in their type arguments. The checker knows such a type without its limits.
 */
export function reachesLimits(node: ts.Node, view: ProjectView, reach: Reach = 'own'): boolean {
  const seen = {
    own: new Set<ts.Node>(),
    member: new Set<ts.Node>(),
    argument: new Set<ts.Node>(),
  };
  return reaches(node, reach, { view, seen });
}

function reaches(node: ts.Node, reach: Reach, search: LimitSearch): boolean {
  const seen = search.seen[reach];
  if (seen.has(node)) return false;
  seen.add(node);
  if (isProperty(node)) return propertyReaches(node, reach, search);
  if (ts.isTypeReferenceNode(node)) return nameReaches(node, node.typeName, reach, search);
  if (ts.isExpressionWithTypeArguments(node)) {
    return nameReaches(node, node.expression, reach, search);
  }
  if (ts.isIndexedAccessTypeNode(node) && reach !== 'member' && indexReaches(node, search)) {
    return true;
  }
  const within = ts.isConditionalTypeNode(node) || ts.isTypeParameterDeclaration(node);
  return childReaches(node, within ? 'argument' : reach, search);
}

function childReaches(node: ts.Node, reach: Reach, search: LimitSearch): boolean {
  return ts.forEachChild(node, (child) => reaches(child, reach, search)) === true;
}

function isProperty(node: ts.Node): node is ts.PropertySignature | ts.PropertyDeclaration {
  return ts.isPropertySignature(node) || ts.isPropertyDeclaration(node);
}

function propertyReaches(
  node: ts.PropertySignature | ts.PropertyDeclaration,
  reach: Reach,
  search: LimitSearch,
): boolean {
  if (reach === 'argument' && hasLimitTags(node)) return true;
  const within = reach === 'argument' ? 'argument' : 'member';
  return node.type !== undefined && reaches(node.type, within, search);
}

/** Whether the declaration of a name, or one of its type arguments, reaches limits. */
function nameReaches(
  { typeArguments }: ts.TypeReferenceNode | ts.ExpressionWithTypeArguments,
  name: ts.Node,
  reach: Reach,
  search: LimitSearch,
): boolean {
  if (typeArguments?.some((one) => reaches(one, 'argument', search)) === true) return true;
  const symbol = search.view.resolve(name);
  if (symbol === undefined || search.view.isBuiltIn(symbol)) return false;
  return (symbol.declarations ?? []).some((one) => {
    if (ts.isInterfaceDeclaration(one)) return childReaches(one, reach, search);
    if (!ts.isTypeAliasDeclaration(one)) return false;
    return (reach !== 'member' && hasLimitTags(one)) || childReaches(one, reach, search);
  });
}

/** The properties that `A['a']` may name. */
function indexReaches({ objectType }: ts.IndexedAccessTypeNode, search: LimitSearch): boolean {
  const { checker } = search.view;
  return checker
    .getPropertiesOfType(checker.getTypeFromTypeNode(objectType))
    .flatMap((property) => property.declarations ?? [])
    .some((one) => isProperty(one) && reaches(one, 'argument', search));
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
 * The declarations of a property of a type: of all parts of an intersection, and of all base types.
 * `undefined` if this version of TypeScript does not show them for certain.
 */
export function sourcesOf(
  type: ts.Type,
  property: ts.Symbol,
  checker: ts.TypeChecker,
  read = readMappedParts,
): readonly ts.Declaration[] | undefined {
  const seen = new Set<ts.Type>();
  // `undefined` among them means an unknown source.
  const collect = (of: ts.Type, one: ts.Symbol): readonly (ts.Declaration | undefined)[] => {
    if (seen.has(of)) return [];
    seen.add(of);
    const within = (inner: ts.Type): readonly (ts.Declaration | undefined)[] => {
      const same = checker.getPropertyOfType(inner, one.name);
      return same === undefined ? [] : collect(inner, same);
    };
    if (of.isIntersection()) return of.types.flatMap(within);
    const own = one.declarations ?? [];
    if (isMapped(of)) {
      const parts = read(of, one);
      if (parts === undefined) return [undefined];
      const mapped = mappedSource(of, one, parts, checker);
      return mapped === undefined ? own : [...own, ...collect(mapped.type, mapped.property)];
    }
    const target = (of as Partial<ts.TypeReference>).target ?? of;
    if (!target.isClassOrInterface()) return own;
    return [...own, ...checker.getBaseTypes(target).flatMap(within)];
  };
  const found = collect(type, property);
  return found.includes(undefined)
    ? undefined
    : [...new Set(found.filter((one) => one !== undefined))];
}

function isMapped(type: ts.Type): boolean {
  const { objectFlags = 0 } = type as Partial<ts.ObjectType>;
  return (objectFlags & ts.ObjectFlags.Mapped) !== 0;
}

/** The property of another type that a mapped type copies, with its name there. */
function mappedSource(
  type: ts.Type,
  property: ts.Symbol,
  { from, key }: NonNullable<ReturnType<typeof readMappedParts>>,
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
