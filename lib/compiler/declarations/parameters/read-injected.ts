import type { ts } from '../../program/typescript.js';
import { reject } from '../../syntax/rejection.js';
import { readInstance } from '../../types/read-instance.js';
import type { TypeScope } from '../../types/type-reader.js';
import { accept, type TypeReading } from '../../types/type-reading.js';

/** Reads the class that `@Param({ inject: TheClass })` names. */
export function readInjected(expression: ts.Expression, scope: TypeScope): TypeReading {
  const symbol = scope.view.resolve(expression);
  if (symbol === undefined) return reject('RR2003', expression);
  return scope.view.ourName(symbol) === 'RestRequest'
    ? accept({ kind: 'request' })
    : readInstance(symbol, expression, scope);
}
