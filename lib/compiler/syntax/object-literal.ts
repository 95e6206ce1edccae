import { plainName } from './plain-name.js';
import { ts } from '../program/typescript.js';

/** The property of an object literal with a constant name. */
export function literalProperty(
  node: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined {
  return node.properties.find((one) => plainName(one.name) === name);
}

/** Whether an object literal takes in another object: `{ ...options }`. */
export function hasSpread(node: ts.ObjectLiteralExpression): boolean {
  return node.properties.some((property) => ts.isSpreadAssignment(property));
}
