import { ts } from '../../program/typescript.js';
import { isRejection, reject, type Rejection } from '../../syntax/rejection.js';
import { bindTypeArguments, hasTypeParameters } from '../../syntax/type-arguments.js';
import type { MembersReader, TypeScope } from '../type-reader.js';
import { checkedMembers } from './checked-members.js';
import { classMembers } from './class-members.js';
import { declaredMembers } from './declared-members.js';
import { helperMembers } from './helper-members.js';
import { interfaceMembers } from './interface-members.js';
import { intersectedMembers } from './intersected-members.js';
import { mappedMembers } from './mapped-members.js';
import { readObjectLimits, tagWithin } from '../../tags/read-tags.js';
import { withObjectLimits, type Members } from './members.js';

/** How many names are followed; an interface that extends itself ends here. */
const DEEPEST = 64;

/** A type by its name, also in the heritage of an interface. */
export type NamedNode = ts.TypeReferenceNode | ts.ImportTypeNode | ts.ExpressionWithTypeArguments;

/**
 * Finds the properties of an object type as the source writes them, and as the checker knows them
 * where the source does not show them.
 */
export const readMembers: MembersReader = (node, scope) => {
  const tag = scope.isReturned ? undefined : tagWithin(node);
  if (tag !== undefined) return tag;
  if (ts.isParenthesizedTypeNode(node)) return readMembers(node.type, scope);
  if (ts.isTypeLiteralNode(node)) return declaredMembers(node.members, scope.typeArguments);
  const members = readWritten(node, scope);
  if (!isRejection(members) || members.rejected === 'RR2028') return members;
  if (hasTypeParameters(node, scope.view.checker)) return opened(members);
  return checkedMembers(scope.view.checker.getTypeFromTypeNode(node), node, scope.view) ?? members;
};

/** The checker knows the properties where the type arguments are written. */
function opened(rejection: Rejection): Rejection {
  return rejection.rejected === 'RR2001' ? { ...rejection, rejected: 'RR2004' } : rejection;
}

function readWritten(node: ts.TypeNode, scope: TypeScope): Members | Rejection {
  if (ts.isIntersectionTypeNode(node)) return intersectedMembers(node, scope);
  if (ts.isMappedTypeNode(node)) return mappedMembers(node, scope);
  const name = nameOf(node);
  return name === undefined ? reject('RR2001', node) : readNamed(node as NamedNode, name, scope);
}

function nameOf(node: ts.TypeNode): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  return ts.isImportTypeNode(node) && !node.isTypeOf ? node.qualifier : undefined;
}

function readNamed(node: NamedNode, name: ts.Node, given: TypeScope): Members | Rejection {
  const { view } = given;
  const symbol = view.resolve(name);
  if (symbol === undefined) return reject('RR2003', node);
  if (given.depth > DEEPEST) return reject('RR2001', node);
  const scope = { ...given, depth: given.depth + 1 };
  const { flags } = symbol;
  if ((flags & ts.SymbolFlags.TypeParameter) !== 0) return readBound(node, symbol, scope);
  if (view.isBuiltIn(symbol)) return helperMembers(node, symbol.name, scope);
  if ((flags & ts.SymbolFlags.Class) !== 0) return classMembers(node, symbol, view);
  if ((flags & ts.SymbolFlags.Interface) !== 0) return interfaceMembers(node, symbol, scope);
  return readAliased(node, symbol, scope);
}

function readBound(node: ts.Node, symbol: ts.Symbol, scope: TypeScope): Members | Rejection {
  const bound = scope.typeArguments.get(symbol);
  return bound === undefined
    ? reject('RR2004', node)
    : readMembers(bound.node, { ...scope, typeArguments: bound.typeArguments });
}

function readAliased(node: NamedNode, symbol: ts.Symbol, scope: TypeScope): Members | Rejection {
  const declaration = symbol.declarations?.find(ts.isTypeAliasDeclaration);
  if (declaration === undefined) return reject('RR2001', node);
  const given = { nodes: node.typeArguments, typeArguments: scope.typeArguments };
  const typeArguments = bindTypeArguments(declaration.typeParameters, given, scope.view.checker);
  const members = readMembers(declaration.type, { ...scope, typeArguments });
  const limits = readObjectLimits([declaration]);
  if (isRejection(members) || isRejection(limits)) return isRejection(limits) ? limits : members;
  return withObjectLimits(members, limits);
}
