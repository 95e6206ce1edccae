import type { ts } from '../program/typescript.js';
import { isRejection, reject } from '../syntax/rejection.js';
import { orChecked } from './checked/or-checked.js';
import { readChecked } from './checked/read-checked-type.js';
import { readObject } from './objects/read-object.js';
import { readList } from './read-list.js';
import type { TypeScope } from './type-reader.js';
import { accept, type TypeReading } from './type-reading.js';

/** Reads a type of the language by its name: a date, a list, or a helper that keeps values as they are. */
export function readBuiltInType(
  node: ts.TypeReferenceNode | ts.ImportTypeNode,
  name: string,
  scope: TypeScope,
): TypeReading {
  const [argument] = node.typeArguments ?? [];
  if (name === 'Date') return accept({ kind: 'date' });
  if (argument === undefined) return reject('RR2001', node);
  if (name === 'Array' || name === 'ReadonlyArray') return readList(argument, scope);
  if (name === 'Readonly') return scope.readType(argument, scope);
  if (name === 'NonNullable') return withoutAbsence(scope.readType(argument, scope));
  if (OBJECT_HELPERS.has(name)) return orChecked(readObject(node, scope), node, scope);
  return CHECKED_HELPERS.has(name) ? readChecked(node, scope) : reject('RR2001', node);
}

/** Helpers whose result only the checker works out. */
const CHECKED_HELPERS: ReadonlySet<string> = new Set([
  'Exclude',
  'Extract',
  'Uppercase',
  'Lowercase',
  'Capitalize',
  'Uncapitalize',
]);

/** Helpers that make an object type. */
const OBJECT_HELPERS: ReadonlySet<string> = new Set([
  'Partial',
  'Required',
  'Pick',
  'Omit',
  'Record',
]);

function withoutAbsence(reading: TypeReading): TypeReading {
  if (isRejection(reading)) return reading;
  const { nullable: _nullable, ...type } = reading.type;
  return accept(type);
}
