import type { ts } from '../program/typescript.js';
import { isRejection, reject } from '../syntax/nodes.js';
import { accept, type AcceptedType, type TypeReading, type TypeScope } from './type-reading.js';

/** Reads `T[]`, by the node of its elements. */
export function readList(elements: ts.TypeNode, scope: TypeScope): TypeReading {
  const reading = scope.readType(elements, inList(scope));
  return isRejection(reading) ? reading : listOf(reading, elements);
}

/** The scope of the elements of a list within an object. */
function inList(scope: TypeScope): TypeScope {
  return scope.outer.length === 0 ? scope : { ...scope, path: `${scope.path}[]` };
}

/** The list of elements of one type. Elements may be neither `undefined` nor the request. */
export function listOf({ type, optional }: AcceptedType, elements: ts.Node): TypeReading {
  return optional === true || type.kind === 'request'
    ? reject('RR2001', elements)
    : accept({ kind: 'array', items: type });
}
