import { ts } from '../../program/typescript.js';
import { isRejection, reject, type Rejection } from '../../syntax/rejection.js';
import type { TypeScope } from '../type-reader.js';
import { keyedMembers } from './keyed-members.js';
import { withProperties, type Member, type Members } from './members.js';

/**
 * The properties of `{ [Key in Keys]: T }` where `T` is the same for all keys. Rejects any other mapped
 * type, for which the checker knows the properties.
 */
export function mappedMembers(node: ts.MappedTypeNode, scope: TypeScope): Members | Rejection {
  const { constraint } = node.typeParameter;
  const isPlain = node.nameType === undefined && node.type !== undefined;
  if (!isPlain || constraint === undefined || usesKey(node, scope)) return reject('RR2001', node);
  const { typeArguments } = scope;
  const type = { kind: 'written', node: node.type, typeArguments } as const;
  const members = ts.isTypeOperatorNode(constraint)
    ? keysOf(constraint, type, scope)
    : keyedMembers(constraint, type, scope);
  return isRejection(members) ? members : withPresence(members, node.questionToken);
}

/** The properties of an object, with another type for all of them. */
function keysOf(
  { type: object }: ts.TypeOperatorNode,
  type: Member['type'],
  scope: TypeScope,
): Members | Rejection {
  const members = scope.readMembers(object, scope);
  if (isRejection(members)) return members;
  const properties = [...members.properties.values()];
  return withProperties(
    members,
    properties.map(({ name, isOptional }) => ({ name, isOptional, type })),
  );
}

/** Applies `?` and `-?`. */
function withPresence(members: Members, token: ts.MappedTypeNode['questionToken']): Members {
  if (token === undefined) return members;
  const isOptional = token.kind !== ts.SyntaxKind.MinusToken;
  const properties = [...members.properties.values()];
  return withProperties(
    members,
    properties.map((member) => ({ ...member, isOptional })),
  );
}

/** Whether the type of the properties depends on their names. */
function usesKey({ type, typeParameter }: ts.MappedTypeNode, { view }: TypeScope): boolean {
  const key = view.checker.getSymbolAtLocation(typeParameter.name);
  const isUsed = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && view.checker.getSymbolAtLocation(node) === key) ||
    ts.forEachChild(node, isUsed) === true;
  return type !== undefined && isUsed(type);
}
