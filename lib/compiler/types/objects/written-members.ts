import { ts } from '../../program/typescript.js';
import {
  plainName,
  type TypeArguments,
  isRejection,
  oneLine,
  reject,
  type Rejection,
  type NamedNode,
} from '../../syntax/nodes.js';
import { writtenDecorators } from '../../syntax/decorators.js';
import { hasTags, misplacedTag, strayTag } from '../../tags/doc-comments.js';
import { readObjectLimits } from '../../tags/read-tags.js';
import {
  type Member,
  type Members,
  type MemberType,
  withTwins,
  withProperties,
  changeProperties,
  joinMembers,
  withObjectLimits,
} from './members.js';
import { lineageOf, propertiesOf, type ValueProperty } from '../../classes/lineage.js';
import type { ProjectView } from '../../program/project-view.js';
import { withArguments, type TypeScope } from '../type-reading.js';

export function declaredMembers(
  elements: readonly ts.TypeElement[],
  typeArguments: TypeArguments,
): Members | Rejection {
  const properties = new Map<string, Member>();
  let additional: MemberType | undefined;
  for (const element of elements) {
    if (ts.isIndexSignatureDeclaration(element)) {
      additional = indexType(element, typeArguments);
    } else {
      const member = readElement(element, typeArguments);
      if (isRejection(member)) return member;
      properties.set(member.name, member);
    }
  }
  return additional === undefined ? { properties } : { properties, additional };
}

/** Names of properties are texts in JSON. */
function indexType(node: ts.IndexSignatureDeclaration, typeArguments: TypeArguments): MemberType {
  if (hasTags(node)) return { kind: 'rejected', rejection: misplacedTag(node) };
  const isByText = node.parameters[0]?.type?.kind === ts.SyntaxKind.StringKeyword;
  return isByText
    ? { kind: 'written', node: node.type, typeArguments }
    : { kind: 'rejected', rejection: reject('RR2001', node) };
}

function readElement(element: ts.TypeElement, typeArguments: TypeArguments): Member | Rejection {
  const isOptional = element.questionToken !== undefined;
  const { name: node } = element;
  // A call signature: the type is a function.
  if (node === undefined) return reject('RR2014', element);
  const name = plainName(node);
  const type = typeOfElement(element, typeArguments);
  if (name !== undefined) return { name, type, isOptional, declaration: element };
  return type.kind === 'method'
    ? { name: oneLine(node.getText()), type, isOptional }
    : reject('RR2016', node);
}

function typeOfElement(element: ts.TypeElement, typeArguments: TypeArguments): MemberType {
  const isProperty = ts.isPropertySignature(element) || ts.isGetAccessorDeclaration(element);
  if (!isProperty) return { kind: 'method' };
  const { type: node } = element;
  if (node === undefined) return { kind: 'rejected', rejection: reject('RR2001', element) };
  return ts.isFunctionTypeNode(node)
    ? { kind: 'method' }
    : { kind: 'written', node, typeArguments };
}

/**
 * A helper or an intersection selects them, as in `Pick<Item, 'id'>`: the object is not an instance of the class, so
 * decorators have no effect on it.
 */
export function classMembers(
  node: ts.Node,
  { valueDeclaration }: ts.Symbol,
  view: ProjectView,
): Members | Rejection {
  const isRead =
    valueDeclaration !== undefined &&
    ts.isClassLike(valueDeclaration) &&
    !valueDeclaration.getSourceFile().isDeclarationFile;
  // A compiled class has lost its decorators, and the limits that they state.
  if (!isRead) return reject('RR2024', node);
  const properties = propertiesOf(lineageOf(valueDeclaration, view));
  const members = properties.flatMap((property) => memberOf(property) ?? []);
  return { properties: new Map(members.map((member) => [member.name, member])) };
}

function memberOf(property: ValueProperty): Member | undefined {
  const member = ownMember(property);
  const overridden = property.overridden.flatMap((one) => ownMember(one) ?? []);
  return member && withTwins(member, overridden);
}

