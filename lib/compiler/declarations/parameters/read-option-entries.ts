import { ts } from '../../program/typescript.js';
import { constantOf } from '../../syntax/constant.js';
import { unwrapExpression } from '../../syntax/unwrap-expression.js';
import type { TypeScope } from '../../types/type-reader.js';
import { readEnumOption } from './read-enum-option.js';

/** The options in an object literal. */
export interface OptionEntries {
  /** The constant values by name. */
  readonly values: Readonly<Record<string, unknown>>;
  /** All expressions by name. */
  readonly expressions: Readonly<Record<string, ts.Expression>>;
  /** Whether all options but `inject`, which names a class, are constant. */
  readonly isConstant: boolean;
}

/** Reads the argument of a decorator; none at all is an empty one. */
export function readOptionEntries(
  expression: ts.Expression | undefined,
  scope: TypeScope,
): OptionEntries {
  const node = expression === undefined ? undefined : unwrapExpression(expression);
  return node !== undefined && ts.isObjectLiteralExpression(node)
    ? readProperties(node, scope)
    : { values: {}, expressions: {}, isConstant: node === undefined };
}

function readProperties(node: ts.ObjectLiteralExpression, scope: TypeScope): OptionEntries {
  const entries = node.properties.flatMap((property) => entryOf(property) ?? []);
  const constants = entries.flatMap(({ name, expression }) => {
    const value = readOption(name, expression, scope);
    return value === undefined ? [] : [{ name, value }];
  });
  const open = entries.filter(({ name }) => !constants.some((one) => one.name === name));
  return {
    values: Object.fromEntries(constants.map(({ name, value }) => [name, value])),
    expressions: Object.fromEntries(entries.map(({ name, expression }) => [name, expression])),
    isConstant:
      entries.length === node.properties.length && open.every(({ name }) => name === 'inject'),
  };
}

/** `undefined` for a spread, a method, and a computed name. */
function entryOf(
  property: ts.ObjectLiteralElementLike,
): { readonly name: string; readonly expression: ts.Expression } | undefined {
  if (ts.isShorthandPropertyAssignment(property)) {
    return { name: property.name.text, expression: property.name };
  }
  const isPlain =
    ts.isPropertyAssignment(property) &&
    (ts.isIdentifier(property.name) || ts.isStringLiteral(property.name));
  return isPlain ? { name: property.name.text, expression: property.initializer } : undefined;
}

function readOption(name: string, expression: ts.Expression, scope: TypeScope): unknown {
  if (name === 'enum') return readEnumOption(expression, scope);
  const node = unwrapExpression(expression);
  if (ts.isRegularExpressionLiteral(node)) return node.text.slice(1, node.text.lastIndexOf('/'));
  return constantOf(expression, scope.view)?.value;
}
