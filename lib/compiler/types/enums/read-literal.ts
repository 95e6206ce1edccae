import type { EnumValue } from '../../../schema/vocabulary.js';
import { ts } from '../../program/typescript.js';
import { reject } from '../../syntax/rejection.js';
import { accept, type TypeReading } from '../type-reading.js';

/** Reads a type of one literal: an enum of one value. */
export function readLiteral(node: ts.LiteralTypeNode): TypeReading {
  const value = literalValue(node.literal);
  return value === undefined ? reject('RR2001', node) : accept({ kind: 'enum', values: [value] });
}

/** The value of a text or a number; `undefined` for any other literal. */
export function literalValue(literal: ts.Node): EnumValue | undefined {
  if (ts.isStringLiteralLike(literal)) return literal.text;
  if (ts.isNumericLiteral(literal)) return Number(literal.text);
  const isNegative =
    ts.isPrefixUnaryExpression(literal) && literal.operator === ts.SyntaxKind.MinusToken;
  return isNegative && ts.isNumericLiteral(literal.operand)
    ? -Number(literal.operand.text)
    : undefined;
}
