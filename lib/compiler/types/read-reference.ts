import { ts } from '../program/typescript.js';
import { reject } from '../syntax/rejection.js';
import { orChecked } from './checked/or-checked.js';
import { readAlias } from './read-alias.js';
import { readBuiltInType } from './read-built-in-type.js';
import { readInstance } from './read-instance.js';
import { interfaceArguments, interfaceMembers } from './objects/interface-members.js';
import { objectOf } from './objects/read-object.js';
import { readEnum, readEnumMember } from './enums/read-enum.js';
import type { TypeScope } from './type-reader.js';
import { accept, type TypeReading } from './type-reading.js';

/** A type by its name. */
type NamedType = ts.TypeReferenceNode | ts.ImportTypeNode;

/** Reads a named type: an alias, an enum, a class, a type parameter, a type of the language. */
export function readReference(node: ts.TypeReferenceNode, scope: TypeScope): TypeReading {
  return readNamed(node, node.typeName, scope);
}

/** Reads `import('./file.js').Name`. */
export function readImportType(node: ts.ImportTypeNode, scope: TypeScope): TypeReading {
  return node.qualifier === undefined || node.isTypeOf
    ? reject('RR2001', node)
    : readNamed(node, node.qualifier, scope);
}

function readNamed(node: NamedType, name: ts.EntityName, scope: TypeScope): TypeReading {
  const { view } = scope;
  const symbol = view.resolve(name);
  if (symbol === undefined) return reject('RR2003', node);
  if ((symbol.flags & ts.SymbolFlags.TypeParameter) !== 0)
    return readTypeParameter(node, symbol, scope);
  if (view.ourName(symbol) === 'int') return accept({ kind: 'integer' });
  if (view.ourName(symbol) === 'RestRequest') return accept({ kind: 'request' });
  if (view.ourName(symbol) === 'UploadedFile' && !scope.isReturned) return accept({ kind: 'file' });
  if (view.isBuiltIn(symbol)) return readBuiltInType(node, symbol.name, scope);
  return readDeclared(node, name, symbol, scope);
}

function readDeclared(
  node: NamedType,
  name: ts.EntityName,
  symbol: ts.Symbol,
  scope: TypeScope,
): TypeReading {
  const { flags } = symbol;
  if ((flags & ts.SymbolFlags.Class) !== 0) return readInstance(symbol, name, scope);
  if ((flags & ts.SymbolFlags.Enum) !== 0) return readEnum(node, symbol, scope);
  if ((flags & ts.SymbolFlags.EnumMember) !== 0) return readEnumMember(node, symbol, scope);
  if ((flags & ts.SymbolFlags.TypeAlias) !== 0) return readAlias(node, symbol, scope);
  return (flags & ts.SymbolFlags.Interface) === 0
    ? reject('RR2001', node)
    : readInterface(node, symbol, scope);
}

function readInterface(node: NamedType, symbol: ts.Symbol, scope: TypeScope): TypeReading {
  if (scope.isReturned) return reject('RR2014', node);
  const { name } = symbol;
  const typeArguments = interfaceArguments(node, symbol, scope);
  const place = { node, name, of: symbol, typeArguments };
  return orChecked(objectOf(interfaceMembers(node, symbol, scope), place, scope), node, scope);
}

/** Reads the type that the subclass, or the user of the alias, gives for a type parameter. */
function readTypeParameter(node: ts.Node, symbol: ts.Symbol, scope: TypeScope): TypeReading {
  const bound = scope.typeArguments.get(symbol);
  return bound === undefined
    ? reject('RR2004', node)
    : scope.readType(bound.node, { ...scope, typeArguments: bound.typeArguments });
}
