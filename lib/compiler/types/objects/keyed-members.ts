import { ts } from '../../program/typescript.js';
import { isRejection, reject, type Rejection } from '../../syntax/rejection.js';
import type { TypeScope } from '../type-reader.js';
import type { Members, MemberType } from './members.js';

/** The properties of `Record<Keys, T>`: one for each literal, or all others for `string`. */
export function keyedMembers(
  keys: ts.TypeNode,
  type: MemberType,
  scope: TypeScope,
): Members | Rejection {
  const reading = scope.readType(keys, scope);
  if (isRejection(reading)) return reading;
  if (reading.type.kind === 'string') return { properties: new Map(), additional: type };
  if (reading.type.kind !== 'enum') return reject('RR2001', keys);
  const names = reading.type.values.map(String);
  return { properties: new Map(names.map((name) => [name, { name, type, isOptional: false }])) };
}
