import { ts } from '../program/typescript.js';
import { bindTypeArguments, nameIn, oneLine, type NamedNode } from '../syntax/nodes.js';
import { reject, isRejection, type Rejection } from '../syntax/rejection.js';
import { statesTags, misplacedTag, strayTag, isDefaultTag } from '../tags/doc-comments.js';
import { readTags } from '../tags/read-tags.js';
import { readEnum, readEnumMember, readInstance } from './read-enum.js';
import {
  type TypeScope,
  accept,
  type TypeReading,
  type AcceptedType,
  typeOf,
} from './type-reading.js';
import { isLost, withLimits } from './union-of.js';
import { readComposed, readElements, readLost } from './read-composed.js';

/** An alias of itself ends here. */
const DEEPEST = 32;

/** An alias, an enum, a class, a type parameter, a type of the language. */
export function readReference(node: NamedNode, type: ts.Type, scope: TypeScope): TypeReading {
  const { view } = scope;
  const name = nameIn(node);
  if (name === undefined) return reject('RR2001', node);
  const symbol = view.resolve(name);
  if (symbol === undefined) return reject('RR2003', node);
  if ((symbol.flags & ts.SymbolFlags.TypeParameter) !== 0) {
    return readParameter(node, symbol, type, scope);
  }
  const isKnown = view.ourName(symbol) !== undefined || view.injectedName(symbol) !== undefined;
  if (isKnown) return scope.readCheckedType(type, node, scope);
  if (view.isBuiltIn(symbol)) return readBuiltInType(node, symbol.name, type, scope);
  return readDeclared(node, name, symbol, type, scope);
}

function readDeclared(
  node: NamedNode,
  name: ts.Node,
  symbol: ts.Symbol,
  type: ts.Type,
  scope: TypeScope,
): TypeReading {
  const { flags } = symbol;
  if ((flags & ts.SymbolFlags.Class) !== 0) return readInstance(symbol, name, scope);
  if ((flags & ts.SymbolFlags.Enum) !== 0) return readEnum(node, symbol, scope);
  if ((flags & ts.SymbolFlags.EnumMember) !== 0) return readEnumMember(node, symbol, scope);
  if ((flags & ts.SymbolFlags.TypeAlias) !== 0) return readAlias(node, symbol, type, scope);
  if ((flags & ts.SymbolFlags.Interface) === 0) return reject('RR2001', node);
  return readComposed(type, node, scope);
}

/** The type that the subclass, or the user of an alias, gives for a type parameter. */
function readParameter(
  node: ts.Node,
  parameter: ts.Symbol,
  type: ts.Type,
  scope: TypeScope,
): TypeReading {
  const bound = scope.typeArguments.get(parameter);
  if (bound === undefined) return readLost(type, node, scope);
  const within = { ...scope, typeArguments: bound.typeArguments };
  return scope.readType(type, bound.node, node, within);
}

/** A list, or a helper that keeps values as they are. */
function readBuiltInType(
  node: NamedNode,
  name: string,
  type: ts.Type,
  scope: TypeScope,
): TypeReading {
  const [argument] = node.typeArguments ?? [];
  if (argument === undefined) return scope.readCheckedType(type, node, scope);
  if (name === 'Array' || name === 'ReadonlyArray') return readElements(argument, type, scope);
  const isKept = name === 'Readonly' || name === 'NonNullable';
  const kept = isKept ? typeOf(argument, scope) : undefined;
  if (kept === undefined) return readComposed(type, node, scope);
  const reading = scope.readType(kept, argument, node, scope);
  return name === 'NonNullable' ? withoutAbsence(reading) : reading;
}

function withoutAbsence(reading: TypeReading): TypeReading {
  if (isRejection(reading)) return reading;
  const { nullable: _nullable, ...type } = reading.type;
  return accept(type);
}

/** A union of literals and an object get the name of the alias. */
function readAlias(
  node: NamedNode,
  symbol: ts.Symbol,
  type: ts.Type,
  scope: TypeScope,
): TypeReading {
  const declaration = symbol.declarations?.find(ts.isTypeAliasDeclaration);
  if (declaration === undefined) return reject('RR2001', node);
  if (scope.depth > DEEPEST) return reject('RR2020', node);
  const { typeArguments, view } = scope;
  const { typeParameters } = declaration;
  const within = {
    ...scope,
    typeArguments: bindTypeArguments(
      typeParameters,
      node.typeArguments,
      typeArguments,
      view.checker,
    ),
    depth: scope.depth + 1,
  };
  const reading = scope.readType(type, declaration.type, node, within);
  if (!isRejection(reading)) return limited(named(reading, symbol.name), declaration);
  return reading.isInObject === true ? reading : atAlias(reading, node);
}

function named(reading: AcceptedType, name: string): AcceptedType {
  const { type } = reading;
  if ((type.kind !== 'enum' && type.kind !== 'object') || type.name !== undefined) return reading;
  return { ...reading, type: { ...type, name } };
}

function limited(reading: AcceptedType, declaration: ts.Declaration): TypeReading {
  const stray = strayTag(declaration);
  if (stray !== undefined) return stray;
  if (!statesTags(declaration)) return reading;
  const tags = readTags(declaration, reading.type);
  if (isRejection(tags)) return tags;
  if (tags.default !== undefined) return misplacedTag(declaration, isDefaultTag);
  const type = withLimits(reading.type, tags.limits ?? {});
  return isLost(type) ? reject('RR2026', declaration, type.lost) : { ...reading, type };
}

/** Points at the line that uses the alias, and shows the rejected part of the alias beside it. */
function atAlias(rejection: Rejection, node: ts.Node): Rejection {
  const own = oneLine(node.getText());
  if (rejection.text.startsWith(`${own},`)) return { ...rejection, node };
  const text = rejection.text === own ? own : `${own} (${rejection.text})`;
  return { ...rejection, node, text };
}
