import type { PropertySignature } from '../../../model/signature/method-signature.js';
import type { ts } from '../../program/typescript.js';
import { descriptionOf } from '../../syntax/docstring.js';
import { isRejection, reject, type Rejection } from '../../syntax/rejection.js';
import { hasLimitTags, readTags } from '../../tags/read-tags.js';
import { withoutLoss } from '../checked/without-loss.js';
import { intersectTyped, isLost, separateLimits } from '../intersect-types.js';
import type { TypeScope } from '../type-reader.js';
import type { AcceptedType, TypeReading } from '../type-reading.js';
import type { Member, MemberType } from './members.js';
import { atProperty } from './open-objects.js';

/** Reads one property of an object: its type, what its docstring states, and the limits of its twins. */
export function readProperty(
  member: Member,
  node: ts.Node,
  outer: TypeScope,
): PropertySignature | Rejection {
  let property = readOwn(member, node, outer);
  for (const twin of member.twins ?? []) {
    if (isRejection(property)) return property;
    property = withTwin(property, member, twin, { node, outer });
  }
  return property;
}

/** Adds the limits, and else the default and the description, of another declaration of a property. */
function withTwin(
  property: PropertySignature,
  { hasNoDefault }: Member,
  twin: Member,
  { node, outer }: { readonly node: ts.Node; readonly outer: TypeScope },
): PropertySignature | Rejection {
  // What the twin declares is read once more, and counts once.
  const reading = readProperty(twin, node, { ...outer, count: { objects: 0 } });
  if (isRejection(reading)) {
    // A type that another one overrides need not be readable, if it limits nothing.
    const { declaration } = twin;
    const isLimited = isOfTags(reading) || (declaration !== undefined && hasLimitTags(declaration));
    return isLimited ? reading : property;
  }
  const joined = intersectTyped(property, reading);
  const place = outer.path === '' ? twin.name : `${outer.path}.${twin.name}`;
  if (isLost(joined)) return inObject(reject('RR2026', node, `${joined.lost} of ${place}`), outer);
  const { default: fallback } = reading;
  if (fallback === undefined || hasNoDefault === true || joined.default !== undefined) {
    return joined;
  }
  return { ...joined, optional: true, default: fallback };
}

function isOfTags({ rejected }: Rejection): boolean {
  return ['RR2022', 'RR2023', 'RR2024', 'RR2026', 'RR2027', 'RR2028'].includes(rejected);
}

function readOwn(member: Member, node: ts.Node, outer: TypeScope): PropertySignature | Rejection {
  const { name, declaration, hasNoDefault } = member;
  const scope = atProperty(name, outer);
  const reading = readMemberType(member.type, node, scope);
  if (isRejection(reading)) return reading;
  const whole = withNull(reading, member.isNullable);
  const tags = declaration === undefined ? {} : readTags(declaration, whole);
  if (isRejection(tags)) return tags;
  const { default: fallback, limits: own } = tags;
  const typed = separateLimits(own === undefined ? { type: whole } : { type: whole, limits: own });
  if (isLost(typed)) return inObject(reject('RR2026', declaration ?? node, typed.lost), scope);
  const { type, limits } = typed;
  const isDefault = fallback !== undefined && hasNoDefault !== true;
  const isOptional = member.isOptional || reading.optional === true || isDefault;
  const description = declaration === undefined ? undefined : descriptionOf(declaration);
  return {
    name,
    type,
    ...(isOptional ? { optional: true } : {}),
    ...(isDefault ? { default: fallback } : {}),
    ...(description === undefined ? {} : { description }),
    ...(limits === undefined ? {} : { limits }),
  };
}

/** Reads the type of a property, or that of the values of a map. `node` is where the object is used. */
export function readMemberType(type: MemberType, node: ts.Node, scope: TypeScope): TypeReading {
  const reading = readAny(type, node, scope);
  if (!isRejection(reading)) {
    return reading.type.kind === 'request' ? inObject(reject('RR2001', node), scope) : reading;
  }
  // A file of a package cannot be corrected, so the diagnostic points at the use of its type.
  const isForeign = reading.node.getSourceFile().isDeclarationFile;
  return inObject(isForeign ? { ...reading, node } : reading, scope);
}

function readAny(type: MemberType, node: ts.Node, scope: TypeScope): TypeReading {
  switch (type.kind) {
    case 'written':
      return scope.readType(type.node, { ...scope, typeArguments: type.typeArguments });
    case 'checked':
      return withoutLoss(scope.readCheckedType(type.type, node, scope), type.within, scope);
    case 'method':
      return reject('RR2014', node, 'a method');
    default:
      return type.rejection;
  }
}

/** Adds the way to the property to the text of a rejection, unless it is there already. */
function inObject(rejection: Rejection, { path }: TypeScope): Rejection {
  if (rejection.isInObject === true) return rejection;
  const isShown = rejection.rejected === 'RR2020' || rejection.rejected === 'RR2021';
  const text = isShown ? rejection.text : `${rejection.text} (${path})`;
  return { ...rejection, text, isInObject: true };
}

function withNull({ type }: AcceptedType, isNullable: boolean | undefined): AcceptedType['type'] {
  if (isNullable === undefined) return type;
  const { nullable: _nullable, ...bare } = type;
  return isNullable ? { ...bare, nullable: true } : bare;
}
