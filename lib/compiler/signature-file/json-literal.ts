import { ts } from '../program/typescript.js';

/** How many levels of a value get lines of their own. */
type Levels = number;

/** A value of JSON as an expression. A name in it never acts as code, not even `__proto__`. */
export function literalOf(value: unknown, levels: Levels = 0): ts.Expression {
  const { factory } = ts;
  if (value === null) return factory.createNull();
  if (typeof value === 'boolean') return value ? factory.createTrue() : factory.createFalse();
  if (typeof value === 'number') return numberOf(value);
  if (typeof value === 'string') return textLiteral(value);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => literalOf(item, levels - 1));
    return factory.createArrayLiteralExpression(items, levels > 0 && items.length > 0);
  }
  const entries = Object.entries(value as object)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]: [string, unknown]) => [name, literalOf(member, levels - 1)] as const);
  return objectOf(entries, levels > 0);
}

/** An object literal of expressions by their names. */
export function objectOf(
  entries: readonly (readonly [name: string, value: ts.Expression])[],
  hasLines = true,
): ts.ObjectLiteralExpression {
  const properties = entries.map(([name, value]) =>
    ts.factory.createPropertyAssignment(propertyName(name), value),
  );
  return ts.factory.createObjectLiteralExpression(properties, hasLines && entries.length > 0);
}

/** A text with the characters of its language, as people read it. */
export function textLiteral(text: string): ts.StringLiteral {
  return ts.setEmitFlags(ts.factory.createStringLiteral(text), ts.EmitFlags.NoAsciiEscaping);
}

/** In an object literal, `__proto__: value` sets the prototype; a computed name does not. */
function propertyName(name: string): ts.PropertyName {
  if (name === '__proto__') return ts.factory.createComputedPropertyName(textLiteral(name));
  return /^[A-Za-z_$][\w$]*$/.test(name) ? ts.factory.createIdentifier(name) : textLiteral(name);
}

function numberOf(value: number): ts.Expression {
  const { factory } = ts;
  if (value >= 0) return factory.createNumericLiteral(value);
  const positive = factory.createNumericLiteral(-value);
  return factory.createPrefixUnaryExpression(ts.SyntaxKind.MinusToken, positive);
}
