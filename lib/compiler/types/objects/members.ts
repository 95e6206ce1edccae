import type { ts } from '../../program/typescript.js';
import type { Rejection } from '../../syntax/rejection.js';
import type { BoundType } from '../../syntax/type-arguments.js';

/** The type of a property or of the values of a map: as written, or as only the checker knows it. */
export type MemberType =
  | ({ readonly kind: 'written' } & BoundType)
  | { readonly kind: 'checked'; readonly type: ts.Type }
  | { readonly kind: 'method' }
  | { readonly kind: 'rejected'; readonly rejection: Rejection };

/** A property of an object type. */
export interface Member {
  readonly name: string;
  readonly type: MemberType;
  readonly isOptional: boolean;
  /** Present where a mapped type adds `null` to the type, or takes it away. */
  readonly isNullable?: boolean;
  /** Has the docstring; absent for a property that a mapped type makes. */
  readonly declaration?: ts.Declaration;
  /** A helper has changed whether the property may be absent, so its default does not apply. */
  readonly hasNoDefault?: true;
}

/** The properties of an object type, by name, and the type of all others where it is open. */
export interface Members {
  readonly properties: ReadonlyMap<string, Member>;
  readonly additional?: MemberType;
}

/** Several lists of properties in one; a later one takes the place of an earlier one of its name. */
export function joinMembers(all: readonly Members[]): Members {
  const properties = new Map<string, Member>();
  for (const member of all.flatMap((one) => [...one.properties.values()])) {
    properties.delete(member.name);
    properties.set(member.name, member);
  }
  const additional = all.findLast((one) => one.additional !== undefined)?.additional;
  return additional === undefined ? { properties } : { properties, additional };
}

/** The same object with other properties. */
export function withProperties(members: Members, properties: readonly Member[]): Members {
  return { ...members, properties: new Map(properties.map((member) => [member.name, member])) };
}
