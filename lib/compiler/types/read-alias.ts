import { ts } from '../program/typescript.js';
import { isRejection, oneLine, reject, type Rejection } from '../syntax/rejection.js';
import { bindTypeArguments } from '../syntax/type-arguments.js';
import { orChecked } from './checked/or-checked.js';
import { hasTags, misplacedTag, readTags } from '../tags/read-tags.js';
import { strayTag } from '../tags/stray-tags.js';
import { isLost, withLimits } from './intersect-types.js';
import type { TypeScope } from './type-reader.js';
import type { AcceptedType, TypeReading } from './type-reading.js';

/** How many aliases of aliases are followed; an alias of itself ends here. */
const DEEPEST = 32;

/** Reads what a type alias stands for. A union of literals and an object get the name of the alias. */
export function readAlias(
  node: ts.TypeReferenceNode | ts.ImportTypeNode,
  symbol: ts.Symbol,
  scope: TypeScope,
): TypeReading {
  const declaration = symbol.declarations?.find(ts.isTypeAliasDeclaration);
  if (declaration === undefined || scope.depth > DEEPEST) return reject('RR2001', node);
  const given = { nodes: node.typeArguments, typeArguments: scope.typeArguments };
  const typeArguments = bindTypeArguments(declaration.typeParameters, given, scope.view.checker);
  const within = { ...scope, typeArguments, depth: scope.depth + 1 };
  const reading = scope.readType(declaration.type, within);
  if (scope.isReturned && !isRejection(reading)) return named(reading, symbol.name);
  if (!isRejection(reading)) return limited(named(reading, symbol.name), declaration);
  // A condition on a type parameter: the checker decides it where the argument is known.
  const isGeneric = declaration.typeParameters !== undefined;
  const checked = isGeneric ? orChecked(reading, node, scope) : reading;
  if (!isRejection(checked)) {
    const whole = named(checked, symbol.name);
    return scope.isReturned ? whole : limited(whole, declaration);
  }
  return checked.isInObject === true ? checked : atAlias(checked, node);
}

function named(reading: AcceptedType, name: string): AcceptedType {
  const { type } = reading;
  if ((type.kind !== 'enum' && type.kind !== 'object') || type.name !== undefined) return reading;
  return { ...reading, type: { ...type, name } };
}

/** Adds the limits that the tags of an alias state. */
function limited(reading: AcceptedType, declaration: ts.Declaration): TypeReading {
  const stray = strayTag(declaration);
  if (stray !== undefined) return stray;
  if (!hasTags(declaration)) return reading;
  const tags = readTags(declaration, reading.type);
  if (isRejection(tags)) return tags;
  if (tags.default !== undefined) return misplacedTag(declaration, ['default']);
  const type = withLimits(reading.type, tags.limits ?? {});
  return isLost(type) ? reject('RR2026', declaration, type.lost) : { ...reading, type };
}

/** Points at the line that uses the alias, and shows the rejected part of the alias beside it. */
function atAlias(rejection: Rejection, node: ts.Node): Rejection {
  const own = oneLine(node.getText());
  const text = rejection.text === own ? own : `${own} (${rejection.text})`;
  return { ...rejection, node, text };
}
