import type { ts } from '../../program/typescript.js';
import { hasLimitTags } from '../../tags/doc-comments.js';
import { descriptionOf, readTags } from '../../tags/read-tags.js';
import {
  isRejection,
  reject,
  type Rejection,
  areSameArguments,
  accept,
  type TypeReading,
  type AcceptedType,
} from '../../syntax/nodes.js';
import { withoutLoss } from '../lost-limits.js';
import type { Member, MemberType, Members } from './members.js';
import type { OpenObject, TypeScope } from '../type-reading.js';
import { intersectTyped, isLost, separateLimits } from '../union-of.js';
import type { PropertySignature, TypeSignature } from '../../../types/type.js';

const DEEPEST = 16;

/** The number of objects in one parameter: types that tools generate may be endless. */
const MOST = 500;

/** Reads an object type that has no declaration of its own: a literal, an intersection, a helper. */
export function readObject(node: ts.TypeNode, scope: TypeScope): TypeReading {
  const open = { name: undefined, of: node, typeArguments: scope.typeArguments };
  return scope.mode !== 'received'
    ? reject('RR2001', node)
    : objectOf(scope.readMembers(node, scope), open, node, scope);
}

/** It is used at `node`. Rejects any other type, and an object without properties. */
export function objectOf(
  members: Members | Rejection,
  open: OpenObject,
  node: ts.Node,
  scope: TypeScope,
): TypeReading {
  if (isRejection(members)) return members;
  const within = openObject(open, node, scope);
  if (isRejection(within)) return within;
  const properties = readProperties(members, node, within);
  if (isRejection(properties)) return properties;
  const additional = readAdditional(members, node, within);
  if (additional !== undefined && isRejection(additional)) return additional;
  const { name } = open;
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

/** Reads one property of an object: its type, its docstring, and the limits of its twins. */
export function readProperty(
  member: Member,
  node: ts.Node,
  outer: TypeScope,
): PropertySignature | Rejection {
  let property = readOwn(member, node, outer);
  for (const twin of member.twins ?? []) {
    if (isRejection(property)) return property;
    property = withTwin(property, member, twin, node, outer);
  }
  return property;
}

/** Adds the limits, and the default and description if missing. */
function withTwin(
  property: PropertySignature,
  { hasNoDefault }: Member,
  twin: Member,
  node: ts.Node,
  outer: TypeScope,
): PropertySignature | Rejection {
  // The twin is read a second time here, and counts only once.
  const reading = readProperty(twin, node, { ...outer, count: { objects: 0, types: 0 } });
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

/** `node` is where the object is used. */
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

/** Adds the path of the property to the text of a rejection, unless it is there already. */
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

/** Rejects an object that contains itself. */
function openObject(open: OpenObject, node: ts.Node, scope: TypeScope): TypeScope | Rejection {
  const { name } = open;
  const { outer, count } = scope;
  if (outer.some((one) => isSameObject(one, open))) {
    const prefix = name === undefined ? '' : `${name}, `;
    return reject('RR2020', node, `${prefix}which contains itself as ${scope.path}`);
  }
  if (outer.length >= DEEPEST) {
    return reject('RR2021', node, `${scope.path}, more than ${DEEPEST} objects deep`);
  }
  if ((count.objects += 1) > MOST) {
    return reject('RR2021', node, `${scope.path}, after ${MOST} objects`);
  }
  const path = outer.length === 0 ? (name ?? '') : scope.path;
  return { ...scope, outer: [...outer, open], path };
}

function isSameObject(one: OpenObject, other: OpenObject): boolean {
  return one.of === other.of && areSameArguments(one.typeArguments, other.typeArguments);
}

function atProperty(name: string, scope: TypeScope): TypeScope {
  return { ...scope, path: scope.path === '' ? name : `${scope.path}.${name}` };
}
