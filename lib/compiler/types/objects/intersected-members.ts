import type { ts } from '../../program/typescript.js';
import { isRejection, reject, type Rejection } from '../../syntax/rejection.js';
import { areSameArguments } from '../../syntax/type-arguments.js';
import type { TypeScope } from '../type-reader.js';
import { joinMembers, withProperties, type Member, type Members } from './members.js';

/**
 * The properties of `A & B`. A property of both that has two types is left to the checker, which
 * intersects them.
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
  const members = [...joined.properties.values()].flatMap((member) => {
    const twins = parts.flatMap(({ properties }) => properties.get(member.name) ?? []);
    return intersected(member, twins) ?? [];
  });
  return isOpen || members.length < joined.properties.size
    ? reject('RR2001', node)
    : withProperties(joined, members);
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
