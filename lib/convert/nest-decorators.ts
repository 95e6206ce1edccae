import { ts } from '../compiler/program/typescript.js';
import type { ImportedNames } from '../compiler/syntax/text-edits.js';

/** The package of Nest's own decorators and pipes. */
export const COMMON = '@nestjs/common';

/** This package. */
export const PACKAGE = 'nestjs-rest-routes';

/** A decorator of a package of Nest, as a source uses it. */
export interface NestDecorator {
  readonly node: ts.Decorator;
  /** The name that the package exports: `Get` of `import { Get as Read }`. */
  readonly name: string;
  /** `@nestjs/common` */
  readonly module: string;
  readonly arguments: readonly ts.Expression[];
}

/** The decorators of a class, method or parameter; one that is not imported by name has an empty module. */
export function decoratorsOf(node: ts.Node, imported: ImportedNames): readonly NestDecorator[] {
  const all = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  return all.map((decorator) => {
    const { expression } = decorator;
    const called = ts.isCallExpression(expression) ? expression.expression : expression;
    const text = called.getText();
    const { name, module } = imported.get(text) ?? { name: text, module: '' };
    const args = ts.isCallExpression(expression) ? [...expression.arguments] : [];
    return { node: decorator, name, module, arguments: args };
  });
}

/** The decorators of one package with one of some names. */
export function named(
  decorators: readonly NestDecorator[],
  module: string,
  ...names: readonly string[]
): readonly NestDecorator[] {
  return decorators.filter((one) => one.module === module && names.includes(one.name));
}

/** The class or function that an expression names: `ParseIntPipe` of `new ParseIntPipe({ … })`. */
export function calleeOf(
  expression: ts.Expression,
  imported: ImportedNames,
): { readonly name: string; readonly module: string } {
  const isCalled = ts.isNewExpression(expression) || ts.isCallExpression(expression);
  const text = (isCalled ? expression.expression : expression).getText();
  return imported.get(text) ?? { name: text, module: '' };
}

/** Whether an expression is, or makes, the `ValidationPipe` of Nest, and not one of the same name. */
export function isValidationPipe(expression: ts.Expression, imported: ImportedNames): boolean {
  const { name, module } = calleeOf(expression, imported);
  return name === 'ValidationPipe' && module === COMMON;
}

/** The text of a constant expression; `undefined` where the source does not show it. */
export function textOf(expression: ts.Expression, checker: ts.TypeChecker): string | undefined {
  if (ts.isStringLiteralLike(expression)) return expression.text;
  const type = checker.getTypeAtLocation(expression);
  return type.isStringLiteral() ? type.value : undefined;
}
