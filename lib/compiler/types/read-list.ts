import type { TypeSignature } from '../../model/signature/method-signature.js';
import { accept, isRejection, reject, type Reading } from '../syntax/rejection.js';
import { readType } from './read-type.js';
import type { Scope } from './type-reader.js';
import type { ts } from '../program/typescript.js';

/** Reads `T[]`, by the node of its elements. */
export function readList(elements: ts.TypeNode, scope: Scope): Reading {
  const reading = readType(elements, scope);
  return isRejection(reading) ? reading : listOf(reading.type, reading.optional, elements);
}

/** A list whose elements may be missing, or are no values of JSON, is none. */
export function listOf(
  items: TypeSignature,
  isOptional: true | undefined,
  elements: ts.Node,
): Reading {
  if (isOptional === true || items.kind === 'request' || isListOfClasses(items)) {
    return reject('RR2001', elements);
  }
  return accept({ kind: 'array', items });
}

/** Lists of lists are read for plain values alone. */
function isListOfClasses(type: TypeSignature): boolean {
  if (type.kind !== 'array') return false;
  return type.items.kind === 'class' || isListOfClasses(type.items);
}
