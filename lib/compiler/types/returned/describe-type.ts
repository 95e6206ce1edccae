import type { TypeSignature } from '../../../model/signature/method-signature.js';
import { ts } from '../../program/typescript.js';
import { isRejection, oneLine } from '../../syntax/rejection.js';
import { arrayElement, unionMembers } from '../checked/checker-types.js';
import { readCheckedType } from '../checked/read-checked-type.js';
import type { TypeScope } from '../type-reader.js';
import { describeObject } from './describe-object.js';
import { describeTuple, describeUnion } from './describe-union.js';
import { linkedType } from './described-object.js';
import type { Place } from './described-place.js';
import { boundParameter, jsonOf, unwrapped } from './sent-type.js';
import { elementNode } from './sent-properties.js';

/** Types are described to this depth; deeper ones are kept as a text. */
const DEEPEST = 24;
/** The number of types described for one method: types that packages generate have no end. */
const MOST = 2000;

/**
 * Describes a type that is sent, not received: an interface, an object, a class by its public
 * properties, a union, as the checker knows them. A type that cannot be described is kept as a text.
 */
export function describeType(node: ts.TypeNode, scope: TypeScope): TypeSignature {
  const type = unwrapped(scope.view.checker.getTypeFromTypeNode(node), scope.view);
  const count = { objects: 0, types: 0 };
  return describe(type, { node, scope, describe, outer: [], depth: 0, count });
}

function describe(type: ts.Type, place: Place): TypeSignature {
  const { checker } = place.scope.view;
  const isTooMuch = place.depth > DEEPEST || (place.count.types += 1) > MOST;
  const described = isTooMuch ? undefined : describeKnown(type, place);
  if (described === undefined) return { kind: 'opaque', text: oneLine(checker.typeToString(type)) };
  const isNullable = unionMembers(type).some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
  return isNullable && described.kind !== 'opaque' ? { ...described, nullable: true } : described;
}

function describeKnown(type: ts.Type, place: Place): TypeSignature | undefined {
  return describePresent(place.scope.view.checker.getNonNullableType(type), {
    ...place,
    depth: place.depth + 1,
  });
}

/** Describes a type without its `null` and `undefined`. */
function describePresent(type: ts.Type, place: Place): TypeSignature | undefined {
  const { node, scope } = place;
  const linked = linkedType(type, scope.view);
  if (linked !== undefined) return withLinks(describePresent(linked, place));
  if ((type.flags & ts.TypeFlags.Number) !== 0) {
    return { kind: isInt(place) ? 'integer' : 'number' };
  }
  if ((type.flags & ts.TypeFlags.BooleanLike) !== 0) return { kind: 'boolean' };
  if (isUnionOfObjects(type)) return describeUnion(type, place);
  const bound = boundParameter(type, scope);
  if (bound !== undefined) return describe(bound.type, { ...place, ...bound });
  const element = arrayElement(type, scope.view.checker);
  if (element !== undefined) {
    return { kind: 'array', items: describe(element, { ...place, node: elementNode(node) }) };
  }
  const reading = readCheckedType(type, node, scope);
  return isRejection(reading) ? describeRejected(type, place) : reading.type;
}

function withLinks(type: TypeSignature | undefined): TypeSignature | undefined {
  return type === undefined || type.kind === 'opaque' ? type : { ...type, linked: true };
}

/** What no argument can be. */
function describeRejected(type: ts.Type, place: Place): TypeSignature | undefined {
  const { checker } = place.scope.view;
  if (checker.isTupleType(type)) return describeTuple(type, place);
  if (type.isUnion()) return describeUnion(type, place);
  const json = jsonOf(type, place);
  return json === undefined ? describeObject(type, place) : describe(json, place);
}

/** Unions of values without parts may be enums. */
function isUnionOfObjects(type: ts.Type): type is ts.UnionType {
  return type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Object) !== 0);
}

/** The checker knows no difference between `int` and `number`; the source shows it. */
function isInt({ node, scope: { view } }: Place): boolean {
  const names = ts.isUnionTypeNode(node) ? node.types : [node];
  return names.some(
    (name) => ts.isTypeReferenceNode(name) && view.ourName(view.resolve(name.typeName)) === 'int',
  );
}
