import { ts } from '../../../compiler/program/typescript.js';

/**
 * The text of an expression: a literal, a member such as `HttpMethod.Get` by its name, or a `const` of the
 * same file. `undefined` for any other.
 */
export function textValue(
  node: ts.Expression | undefined,
  file: ts.SourceFile,
): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isIdentifier(node) ? constantText(node.text, file) : undefined;
}

/** The texts of an expression that is one text or a list of them. */
export function textValues(
  node: ts.Expression | undefined,
  file: ts.SourceFile,
): readonly string[] {
  if (node === undefined) return [];
  const nodes = ts.isArrayLiteralExpression(node) ? [...node.elements] : [node];
  return nodes.flatMap((one) => textValue(one, file) ?? []);
}

function constantText(name: string, file: ts.SourceFile): string | undefined {
  const declarations = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  const found = declarations.find((one) => ts.isIdentifier(one.name) && one.name.text === name);
  const value = found?.initializer;
  return value !== undefined && ts.isStringLiteralLike(value) ? value.text : undefined;
}

/** The property of an object literal. */
export function propertyOf(node: ts.Node | undefined, name: string): ts.Expression | undefined {
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return undefined;
  const found = node.properties.find(
    (property): property is ts.PropertyAssignment =>
      ts.isPropertyAssignment(property) && property.name.getText() === name,
  );
  return found?.initializer;
}
