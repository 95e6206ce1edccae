import type { Ancestor } from '../../classes/heritage.js';
import { ts } from '../../program/typescript.js';
import { isStatic } from '../../syntax/modifiers.js';
import { plainName } from '../../syntax/plain-name.js';
import type { Rejection } from '../../syntax/rejection.js';
import { unwrapExpression } from '../../syntax/unwrap-expression.js';
import type { TypeScope } from '../../types/type-reader.js';
import type { CallbackReading } from './read-permission.js';

/**
 * The name that the signature of a controller has for a callback: `method` where the controller or the
 * nearest class it extends has the method, else `Class.method`.
 */
export function callbackKey(
  { name, owner, node, method }: CallbackReading,
  lineage: readonly Ancestor[],
  scope: TypeScope,
): string | Rejection {
  const nearest = lineage
    .flatMap((ancestor) => [...ancestor.node.members])
    .find((member) => isStatic(member) && plainName(member.name) === name);
  const isNearest = nearest !== undefined && (method === nearest || method?.parent === nearest);
  if (isNearest || owner === undefined) return name;
  const key = scope.references.keyOf(owner, classExpression(node));
  return typeof key === 'string' ? `${key}.${name}` : key;
}

/** `Permissions` of `Permissions.mayEdit`. */
function classExpression(node: ts.Expression): ts.Node {
  const expression = unwrapExpression(node);
  return ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression)
    ? expression.expression
    : expression;
}
