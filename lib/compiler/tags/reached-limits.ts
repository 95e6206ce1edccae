import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { hasLimitTags } from './read-tags.js';

/**
 * How a type is reached. What `own` properties declare is read there. Of the types of these (`member`),
 * only the type arguments may be lost; of what is a type `argument`, everything.
 */
type Reach = 'own' | 'member' | 'argument';

interface Search {
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

function reaches(node: ts.Node, reach: Reach, search: Search): boolean {
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

function childReaches(node: ts.Node, reach: Reach, search: Search): boolean {
  return ts.forEachChild(node, (child) => reaches(child, reach, search)) === true;
}

function isProperty(node: ts.Node): node is ts.PropertySignature | ts.PropertyDeclaration {
  return ts.isPropertySignature(node) || ts.isPropertyDeclaration(node);
}

function propertyReaches(
  node: ts.PropertySignature | ts.PropertyDeclaration,
  reach: Reach,
  search: Search,
): boolean {
  if (reach === 'argument' && hasLimitTags(node)) return true;
  const within = reach === 'argument' ? 'argument' : 'member';
  return node.type !== undefined && reaches(node.type, within, search);
}

/** A name with type arguments: what it declares, and what its arguments reach. */
function nameReaches(
  { typeArguments }: ts.TypeReferenceNode | ts.ExpressionWithTypeArguments,
  name: ts.Node,
  reach: Reach,
  search: Search,
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
function indexReaches({ objectType }: ts.IndexedAccessTypeNode, search: Search): boolean {
  const { checker } = search.view;
  return checker
    .getPropertiesOfType(checker.getTypeFromTypeNode(objectType))
    .flatMap((property) => property.declarations ?? [])
    .some((one) => isProperty(one) && reaches(one, 'argument', search));
}
