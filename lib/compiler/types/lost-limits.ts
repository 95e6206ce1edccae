import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { isRejection, reject } from '../syntax/rejection.js';
import { hasLimitTags } from '../tags/doc-comments.js';
import { type TypeScope, type TypeReading } from './type-reading.js';
import type { TypeSignature } from '../../types/type.js';

/** Rejects a scalar type whose alias or property states limits: the checker does not know them. */
export function withoutLoss(reading: TypeReading, node: ts.Node, view: ProjectView): TypeReading {
  if (isRejection(reading) || !mayLose(reading.type)) return reading;
  return reachesLimits(node, view) ? reject('RR2027', node) : reading;
}

/** As `withoutLoss`, for a type whose annotation does not show what it is made of: all around it may have limits. */
export function withoutLossAround(
  reading: TypeReading,
  node: ts.Node,
  { view, within, typeArguments }: TypeScope,
): TypeReading {
  if (isRejection(reading) || !mayLose(reading.type)) return reading;
  const isLossy =
    [node, ...within].some((one) => reachesLimits(one, view)) ||
    [...typeArguments.values()].some((one) => reachesLimits(one.node, view, 'argument'));
  return isLossy ? reject('RR2027', node) : reading;
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
