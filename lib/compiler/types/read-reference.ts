import { ts } from '../program/typescript.js';
import {
  reject,
  isRejection,
  oneLine,
  type Rejection,
  accept,
  type TypeReading,
  type AcceptedType,
  nameIn,
  type NamedNode,
} from '../syntax/nodes.js';
import { hasTags, misplacedTag, strayTag, isDefaultTag } from '../tags/doc-comments.js';
import { readTags } from '../tags/read-tags.js';
import { objectOf, readObject } from './objects/read-object.js';
import { interfaceMembers } from './objects/written-members.js';
import { readChecked, readKnown, orChecked } from './read-checked-type.js';
import { readEnum, readEnumMember, readList, readInstance } from './read-enum.js';
import { readBound, withArguments, type TypeScope } from './type-reading.js';
import { isLost, withLimits } from './union-of.js';

/** An alias of itself ends here. */
const DEEPEST = 32;

/** Helpers whose result only the checker can resolve. */
const CHECKED_HELPERS: ReadonlySet<string> = new Set([
  'Exclude',
  'Extract',
  'Uppercase',
  'Lowercase',
  'Capitalize',
  'Uncapitalize',
]);

const OBJECT_HELPERS: ReadonlySet<string> = new Set([
  'Partial',
  'Required',
  'Pick',
  'Omit',
  'Record',
]);

/** An alias, an enum, a class, a type parameter, a type of the language. */
export function readReference(node: NamedNode, scope: TypeScope): TypeReading {
  const { view } = scope;
  const name = nameIn(node);
  if (name === undefined) return reject('RR2001', node);
  const symbol = view.resolve(name);
  if (symbol === undefined) return reject('RR2003', node);
  if ((symbol.flags & ts.SymbolFlags.TypeParameter) !== 0)
    return readBound(node, symbol, scope, scope.readType);
  if (view.ourName(symbol) === 'int') return accept({ kind: 'integer' });
  const known = readKnown(symbol, scope);
  if (known !== undefined) return known;
  if (view.isBuiltIn(symbol)) return readBuiltInType(node, symbol.name, scope);
  return readDeclared(node, name, symbol, scope);
}

function readDeclared(
  node: NamedNode,
  name: ts.Node,
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

function readInterface(node: NamedNode, symbol: ts.Symbol, scope: TypeScope): TypeReading {
  if (scope.mode !== 'received') return reject('RR2014', node);
  const declaration = symbol.declarations?.find(ts.isInterfaceDeclaration);
  const { typeArguments } = withArguments(declaration, node, scope);
  const open = { name: symbol.name, of: symbol, typeArguments };
  return orChecked(objectOf(interfaceMembers(node, symbol, scope), open, node, scope), node, scope);
}

/** A list, or a helper that keeps values as they are. */
function readBuiltInType(node: NamedNode, name: string, scope: TypeScope): TypeReading {
  const [argument] = node.typeArguments ?? [];
  if (argument === undefined) return reject('RR2001', node);
  if (name === 'Array' || name === 'ReadonlyArray') return readList(argument, scope);
  if (name === 'Readonly') return scope.readType(argument, scope);
  if (name === 'NonNullable') return withoutAbsence(scope.readType(argument, scope));
  if (OBJECT_HELPERS.has(name)) return orChecked(readObject(node, scope), node, scope);
  return CHECKED_HELPERS.has(name) ? readChecked(node, scope) : reject('RR2001', node);
}

function withoutAbsence(reading: TypeReading): TypeReading {
  if (isRejection(reading)) return reading;
  const { nullable: _nullable, ...type } = reading.type;
  return accept(type);
}

/** A union of literals and an object get the name of the alias. */
function readAlias(node: NamedNode, symbol: ts.Symbol, scope: TypeScope): TypeReading {
  const declaration = symbol.declarations?.find(ts.isTypeAliasDeclaration);
  if (declaration === undefined || scope.depth > DEEPEST) return reject('RR2001', node);
  const within = withArguments(declaration, node, scope);
  const reading = scope.readType(declaration.type, { ...within, depth: scope.depth + 1 });
  if (scope.mode !== 'received' && !isRejection(reading)) return named(reading, symbol.name);
  if (!isRejection(reading)) return limited(named(reading, symbol.name), declaration);
  // A condition on a type parameter: the checker decides it when the argument is known.
  const isGeneric = declaration.typeParameters !== undefined;
  const checked = isGeneric ? orChecked(reading, node, scope) : reading;
  if (!isRejection(checked)) {
    const whole = named(checked, symbol.name);
    return scope.mode !== 'received' ? whole : limited(whole, declaration);
  }
  return checked.isInObject === true ? checked : atAlias(checked, node);
}

function named(reading: AcceptedType, name: string): AcceptedType {
  const { type } = reading;
  if ((type.kind !== 'enum' && type.kind !== 'object') || type.name !== undefined) return reading;
  return { ...reading, type: { ...type, name } };
}

function limited(reading: AcceptedType, declaration: ts.Declaration): TypeReading {
  const stray = strayTag(declaration);
  if (stray !== undefined) return stray;
  if (!hasTags(declaration)) return reading;
  const tags = readTags(declaration, reading.type);
  if (isRejection(tags)) return tags;
  if (tags.default !== undefined) return misplacedTag(declaration, isDefaultTag);
  const type = withLimits(reading.type, tags.limits ?? {});
  return isLost(type) ? reject('RR2026', declaration, type.lost) : { ...reading, type };
}

/** Points at the line that uses the alias, and shows the rejected part of the alias beside it. */
function atAlias(rejection: Rejection, node: ts.Node): Rejection {
  const own = oneLine(node.getText());
  const text = rejection.text === own ? own : `${own} (${rejection.text})`;
  return { ...rejection, node, text };
}
