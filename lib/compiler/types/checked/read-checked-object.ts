import type { ts } from '../../program/typescript.js';
import { reject } from '../../syntax/rejection.js';
import { readInstance } from '../read-instance.js';
import type { TypeScope } from '../type-reader.js';
import { accept, type TypeReading } from '../type-reading.js';

/** Reads an object type of the checker: the request, `Date`, or an instance of a class. */
export function readCheckedObject(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const { view } = scope;
  const symbol: ts.Symbol | undefined = type.getSymbol();
  symbol?.declarations?.forEach(view.visit);
  if (view.ourName(symbol) === 'RestRequest') return accept({ kind: 'request' });
  if (symbol === undefined) return reject('RR2001', node);
  if (view.isBuiltIn(symbol)) {
    return symbol.name === 'Date' ? accept({ kind: 'date' }) : reject('RR2001', node);
  }
  return isInstance(type) ? readInstance(symbol, node, scope) : reject('RR2001', node);
}

function isInstance(type: ts.Type): boolean {
  return type.isClass() || (type as ts.TypeReference).target?.isClass() === true;
}
