import type {
  PropertySignature,
  TypeSignature,
} from '../../../model/signature/method-signature.js';
import type { ts } from '../../program/typescript.js';
import { isRejection, reject, type Rejection } from '../../syntax/rejection.js';
import type { TypeScope } from '../type-reader.js';
import { accept, type TypeReading } from '../type-reading.js';
import type { Members } from './members.js';
import { openObject, type ObjectPlace } from './open-objects.js';
import { readMemberType, readProperty } from './read-property.js';

/** Reads an object type that has no declaration of its own: a literal, an intersection, a helper. */
export function readObject(node: ts.TypeNode, scope: TypeScope): TypeReading {
  const { typeArguments } = scope;
  const place = { node, name: undefined, of: node, typeArguments };
  return scope.isReturned
    ? reject('RR2001', node)
    : objectOf(scope.readMembers(node, scope), place, scope);
}

/** Reads the properties of an object type. Any other is rejected, and so is one without properties. */
export function objectOf(
  members: Members | Rejection,
  place: ObjectPlace,
  scope: TypeScope,
): TypeReading {
  if (isRejection(members)) return members;
  const within = openObject(place, scope);
  if (isRejection(within)) return within;
  const properties = readProperties(members, place.node, within);
  if (isRejection(properties)) return properties;
  const additional = readAdditional(members, place.node, within);
  if (additional !== undefined && isRejection(additional)) return additional;
  const { name, node } = place;
  if (properties.length === 0 && additional === undefined) return reject('RR2001', node);
  return accept({
    kind: 'object',
    ...(name === undefined ? {} : { name }),
    ...(properties.length === 0 ? {} : { properties }),
    ...(additional === undefined ? {} : { additional }),
    ...(members.limits === undefined ? {} : { keywords: members.limits }),
  });
}

function readProperties(
  members: Members,
  node: ts.Node,
  scope: TypeScope,
): readonly PropertySignature[] | Rejection {
  const properties: PropertySignature[] = [];
  for (const member of members.properties.values()) {
    const property = readProperty(member, node, scope);
    if (isRejection(property)) return property;
    properties.push(property);
  }
  return properties;
}

/** The type of the properties that an open object has beside its own. */
function readAdditional(
  { additional }: Members,
  node: ts.Node,
  scope: TypeScope,
): TypeSignature | Rejection | undefined {
  if (additional === undefined) return undefined;
  const reading = readMemberType(additional, node, { ...scope, path: `${scope.path}[key]` });
  return isRejection(reading) ? reading : reading.type;
}
