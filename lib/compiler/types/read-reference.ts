import { readChecked } from './read-checked-type.js';
import { readEnum, readEnumMember } from './read-enum.js';
import { readList } from './read-list.js';
import { readType } from './read-type.js';
import { accept, isRejection, oneLine, reject, type Reading } from '../syntax/rejection.js';
import { bindTypeArguments, type Scope } from './type-reader.js';
import { ts } from '../program/typescript.js';

/** So many aliases of aliases are followed; an alias of itself ends here. */
const DEEPEST = 32;

/** A type by its name. */
type NamedType = ts.TypeReferenceNode | ts.ImportTypeNode;

/** Reads a type that is named: an alias, an enum, a class, a type parameter, a type of the language. */
export function readReference(node: ts.TypeReferenceNode, scope: Scope): Reading {
  return readNamed(node, node.typeName, scope);
}

/** Reads `import('./file.js').Name`. */
export function readImportType(node: ts.ImportTypeNode, scope: Scope): Reading {
  return node.qualifier === undefined || node.isTypeOf
    ? reject('RR2001', node)
    : readNamed(node, node.qualifier, scope);
}

function readNamed(node: NamedType, name: ts.EntityName, scope: Scope): Reading {
  const { view } = scope;
  const symbol = view.resolve(name);
  if (symbol === undefined) return reject('RR2003', node);
  if ((symbol.flags & ts.SymbolFlags.TypeParameter) !== 0)
    return readParameter(node, symbol, scope);
  if (view.ourName(symbol) === 'int') return accept({ kind: 'integer' });
  if (view.ourName(symbol) === 'RestRequest') return accept({ kind: 'request' });
  if (view.isBuiltIn(symbol)) return readBuiltIn(node, symbol.name, scope);
  return readDeclared(node, name, symbol, scope);
}

function readDeclared(
  node: NamedType,
  name: ts.EntityName,
  symbol: ts.Symbol,
  scope: Scope,
): Reading {
  const { flags } = symbol;
  if ((flags & ts.SymbolFlags.Class) !== 0) return readClass(name, symbol, scope);
  if ((flags & ts.SymbolFlags.Enum) !== 0) return readEnum(node, symbol, scope);
  if ((flags & ts.SymbolFlags.EnumMember) !== 0) return readEnumMember(node, symbol, scope);
  if ((flags & ts.SymbolFlags.TypeAlias) !== 0) return readAlias(node, symbol, scope);
  return reject((flags & ts.SymbolFlags.Interface) !== 0 ? 'RR2014' : 'RR2001', node);
}

/** A type parameter is what the subclass, or whoever names the alias, gives for it. */
function readParameter(node: ts.Node, symbol: ts.Symbol, scope: Scope): Reading {
  const bound = scope.typeArguments.get(symbol);
  return bound === undefined
    ? reject('RR2004', node)
    : readType(bound.node, { ...scope, typeArguments: bound.typeArguments });
}

function readAlias(node: NamedType, symbol: ts.Symbol, scope: Scope): Reading {
  const declaration = symbol.declarations?.find(ts.isTypeAliasDeclaration);
  if (declaration === undefined || scope.depth > DEEPEST) return reject('RR2001', node);
  const typeArguments = bindTypeArguments(scope, declaration.typeParameters, node.typeArguments);
  const reading = readType(declaration.type, { ...scope, typeArguments, depth: scope.depth + 1 });
  if (!isRejection(reading)) return named(reading, symbol.name);
  // A condition on a type parameter: the checker decides it where the argument is known.
  const checked = node.typeArguments === undefined ? reading : readChecked(node, scope);
  if (!isRejection(checked)) return named(checked, symbol.name);
  // The user's own line is the place to mend; what stands behind the name is told beside it.
  const own = oneLine(node.getText());
  const text = reading.text === own ? own : `${own} (${reading.text})`;
  return { ...reading, node, text };
}

/** A union of literals has the name of its alias. */
function named(reading: Reading, name: string): Reading {
  if (isRejection(reading) || reading.type.kind !== 'enum' || reading.type.name !== undefined) {
    return reading;
  }
  const { kind, values, ...rest } = reading.type;
  return { ...reading, type: { kind, name, values, ...rest } };
}

function readClass(name: ts.EntityName, symbol: ts.Symbol, scope: Scope): Reading {
  const key = scope.references.keyOf(symbol, name);
  return typeof key === 'string' ? accept({ kind: 'class', name: key }) : key;
}

/** The types of the language: lists, dates, and the helpers that leave a value what it is. */
function readBuiltIn(node: NamedType, name: string, scope: Scope): Reading {
  const [argument] = node.typeArguments ?? [];
  if (name === 'Date') return accept({ kind: 'date' });
  if (argument === undefined) return reject('RR2001', node);
  if (name === 'Array' || name === 'ReadonlyArray') return readList(argument, scope);
  if (name === 'Readonly') return readType(argument, scope);
  if (name === 'NonNullable') return withoutAbsence(readType(argument, scope));
  return HELPERS.has(name) ? readChecked(node, scope) : reject('RR2001', node);
}

/** Helpers whose result only the checker works out. */
const HELPERS: ReadonlySet<string> = new Set([
  'Exclude',
  'Extract',
  'Uppercase',
  'Lowercase',
  'Capitalize',
  'Uncapitalize',
]);

function withoutAbsence(reading: Reading): Reading {
  if (isRejection(reading)) return reading;
  const { nullable: _nullable, ...type } = reading.type;
  return accept(type);
}
