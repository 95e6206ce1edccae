import { literalProperty } from '../../syntax/object-literal.js';
import { plainName } from '../../syntax/plain-name.js';
import { ts } from '../../program/typescript.js';
import { unwrapExpression } from '../../syntax/unwrap-expression.js';

/**
 * The names of arguments that the functions of `@Cache` destructure: `tags: ({ id }) => …` and
 * `vary: ({ arguments: { id } }) => …`. What they read otherwise is not known here.
 */
export function takenArguments(options: ts.ObjectLiteralExpression): readonly string[] {
  const tags = patternOf(literalProperty(options, 'tags'));
  const request = patternOf(literalProperty(options, 'vary'));
  const inRequest = request?.elements.find((element) => nameOf(element) === 'arguments')?.name;
  return [...namesIn(tags), ...namesIn(inRequest)];
}

/** The pattern of the first parameter of a function that is written in place. */
function patternOf(
  property: ts.ObjectLiteralElementLike | undefined,
): ts.ObjectBindingPattern | undefined {
  const name = functionOf(property)?.parameters[0]?.name;
  return name !== undefined && ts.isObjectBindingPattern(name) ? name : undefined;
}

function functionOf(
  property: ts.ObjectLiteralElementLike | undefined,
): ts.SignatureDeclaration | undefined {
  if (property === undefined) return undefined;
  if (ts.isMethodDeclaration(property)) return property;
  if (!ts.isPropertyAssignment(property)) return undefined;
  const value = unwrapExpression(property.initializer);
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined;
}

function namesIn(pattern: ts.BindingName | undefined): readonly string[] {
  if (pattern === undefined || !ts.isObjectBindingPattern(pattern)) return [];
  return pattern.elements.map(nameOf).filter((name) => name !== undefined);
}

/** The property that an element takes; `undefined` for the rest, and for a computed name. */
function nameOf({ propertyName, name, dotDotDotToken }: ts.BindingElement): string | undefined {
  if (dotDotDotToken !== undefined) return undefined;
  if (propertyName !== undefined) return plainName(propertyName);
  return ts.isIdentifier(name) ? name.text : undefined;
}
