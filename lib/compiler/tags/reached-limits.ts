import type { ProjectView } from '../program/project-view.js';
import { ts } from '../program/typescript.js';
import { hasLimitTags } from './read-tags.js';

/**
 * Whether a type names an alias with limits, or a property with limits by `A['a']`, at any depth. The
 * checker knows such a type without its limits.
 */
export function reachesLimits(
  node: ts.Node,
  view: ProjectView,
  seen = new Set<ts.Node>(),
): boolean {
  if (seen.has(node)) return false;
  seen.add(node);
  if (ts.isTypeReferenceNode(node) && aliasReaches(node.typeName, view, seen)) return true;
  if (ts.isIndexedAccessTypeNode(node) && propertyReaches(node, view, seen)) return true;
  return ts.forEachChild(node, (child) => reachesLimits(child, view, seen)) === true;
}

function aliasReaches(name: ts.EntityName, view: ProjectView, seen: Set<ts.Node>): boolean {
  const alias = view.resolve(name)?.declarations?.find(ts.isTypeAliasDeclaration);
  return alias !== undefined && (hasLimitTags(alias) || reachesLimits(alias.type, view, seen));
}

function propertyReaches(
  { objectType }: ts.IndexedAccessTypeNode,
  view: ProjectView,
  seen: Set<ts.Node>,
): boolean {
  const { checker } = view;
  const declarations = checker
    .getPropertiesOfType(checker.getTypeFromTypeNode(objectType))
    .flatMap((property) => property.declarations ?? []);
  return declarations.some((one) => {
    if (hasLimitTags(one)) return true;
    const isTyped = ts.isPropertySignature(one) || ts.isPropertyDeclaration(one);
    return isTyped && one.type !== undefined && reachesLimits(one.type, view, seen);
  });
}
