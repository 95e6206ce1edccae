import { ts } from '../program/typescript.js';

/** A name that is an identifier or a text, also in brackets; `undefined` for any other. */
export function plainName(name: ts.PropertyName | undefined): string | undefined {
  if (name === undefined || ts.isPrivateIdentifier(name)) return undefined;
  if (!ts.isComputedPropertyName(name)) return name.text;
  return ts.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
}
