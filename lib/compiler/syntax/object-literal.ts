import { ts } from '../program/typescript.js';

/** The property of an object literal with a name that is an identifier. */
export function literalProperty(
  node: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined {
  return node.properties.find(
    (one) => one.name !== undefined && ts.isIdentifier(one.name) && one.name.text === name,
  );
}

/** Whether an object literal takes in another object: `{ ...options }`. */
export function hasSpread(node: ts.ObjectLiteralExpression): boolean {
  return node.properties.some((property) => ts.isSpreadAssignment(property));
}
