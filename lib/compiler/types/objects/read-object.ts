import { ts } from '../../program/typescript.js';
import { hasLimitTags } from '../../tags/doc-comments.js';
import { apiPropertyOf } from '../../tags/api-property.js';
import { annotationsOf, descriptionOf, readTags } from '../../tags/read-tags.js';
import { isRejection, reject, type Rejection } from '../../syntax/rejection.js';
import { reachesLimits } from '../lost-limits.js';
import { membersOf, type Member, type Members } from './members.js';
import type { Source } from '../../program/property-sources.js';
import {
  type OpenObject,
  type TypeScope,
  accept,
  type TypeReading,
  titleOf,
  typeOf,
} from '../type-reading.js';
import { intersectTyped, isLost, separateLimits } from '../union-of.js';
import type { PropertySignature, TypeSignature } from '../../../types/type.js';

const DEEPEST = 16;

/** The number of objects in one parameter: types that tools generate may be endless. */
const MOST = 500;

/** It is used at `node`. Rejects any other type, and an object without properties. */
export function readObject(
  type: ts.Type,
  name: string | undefined,
  node: ts.Node,
  scope: TypeScope,
): TypeReading {
  const known = readKnown(type, node, scope);
  if (known !== undefined) return known;
  const open: OpenObject = { of: type, name, typeArguments: scope.typeArguments };
  const within = openObject(open, node, scope);
  if (isRejection(within)) return within;
  const members = membersOf(type, node, scope.view);
  if (isRejection(members)) return members;
  const properties = readProperties(members, node, within);
  if (isRejection(properties)) return properties;
  const additional = readAdditional(members, node, within);
  if (additional !== undefined && isRejection(additional)) return additional;
  if (properties.length === 0 && additional === undefined) return reject('RR2001', node);
  return accept({
    kind: 'object',
    ...(name === undefined ? {} : { name }),
    ...titleOf(type),
    ...(open.id === undefined ? {} : { id: open.id }),
    ...(properties.length === 0 ? {} : { properties }),
    ...(additional === undefined ? {} : { additional }),
  });
}

/**
 * An object that is within itself, or that another one has already written out: it refers to the first. Named objects
 * between are numbered too, because objects that refer to each other would be written out in each other.
 */
function readKnown(type: ts.Type, node: ts.Node, scope: TypeScope): TypeReading | undefined {
  const { outer, numbered } = scope;
  const at = outer.findIndex(({ of }) => of === type);
  const found = outer[at] ?? numbered.find(({ of }) => of === type);
  if (found === undefined) return undefined;
  if (!hasSameLimits(found, scope)) return reject('RR2027', node);
  const [first = found, ...between] = at === -1 ? [] : outer.slice(at);
  const id = numberOf(first, scope);
  for (const one of between) if (one.name !== undefined) numberOf(one, scope);
  return accept({
    kind: 'object',
    ...(found.name === undefined ? {} : { name: found.name }),
    of: id,
  });
}

function numberOf(object: OpenObject, { numbered, numbers }: TypeScope): number {
  if (object.id === undefined) {
    numbered.push(object);
    object.id = numbers.last += 1;
  }
  return object.id;
}

