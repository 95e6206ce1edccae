import type { ts } from '../program/typescript.js';
import { accept, type TypeReading, type TypeScope } from './type-reading.js';

/** Reads the type of a class's instances. `name` is the place where the source names the class. */
export function readInstance(symbol: ts.Symbol, name: ts.Node, scope: TypeScope): TypeReading {
  const key = scope.references.keyOf(symbol, name);
  return typeof key === 'string' ? accept({ kind: 'class', name: key }) : key;
}
