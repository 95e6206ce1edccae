import type { ValueLimits } from '../../../schema/vocabulary.js';
import { joinLimits } from '../../../routes/declaration/type-by-hand.js';
import type { ts } from '../../program/typescript.js';
import type { BoundType, Rejection } from '../../syntax/nodes.js';

/**
 * The type of a property or of the values of a map: as written, or as the checker knows it at the node of the whole
 * object.
 */
export type MemberType =
  | ({ readonly kind: 'written' } & BoundType)
  | { readonly kind: 'checked'; readonly type: ts.Type; readonly within: ts.Node }
  | { readonly kind: 'method' }
  | { readonly kind: 'rejected'; readonly rejection: Rejection };

export interface Member {
  readonly name: string;
  readonly type: MemberType;
  readonly isOptional: boolean;
  /** Present if a mapped type adds `null` to the type, or removes it. */
  readonly isNullable?: boolean;
  /** The node with the docstring; absent for a property that a mapped type makes. */
  readonly declaration?: ts.Declaration;
  /** A helper has changed whether the property may be absent. */
  readonly hasNoDefault?: true;
  /** The property as other parts of the type declare it: their limits apply too. */
  readonly twins?: readonly Member[];
}

/** The properties of an object type, by name, and the type of all others if it is open. */
export interface Members {
  readonly properties: ReadonlyMap<string, Member>;
  readonly additional?: MemberType;
  /** The limits of the object as a whole: `@minProperties` of an interface. */
  readonly limits?: ValueLimits;
}

/** If a name repeats, the last property wins, with the limits of the earlier ones added. */
export function joinMembers(all: readonly Members[]): Members {
  const properties = new Map<string, Member>();
  for (const member of all.flatMap((one) => [...one.properties.values()])) {
    const earlier = properties.get(member.name);
    properties.delete(member.name);
    properties.set(member.name, withTwins(member, earlier === undefined ? [] : [earlier]));
  }
  const additional = all.findLast((one) => one.additional !== undefined)?.additional;
  const limits = all.reduce((joined, one) => joinLimits(joined, one.limits ?? {}).limits, {});
  return withObjectLimits(
    additional === undefined ? { properties } : { properties, additional },
    limits,
  );
}

export function withObjectLimits(members: Members, limits: ValueLimits): Members {
  const joined = joinLimits(members.limits ?? {}, limits).limits;
  return Object.keys(joined).length === 0 ? members : { ...members, limits: joined };
}

export function withProperties(members: Members, properties: readonly Member[]): Members {
  return { ...members, properties: new Map(properties.map((member) => [member.name, member])) };
}

export function changeProperties(members: Members, change: (member: Member) => Member): Members {
  return withProperties(members, [...members.properties.values()].map(change));
}

export function withTwins(member: Member, twins: readonly Member[]): Member {
  return twins.length === 0 ? member : { ...member, twins: [...(member.twins ?? []), ...twins] };
}