/** The checker does not know the limits of `Title` in `Tree<Title>`, which may be within a `Tree<string>`. */
function hasSameLimits({ typeArguments }: OpenObject, scope: TypeScope): boolean {
  const symbols = new Set([...typeArguments.keys(), ...scope.typeArguments.keys()]);
  return [...symbols].every((symbol) => {
    const one = typeArguments.get(symbol)?.node;
    const other = scope.typeArguments.get(symbol)?.node;
    if (one === other) return true;
    const stated = [one, other].flatMap((node) => node ?? []);
    return !stated.some((node) => reachesLimits(node, scope.view, 'argument'));
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
  const [source] = additional.sources;
  const within = { ...scope, path: `${scope.path}[key]` };
  const reading = readMember(additional, source ?? {}, node, within);
  return isRejection(reading) ? reading : reading.type;
}

/** Reads one property of an object: its type, its docstring, and the limits of all its sources. */
export function readProperty(
  member: Member,
  node: ts.Node,
  outer: TypeScope,
): PropertySignature | Rejection {
  const [own = {}, ...others] = member.sources;
  let property = readSource(member, own, node, outer);
  for (const source of others) {
    if (isRejection(property)) return property;
    property = withSource(property, member, source, node, outer);
  }
  return property;
}

/** Adds the limits, and the default if it is missing. */
function withSource(
  property: PropertySignature,
  member: Member,
  source: Source,
  node: ts.Node,
  outer: TypeScope,
): PropertySignature | Rejection {
  const stated = source.node && typeOf(source.node, outer);
  // An open type parameter has the type of the property.
  const isKnown = stated !== undefined && (stated.flags & ts.TypeFlags.TypeParameter) === 0;
  const type = isKnown ? stated : undefined;
  // The property is read a second time here, and counts only once. Of this reading, no other property has an object.
  const again = { numbered: [...outer.numbered], count: { objects: 0, types: 0 } };
  const scope = { ...outer, ...again };
  const reading = readSource(
    type === undefined ? member : { ...member, type },
    source,
    node,
    scope,
  );
  if (isRejection(reading)) {
    // A type that another one overrides need not be readable, if it limits nothing.
    const { declaration } = source;
    const isLimited = isOfTags(reading) || (declaration !== undefined && hasLimitTags(declaration));
    return isLimited ? reading : property;
  }
  const joined = intersectTyped(property, reading);
  const place = outer.path === '' ? member.name : `${outer.path}.${member.name}`;
  if (isLost(joined)) return inObject(reject('RR2026', node, `${joined.lost} of ${place}`), outer);
  const { default: fallback } = reading;
  if (fallback === undefined || joined.default !== undefined) return joined;
  return { ...joined, default: fallback };
}

function isOfTags({ rejected }: Rejection): boolean {
  return ['RR2022', 'RR2023', 'RR2024', 'RR2026', 'RR2027', 'RR2028', 'RR2030'].includes(rejected);
}

function readSource(
  member: Member,
  source: Source,
  node: ts.Node,
  outer: TypeScope,
): PropertySignature | Rejection {
  const { name, hasNoDefault } = member;
  const { declaration } = source;
  const scope = atProperty(name, outer);
  const reading = readMember(member, source, node, scope);
  if (isRejection(reading)) return reading;
  const tags = declaration === undefined ? {} : readTags(declaration, reading.type);
  if (isRejection(tags)) return tags;
  const { default: fallback, limits: own } = tags;
  const typed = separateLimits(
    own === undefined ? { type: reading.type } : { type: reading.type, limits: own },
  );
  if (isLost(typed)) return inObject(reject('RR2026', declaration ?? node, typed.lost), scope);
  const { type, limits } = typed;
  const isDefault = fallback !== undefined && hasNoDefault !== true;
  const isOptional = member.isOptional || reading.optional === true;
  const description = declaration === undefined ? undefined : descriptionOf(declaration);
  return {
    name,
    type,
    ...(isOptional ? { optional: true } : {}),
    ...(isDefault ? { default: fallback } : {}),
    ...(description === undefined ? {} : { description }),
    ...(declaration === undefined ? {} : annotationsOf(declaration, type)),
    ...(declaration === undefined ? {} : apiPropertyOf(declaration, scope.view)),
    ...(limits === undefined ? {} : { limits }),
  };
}

/** `node` is where the object is used. */
function readMember(
  { type, rejection }: Member,
  { node: annotation }: Source,
  node: ts.Node,
  scope: TypeScope,
): TypeReading {
  const reading = rejection ?? scope.readType(type, annotation, node, scope);
  if (!isRejection(reading)) {
    return reading.type.kind === 'request' ? inObject(reject('RR2001', node), scope) : reading;
  }
  // A file of a package cannot be corrected, so the diagnostic points at the use of its type.
  const isForeign = reading.node.getSourceFile().isDeclarationFile;
  return inObject(isForeign ? { ...reading, node } : reading, scope);
}

/** Adds the path of the property to the text of a rejection, unless it is there already. */
function inObject(rejection: Rejection, { path }: TypeScope): Rejection {
  if (rejection.isInObject === true) return rejection;
  const isShown = rejection.rejected === 'RR2021';
  const text = isShown ? rejection.text : `${rejection.text} (${path})`;
  return { ...rejection, text, isInObject: true };
}

/** Rejects an object that is too deep, or one too many. */
function openObject(open: OpenObject, node: ts.Node, scope: TypeScope): TypeScope | Rejection {
  const { outer, count } = scope;
  if (outer.length >= DEEPEST) {
    return reject('RR2021', node, `${scope.path}, more than ${DEEPEST} objects deep`);
  }
  if ((count.objects += 1) > MOST) {
    return reject('RR2021', node, `${scope.path}, after ${MOST} objects`);
  }
  const path = outer.length === 0 ? (open.name ?? '') : scope.path;
  return { ...scope, outer: [...outer, open], path };
}

function atProperty(name: string, scope: TypeScope): TypeScope {
  return { ...scope, path: scope.path === '' ? name : `${scope.path}.${name}` };
}
