import { ts } from '../../program/typescript.js';
import { isRejection, reject, type Rejection } from '../../syntax/rejection.js';
import type { TypeScope } from '../type-reader.js';
import { keyedMembers } from './keyed-members.js';
import { withProperties, type Member, type Members } from './members.js';

/** A helper of the language with its type arguments. */
interface Helper {
  readonly typeArguments?: ts.NodeArray<ts.TypeNode> | undefined;
}

/** The properties that a helper of the language leaves: `Pick`, `Omit`, `Partial`, `Record`. */
export function helperMembers(
  node: Helper & ts.Node,
  name: string,
  scope: TypeScope,
): Members | Rejection {
  const [first, second] = node.typeArguments ?? [];
  if (first === undefined) return reject('RR2001', node);
  if (name === 'Record' && second !== undefined) {
    const { typeArguments } = scope;
    return keyedMembers(first, { kind: 'written', node: second, typeArguments }, scope);
  }
  const change = second === undefined ? CHANGES.get(name) : undefined;
  const members = scope.readMembers(first, scope);
  if (isRejection(members)) return members;
  if (change !== undefined) return changed(members, change);
  const isPick = name === 'Pick';
  return second !== undefined && (isPick || name === 'Omit')
    ? selected(members, second, isPick, scope)
    : reject('RR2001', node);
}

/** What a helper makes of each property. */
const CHANGES: ReadonlyMap<string, (member: Member) => Member> = new Map([
  ['Readonly', (member) => member],
  ['Partial', (member) => withPresence(member, true)],
  ['Required', (member) => withPresence(member, false)],
]);

function changed(members: Members, change: (member: Member) => Member): Members {
  return withProperties(members, [...members.properties.values()].map(change));
}

/** A default does not apply to a property that a helper has made optional or required. */
function withPresence(member: Member, isOptional: boolean): Member {
  return { ...member, isOptional, hasNoDefault: true };
}

/** The properties that `Pick` keeps, or that `Omit` leaves. */
function selected(
  members: Members,
  keys: ts.TypeNode,
  isPick: boolean,
  scope: TypeScope,
): Members | Rejection {
  const reading = scope.readType(keys, scope);
  if (isRejection(reading)) return reading;
  if (reading.type.kind !== 'enum') return reject('RR2001', keys);
  const names = new Set(reading.type.values.map(String));
  const all = [...members.properties.values()];
  const kept = withProperties(
    members,
    all.filter(({ name }) => names.has(name) === isPick),
  );
  const { additional: _others, ...picked } = kept;
  return isPick ? picked : kept;
}
