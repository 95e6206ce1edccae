import type { ts } from '../../program/typescript.js';
import { isRejection, reject, type Rejection } from '../../syntax/rejection.js';
import { areSameArguments, hasTypeParameters } from '../../syntax/type-arguments.js';
import type { TypeScope } from '../type-reader.js';
import { checkedMembers } from './checked-members.js';
import { joinMembers, withProperties, withTwins, type Member, type Members } from './members.js';

/**
 * The properties of `A & B`. A property of both that has two types is left to the checker, which
 * intersects them; the limits of all parts hold.
 */
export function intersectedMembers(
  node: ts.IntersectionTypeNode,
  scope: TypeScope,
): Members | Rejection {
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
  return withProperties(
    checked,
    [...checked.properties.values()].map((member) => withWritten(member, twinsOf(member))),
  );
}

/** A property of the checker with those of the parts, which show what a type parameter stands for. */
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

/** The property of several objects; `undefined` where its types differ. */
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
