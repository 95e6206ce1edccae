import { ts } from '../program/typescript.js';

/** An expression without the parentheses, `as`, `satisfies` and `!` around it. */
export function unwrapExpression(expression: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isTypeAssertionExpression(expression) ||
    ts.isNonNullExpression(expression);
  return isWrapped ? unwrapExpression(expression.expression) : expression;
}
