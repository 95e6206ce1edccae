import type { ts } from '../../program/typescript.js';
import { reject } from '../../syntax/rejection.js';
import { NO_TYPE_ARGUMENTS } from '../../syntax/type-arguments.js';
import { checkedMembers } from '../objects/checked-members.js';
import { objectOf } from '../objects/read-object.js';
import { readInstance } from '../read-instance.js';
import { objectName } from '../returned/described-object.js';
import type { TypeScope } from '../type-reader.js';
import { accept, type TypeReading } from '../type-reading.js';

/** Reads an object type of the checker: the request, `Date`, an instance of a class, or a plain object. */
export function readCheckedObject(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const { view } = scope;
  const symbol: ts.Symbol | undefined = type.getSymbol();
  symbol?.declarations?.forEach(view.visit);
  if (view.ourName(symbol) === 'RestRequest') return accept({ kind: 'request' });
  if (view.ourName(symbol) === 'UploadedFile' && !scope.isReturned) return accept({ kind: 'file' });
  // An intersection has no symbol.
  if (symbol === undefined) return readPlain(type, node, scope);
  if (view.isBuiltIn(symbol) && symbol.name === 'Date') return accept({ kind: 'date' });
  if (isInstance(type)) return readInstance(symbol, node, scope);
  return readPlain(type, node, scope);
}

/** Reads an object by the properties that the checker knows. */
function readPlain(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  const members = scope.isReturned ? undefined : checkedMembers(type, node, scope.view);
  if (members === undefined) return reject('RR2001', node);
  const symbol: ts.Symbol | undefined = type.aliasSymbol ?? type.getSymbol();
  const name = symbol === undefined ? undefined : objectName(symbol, scope.view);
  return objectOf(members, { node, name, of: type, typeArguments: NO_TYPE_ARGUMENTS }, scope);
}

function isInstance(type: ts.Type): boolean {
  return type.isClass() || (type as ts.TypeReference).target?.isClass() === true;
}
