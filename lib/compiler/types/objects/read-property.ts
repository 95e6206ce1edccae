import type { PropertySignature } from '../../../model/signature/method-signature.js';
import type { ts } from '../../program/typescript.js';
import { descriptionOf } from '../../syntax/docstring.js';
import { isRejection, reject, type Rejection } from '../../syntax/rejection.js';
import { readTags } from '../../tags/read-tags.js';
import type { TypeScope } from '../type-reader.js';
import type { AcceptedType, TypeReading } from '../type-reading.js';
import type { Member, MemberType } from './members.js';
import { atProperty } from './open-objects.js';

/** Reads one property of an object: its type, and what its docstring states. */
export function readProperty(
  member: Member,
  node: ts.Node,
  outer: TypeScope,
): PropertySignature | Rejection {
  const { name, declaration, hasNoDefault } = member;
  const scope = atProperty(name, outer);
  const reading = readMemberType(member.type, node, scope);
  if (isRejection(reading)) return reading;
  const type = withNull(reading, member.isNullable);
  const tags = declaration === undefined ? {} : readTags(declaration, type);
  if (isRejection(tags)) return tags;
  const { default: fallback, limits } = tags;
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
      return scope.readCheckedType(type.type, node, scope);
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
