import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import {
  areSameArguments,
  bindTypeArguments,
  hasTypeParameters,
  isNamed,
  nameIn,
  nodesIn,
  type BoundType,
  type NamedNode,
  type TypeArguments,
} from '../syntax/nodes.js';
import { reject, type Rejection } from '../syntax/rejection.js';
import { strayTag, tagWithin } from '../tags/doc-comments.js';
import { sourcesOf } from '../program/property-sources.js';

/**
 * The declarations that the annotation of an object leads to: through aliases, interfaces and what they extend, and through the types
 * whose properties a mapped type copies.
 */
export interface TypeOrigin {
  /** Where the source states the types of all type parameters on the way: the checker has them without limits. */
  readonly typeArguments: TypeArguments;
  /** They may limit the object as a whole. */
  readonly declarations: readonly ts.Declaration[];
  readonly rejection: Rejection | undefined;
}

/** Types that contain themselves through type parameters end here. */
const MOST = 500;

interface Walk {
  readonly view: ProjectView;
  readonly bound: Map<ts.Symbol, BoundType>;
  /** The type parameters that have two types. */
  readonly ambiguous: Set<ts.Symbol>;
  readonly declarations: Set<ts.Declaration>;
  rejection: Rejection | undefined;
  left: number;
}

export function originOf(
  node: ts.Node,
  typeArguments: TypeArguments,
  view: ProjectView,
): TypeOrigin {
  const walk: Walk = {
    view,
    bound: new Map(),
    ambiguous: new Set(),
    declarations: new Set(),
    rejection: undefined,
    left: MOST,
  };
  follow(node, typeArguments, true, walk);
  return {
    typeArguments: withBound(typeArguments, walk),
    declarations: [...walk.declarations],
    rejection: walk.rejection,
  };
}

function withBound(typeArguments: TypeArguments, { bound, ambiguous }: Walk): TypeArguments {
  if (bound.size === 0) return typeArguments;
  const all = new Map([...typeArguments, ...bound]);
  ambiguous.forEach((symbol) => all.delete(symbol));
  return all;
}

/** `isWhole` is false for a type that need not be part of the object: one of a union. */
function follow(node: ts.Node, around: TypeArguments, isWhole: boolean, walk: Walk): void {
  if ((walk.left -= 1) < 0) return;
  if (ts.isTypeNode(node)) walk.rejection ??= tagWithin(node);
  if (ts.isParenthesizedTypeNode(node) || ts.isTypeOperatorNode(node)) {
    follow(node.type, around, isWhole, walk);
  } else if (isNamed(node)) {
    followName(node, around, isWhole, walk);
  } else if (ts.isIntersectionTypeNode(node) || ts.isUnionTypeNode(node)) {
    const isPart = isWhole && ts.isIntersectionTypeNode(node);
    node.types.forEach((type) => follow(type, around, isPart, walk));
  } else if (ts.isConditionalTypeNode(node)) {
    follow(node.trueType, around, false, walk);
    follow(node.falseType, around, false, walk);
  } else if (ts.isMappedTypeNode(node)) {
    followMapped(node, around, isWhole, walk);
  } else if (ts.isIndexedAccessTypeNode(node)) {
    followProperty(node, around, isWhole, walk);
  }
}

/** `A` of `{ [Key in keyof A]: … }` and of `{ [Key in Keys]: A[Key] }`. */
function followMapped(
  { type, typeParameter: { constraint } }: ts.MappedTypeNode,
  around: TypeArguments,
  isWhole: boolean,
  walk: Walk,
): void {
  if (constraint !== undefined && ts.isTypeOperatorNode(constraint)) {
    follow(constraint.type, around, isWhole, walk);
  }
  const copied = type === undefined ? [] : nodesIn(type, ts.isIndexedAccessTypeNode);
  copied.forEach(({ objectType }) => follow(objectType, around, isWhole, walk));
}

/** The annotation of `a` for `A['a']`. */
function followProperty(
  { objectType, indexType }: ts.IndexedAccessTypeNode,
  around: TypeArguments,
  isWhole: boolean,
  walk: Walk,
): void {
  follow(objectType, around, false, walk);
  const { checker } = walk.view;
  if (around.size > 0 && hasTypeParameters(objectType, checker)) return;
  const object = checker.getTypeFromTypeNode(objectType);
  const key = checker.getTypeFromTypeNode(indexType);
  const property = key.isStringLiteral() ? checker.getPropertyOfType(object, key.value) : undefined;
  const sources = property === undefined ? [] : sourcesOf(object, property, checker)?.sources;
  const within = withBound(around, walk);
  sources?.forEach((one) => {
    if (one.node !== undefined) follow(one.node, within, isWhole, walk);
  });
}

function followName(node: NamedNode, around: TypeArguments, isWhole: boolean, walk: Walk): void {
  const { view } = walk;
  const name = nameIn(node);
  const symbol = name === undefined ? undefined : view.resolve(name);
  if (symbol === undefined) {
    if (name !== undefined) walk.rejection ??= reject('RR2003', node);
    return;
  }
  if ((symbol.flags & ts.SymbolFlags.TypeParameter) !== 0) {
    const bound = around.get(symbol);
    if (bound !== undefined) follow(bound.node, bound.typeArguments, isWhole, walk);
    return;
  }
  const unknown = (node.typeArguments ?? [])
    .flatMap((one) => nodesIn(one, ts.isTypeReferenceNode))
    .find(({ typeName }) => view.resolve(typeName) === undefined);
  if (unknown !== undefined) walk.rejection ??= reject('RR2003', unknown);
  const isOurs = !view.isBuiltIn(symbol);
  for (const declaration of symbol.declarations ?? []) {
    followDeclaration(declaration, node, around, isWhole, isOurs, walk);
  }
}

function followDeclaration(
  declaration: ts.Declaration,
  { typeArguments: given }: NamedNode,
  around: TypeArguments,
  isWhole: boolean,
  isOurs: boolean,
  walk: Walk,
): void {
  const isAlias = ts.isTypeAliasDeclaration(declaration);
  const isInterface = ts.isInterfaceDeclaration(declaration);
  if (!isAlias && !isInterface && !ts.isClassLike(declaration)) return;
  const within = bindTypeArguments(declaration.typeParameters, given, around, walk.view.checker);
  within.forEach((type, parameter) => bind(parameter, type, walk));
  if (isOurs && !ts.isClassLike(declaration)) {
    if (isWhole) walk.declarations.add(declaration);
    walk.rejection ??= walk.view.once(createStrayTags)(declaration);
  }
  if (isAlias) return follow(declaration.type, within, isWhole, walk);
  for (const { token, types } of declaration.heritageClauses ?? []) {
    if (token !== ts.SyntaxKind.ExtendsKeyword) continue;
    for (const type of types) {
      // The base of a class may be a call.
      const isCall = !isInterface && walk.view.resolve(type.expression) === undefined;
      if (!isCall) follow(type, within, isWhole, walk);
    }
  }
}

/** Many annotations lead to one declaration. */
function createStrayTags(): (declaration: ts.Declaration) => Rejection | undefined {
  const known = new Map<ts.Declaration, Rejection | undefined>();
  return (declaration) => {
    if (!known.has(declaration)) known.set(declaration, strayTag(declaration));
    return known.get(declaration);
  };
}

function bind(parameter: ts.Symbol, type: BoundType, { bound, ambiguous }: Walk): void {
  const known = bound.get(parameter);
  const isSame =
    known === undefined ||
    (known.node === type.node && areSameArguments(known.typeArguments, type.typeArguments));
  if (!isSame) ambiguous.add(parameter);
  bound.set(parameter, type);
}
