import { ts } from '../../program/typescript.js';
import {
  hasTypeParameters,
  areSameArguments,
  isRejection,
  reject,
  type Rejection,
  isNamed,
  nameIn,
  type NamedNode,
} from '../../syntax/nodes.js';
import { tagWithin } from '../../tags/doc-comments.js';
import { readObjectLimits } from '../../tags/read-tags.js';
import { checkedMembers } from './checked-members.js';
import {
  withObjectLimits,
  type Members,
  withProperties,
  changeProperties,
  type Member,
  joinMembers,
  withTwins,
} from './members.js';
import {
  declaredMembers,
  classMembers,
  helperMembers,
  interfaceMembers,
  keyedMembers,
} from './written-members.js';
import { readBound, withArguments, type TypeScope } from '../type-reading.js';

/** An interface that extends itself ends here. */
const DEEPEST = 64;

/**
 * Finds the properties of an object type as the source writes them, and as the checker knows them
 * if the source does not show them.
 */
export function readMembers(node: ts.TypeNode, scope: TypeScope): Members | Rejection {
  const tag = scope.mode !== 'received' ? undefined : tagWithin(node);
  if (tag !== undefined) return tag;
  if (ts.isParenthesizedTypeNode(node)) return readMembers(node.type, scope);
  if (ts.isTypeLiteralNode(node)) return declaredMembers(node.members, scope.typeArguments);
  const members = readWritten(node, scope);
  if (!isRejection(members) || members.rejected === 'RR2028') return members;
  if (hasTypeParameters(node, scope.view.checker)) return opened(members);
  return checkedMembers(scope.view.checker.getTypeFromTypeNode(node), node, scope.view) ?? members;
}

/** Explains that the checker finds the properties if the type arguments are written. */
function opened(rejection: Rejection): Rejection {
  return rejection.rejected === 'RR2001' ? { ...rejection, rejected: 'RR2004' } : rejection;
}

function readWritten(node: ts.TypeNode, scope: TypeScope): Members | Rejection {
  if (ts.isIntersectionTypeNode(node)) return intersectedMembers(node, scope);
  if (ts.isMappedTypeNode(node)) return mappedMembers(node, scope);
  return isNamed(node) ? readNamed(node, scope) : reject('RR2001', node);
}

function readNamed(node: NamedNode, given: TypeScope): Members | Rejection {
  const { view } = given;
  const name = nameIn(node);
  if (name === undefined) return reject('RR2001', node);
  const symbol = view.resolve(name);
  if (symbol === undefined) return reject('RR2003', node);
  if (given.depth > DEEPEST) return reject('RR2001', node);
  const scope = { ...given, depth: given.depth + 1 };
  const { flags } = symbol;
  if ((flags & ts.SymbolFlags.TypeParameter) !== 0)
    return readBound(node, symbol, scope, readMembers);
  if (view.isBuiltIn(symbol)) return helperMembers(node, symbol.name, scope);
  if ((flags & ts.SymbolFlags.Class) !== 0) return classMembers(node, symbol, view);
  if ((flags & ts.SymbolFlags.Interface) !== 0) return interfaceMembers(node, symbol, scope);
  return readAliased(node, symbol, scope);
}

function readAliased(node: NamedNode, symbol: ts.Symbol, scope: TypeScope): Members | Rejection {
  const declaration = symbol.declarations?.find(ts.isTypeAliasDeclaration);
  if (declaration === undefined) return reject('RR2001', node);
  const members = readMembers(declaration.type, withArguments(declaration, node, scope));
  const limits = readObjectLimits([declaration]);
  if (isRejection(members) || isRejection(limits)) return isRejection(limits) ? limits : members;
  return withObjectLimits(members, limits);
}

/**
 * The properties of `{ [Key in Keys]: T }` if `T` is the same for all keys. Rejects any other mapped
 * type, for which the checker knows the properties.
 */
function mappedMembers(node: ts.MappedTypeNode, scope: TypeScope): Members | Rejection {
  const { constraint } = node.typeParameter;
  const isPlain = node.nameType === undefined && node.type !== undefined;
  if (!isPlain || constraint === undefined || usesKey(node, scope)) return reject('RR2001', node);
  const { typeArguments } = scope;
  const type = { kind: 'written', node: node.type, typeArguments } as const;
  const members = ts.isTypeOperatorNode(constraint)
    ? keysOf(constraint, type, scope)
    : keyedMembers(constraint, type, scope);
  if (isRejection(members) || node.questionToken === undefined) return members;
  const isOptional = node.questionToken.kind !== ts.SyntaxKind.MinusToken;
  return changeProperties(members, (member) => ({ ...member, isOptional }));
}

function keysOf(
  { type: object }: ts.TypeOperatorNode,
  type: Member['type'],
  scope: TypeScope,
): Members | Rejection {
  const members = scope.readMembers(object, scope);
  if (isRejection(members)) return members;
  return changeProperties(members, ({ name, isOptional }) => ({ name, isOptional, type }));
}

function usesKey({ type, typeParameter }: ts.MappedTypeNode, { view }: TypeScope): boolean {
  const key = view.checker.getSymbolAtLocation(typeParameter.name);
  const isUsed = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && view.checker.getSymbolAtLocation(node) === key) ||
    ts.forEachChild(node, isUsed) === true;
  return type !== undefined && isUsed(type);
}

/**
 * A property of both that has two types is left to the checker, which intersects them; the limits of all parts apply.
 */
function intersectedMembers(node: ts.IntersectionTypeNode, scope: TypeScope): Members | Rejection {
  const all = node.types.map((type) => scope.readMembers(type, scope));
  const rejection = all.find(isRejection);
  if (rejection !== undefined) return rejection;
  const parts = all.flatMap((one) => (isRejection(one) ? [] : [one]));
  const joined = joinMembers(parts);
  const isOpen = parts.filter(({ additional }) => additional !== undefined).length > 1;
  const twinsOf = ({ name }: Member) =>
    parts.flatMap(({ properties }) => properties.get(name) ?? []);
  const members = [...joined.properties.values()].flatMap(
    (member) => intersected(member, twinsOf(member)) ?? [],
  );
  if (!isOpen && members.length === joined.properties.size) return withProperties(joined, members);
  const { view } = scope;
  const checked = hasTypeParameters(node, view.checker)
    ? undefined
    : checkedMembers(view.checker.getTypeFromTypeNode(node), node, view);
  if (checked === undefined) return reject('RR2001', node);
  return changeProperties(checked, (member) => withWritten(member, twinsOf(member)));
}

/** A property of the checker with those of the parts, which show the type of a type parameter. */
function withWritten(member: Member, written: readonly Member[]): Member {
  const known = new Set(
    written.flatMap(({ type, declaration }) => (type.kind === 'written' ? [declaration] : [])),
  );
  const { twins = [], ...own } = member;
  const others = twins.filter(
    ({ type, declaration }) => type.kind !== 'checked' || !known.has(declaration),
  );
  return withTwins(own, [...others, ...written]);
}

/** `undefined` if the types differ. */
function intersected(member: Member, twins: readonly Member[]): Member | undefined {
  if (!twins.every((twin) => isSameType(twin, member))) return undefined;
  return { ...member, isOptional: twins.every(({ isOptional }) => isOptional) };
}

function isSameType({ type: one }: Member, { type: other }: Member): boolean {
  if (one === other) return true;
  return (
    one.kind === 'written' &&
    other.kind === 'written' &&
    one.node === other.node &&
    areSameArguments(one.typeArguments, other.typeArguments)
  );
}
