import { ts } from '../program/typescript.js';
import { arrayElement, hasTypeParameters, isNamed, nameIn, oneLine } from '../syntax/nodes.js';
import { isRejection, reject, type Rejection } from '../syntax/rejection.js';
import { readObjectLimits } from '../tags/read-tags.js';
import { withoutLoss, withoutLossAround } from './lost-limits.js';
import { visitNames } from './read-checked-type.js';
import { listOf } from './read-enum.js';
import { type TypeScope, type TypeReading, typeOf } from './type-reading.js';
import { originOf } from './type-origin.js';
import { isLost, withLimits } from './union-of.js';

/**
 * An object, a condition, a mapped type, a helper: the checker knows what it is, and its annotation leads to the limits
 * of its parts.
 */
export function readComposed(type: ts.Type, node: ts.TypeNode, scope: TypeScope): TypeReading {
  if (!isOfAnnotation(type, node, scope)) return readLost(type, node, scope);
  // The declarations of an object are visited with its properties.
  if (!type.isClassOrInterface()) visitNames(node, scope);
  const { typeArguments, declarations, rejection } = originOf(
    node,
    scope.typeArguments,
    scope.view,
  );
  if (rejection !== undefined) return rejection;
  const isOpen = scope.typeArguments.size > 0 && hasTypeParameters(node, scope.view.checker);
  const within = isOpen ? [...scope.within, node] : [node];
  const target = { ...scope, typeArguments, within };
  const reading = isOpen
    ? readLost(type, node, target)
    : withoutLoss(scope.readCheckedType(type, node, target), node, scope.view);
  if (isRejection(reading)) return withTypeText(reading, type, scope);
  if (reading.type.kind !== 'object') return reading;
  const limits = readObjectLimits(declarations);
  if (isRejection(limits)) return limits;
  const limited = withLimits(reading.type, limits);
  return isLost(limited) ? reject('RR2026', node, limited.lost) : { ...reading, type: limited };
}

/** Adds the type that the checker has found to the text of a rejection, unless it is there already. */
function withTypeText(rejection: Rejection, type: ts.Type, { view }: TypeScope): Rejection {
  const isWhole = rejection.rejected === 'RR2001' && (type.flags & ts.TypeFlags.Object) === 0;
  if (!isWhole || rejection.isInObject === true) return rejection;
  const text = oneLine(view.checker.typeToString(type));
  return rejection.text.includes(text)
    ? rejection
    : { ...rejection, text: `${rejection.text} (${text})` };
}

/** Reads a type whose limits the source does not show. */
export function readLost(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading {
  return withoutLossAround(scope.readCheckedType(type, node, scope), node, scope);
}

/** An annotation with type parameters may stand for another type than the checker has made of it. */
function isOfAnnotation(
  type: ts.Type,
  node: ts.TypeNode,
  { typeArguments, view: { checker, resolve } }: TypeScope,
): boolean {
  if (typeArguments.size === 0 || !hasTypeParameters(node, checker)) return true;
  const declarations: readonly ts.Node[] = type.getSymbol()?.declarations ?? [];
  if (ts.isTypeLiteralNode(node) || ts.isMappedTypeNode(node)) return declarations.includes(node);
  const name = isNamed(node) ? nameIn(node) : undefined;
  const symbol = name === undefined ? undefined : resolve(name);
  const declared = symbol?.declarations?.find(ts.isInterfaceDeclaration);
  return declared === undefined || declarations.includes(declared);
}

/** `T[]`, and `Array<T>`. */
export function readElements(elements: ts.TypeNode, type: ts.Type, scope: TypeScope): TypeReading {
  const { checker } = scope.view;
  const element =
    typeOf(elements, scope) ?? arrayElement(checker.getNonNullableType(type), checker);
  if (element === undefined) return reject('RR2001', elements.parent);
  const within = scope.outer.length === 0 ? scope : { ...scope, path: `${scope.path}[]` };
  const reading = scope.readType(element, elements, elements, within);
  return isRejection(reading) ? reading : listOf(reading, elements);
}
