import { lineageOf } from '../../classes/heritage.js';
import { propertiesOf, type ValueProperty } from '../../classes/value-properties.js';
import type { ProjectView } from '../../program/project-view.js';
import { ts } from '../../program/typescript.js';
import { plainName } from '../../syntax/plain-name.js';
import { reject, type Rejection } from '../../syntax/rejection.js';
import { withTwins, type Member, type Members } from './members.js';

/**
 * The public properties of a class that a helper or an intersection takes out of it, as in
 * `Pick<Item, 'id'>`: the object is no instance of the class, so decorators have no effect on it.
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
  return type === undefined || isDecorated(node)
    ? { name, isOptional, type: { kind: 'rejected', rejection: reject('RR2024', node) } }
    : { name, isOptional, type: { kind: 'written', node: type, typeArguments }, declaration: node };
}

/** Whether a property has decorators of any package. */
export function isDecorated(node: ts.Node): boolean {
  return ts.canHaveDecorators(node) && ts.getDecorators(node) !== undefined;
}