function ownMember({ node, typeArguments }: ValueProperty): Member | undefined {
  const name = plainName(node.name);
  if (name === undefined) return undefined;
  const isOptional = node.questionToken !== undefined;
  const { type } = node;
  return type === undefined || writtenDecorators(node).length > 0
    ? { name, isOptional, type: { kind: 'rejected', rejection: reject('RR2024', node) } }
    : { name, isOptional, type: { kind: 'written', node: type, typeArguments }, declaration: node };
}

/** `Pick`, `Omit`, `Partial`, `Record`. */
export function helperMembers(
  node: NamedNode,
  name: string,
  scope: TypeScope,
): Members | Rejection {
  const [first, second] = node.typeArguments ?? [];
  if (first === undefined) return reject('RR2001', node);
  if (name === 'Record' && second !== undefined) {
    const { typeArguments } = scope;
    return keyedMembers(first, { kind: 'written', node: second, typeArguments }, scope);
  }
  const change = second === undefined ? CHANGES.get(name) : undefined;
  const members = scope.readMembers(first, scope);
  if (isRejection(members)) return members;
  if (change !== undefined) return changeProperties(members, change);
  const isPick = name === 'Pick';
  return second !== undefined && (isPick || name === 'Omit')
    ? selected(members, second, isPick, scope)
    : reject('RR2001', node);
}

const CHANGES: ReadonlyMap<string, (member: Member) => Member> = new Map([
  ['Readonly', (member) => member],
  ['Partial', (member) => withPresence(member, true)],
  ['Required', (member) => withPresence(member, false)],
]);

/** A default does not apply to a property that a helper has made optional or required. */
function withPresence(member: Member, isOptional: boolean): Member {
  return { ...member, isOptional, hasNoDefault: true };
}

/** `Pick` or `Omit`. */
function selected(
  members: Members,
  keys: ts.TypeNode,
  isPick: boolean,
  scope: TypeScope,
): Members | Rejection {
  const reading = scope.readType(keys, scope);
  if (isRejection(reading)) return reading;
  if (reading.type.kind !== 'enum') return reject('RR2001', keys);
  const names = new Set(reading.type.values.map(String));
  const all = [...members.properties.values()];
  const kept = withProperties(
    members,
    all.filter(({ name }) => names.has(name) === isPick),
  );
  const { additional: _others, ...picked } = kept;
  return isPick ? picked : kept;
}

/** First those of the interfaces it extends, then those of its declarations. */
export function interfaceMembers(
  node: NamedNode,
  symbol: ts.Symbol,
  scope: TypeScope,
): Members | Rejection {
  const declarations = interfacesOf(symbol);
  const within = withArguments(declarations[0], node, scope);
  const extended = declarations
    .flatMap(({ heritageClauses = [] }) => heritageClauses.flatMap(({ types }) => [...types]))
    .map((type) => scope.readMembers(type, within));
  const own = declarations.map(({ members }) => declaredMembers(members, within.typeArguments));
  const all = [...extended, ...own];
  const limits = readObjectLimits(declarations);
  if (isRejection(limits)) return limits;
  const stray = scope.mode !== 'received' ? [] : declarations.flatMap((one) => strayTag(one) ?? []);
  const rejection = [...stray, ...all].find(isRejection);
  if (rejection !== undefined) return rejection;
  return withObjectLimits(
    joinMembers(all.flatMap((one) => (isRejection(one) ? [] : [one]))),
    limits,
  );
}

function interfacesOf({ declarations = [] }: ts.Symbol): readonly ts.InterfaceDeclaration[] {
  return declarations.filter(ts.isInterfaceDeclaration);
}

/** One for each literal, or all others for `string`. */
export function keyedMembers(
  keys: ts.TypeNode,
  type: MemberType,
  scope: TypeScope,
): Members | Rejection {
  const reading = scope.readType(keys, scope);
  if (isRejection(reading)) return reading;
  if (reading.type.kind === 'string') return { properties: new Map(), additional: type };
  if (reading.type.kind !== 'enum') return reject('RR2001', keys);
  const names = reading.type.values.map(String);
  return { properties: new Map(names.map((name) => [name, { name, type, isOptional: false }])) };
}
