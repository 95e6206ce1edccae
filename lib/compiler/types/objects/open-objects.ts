import type { ts } from '../../program/typescript.js';
import { reject, type Rejection } from '../../syntax/rejection.js';
import { areSameArguments } from '../../syntax/type-arguments.js';
import type { OpenObject, TypeScope } from '../type-reader.js';

/** Objects within objects are read to this depth. */
const DEEPEST = 16;
/** The number of objects in one parameter: types that tools generate have no end. */
const MOST = 500;

/** An object type where it is used. */
export interface ObjectPlace extends OpenObject {
  readonly node: ts.Node;
  readonly name: string | undefined;
}

/** The scope of the properties of an object, or a rejection of an object that would never end. */
export function openObject(place: ObjectPlace, scope: TypeScope): TypeScope | Rejection {
  const { node, name } = place;
  const { outer, count } = scope;
  if (outer.some((one) => isSameObject(one, place))) {
    const prefix = name === undefined ? '' : `${name}, `;
    return reject('RR2020', node, `${prefix}which contains itself as ${scope.path}`);
  }
  if (outer.length >= DEEPEST) {
    return reject('RR2021', node, `${scope.path}, more than ${DEEPEST} objects deep`);
  }
  if ((count.objects += 1) > MOST) {
    return reject('RR2021', node, `${scope.path}, after ${MOST} objects`);
  }
  const path = outer.length === 0 ? (name ?? '') : scope.path;
  return { ...scope, outer: [...outer, place], path };
}

function isSameObject(one: OpenObject, other: OpenObject): boolean {
  return one.of === other.of && areSameArguments(one.typeArguments, other.typeArguments);
}

/** The scope of one property. */
export function atProperty(name: string, scope: TypeScope): TypeScope {
  return { ...scope, path: scope.path === '' ? name : `${scope.path}.${name}` };
}
