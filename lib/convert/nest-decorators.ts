import { ts } from '../compiler/program/typescript.js';
import { writtenDecorators, type WrittenDecorator } from '../compiler/syntax/decorators.js';
import { unwrapExpression } from '../compiler/syntax/nodes.js';
import {
  type ImportedName,
  type ImportedNames,
  readImports,
} from '../compiler/syntax/text-edits.js';

/** The package of Nest's own decorators and pipes. */
export const COMMON = '@nestjs/common';

/** This package. */
export const PACKAGE = 'nestjs-rest-routes';

/** A decorator of a package of Nest, as a source uses it. */
export interface NestDecorator extends WrittenDecorator {
  /** The name that the package exports: `Get` of `import { Get as Read }`. */
  readonly name: string;
  /** `@nestjs/common` */
  readonly module: string;
}

/** The decorators of a class, method or parameter; one that is not imported by name has an empty module. */
export function decoratorsOf(node: ts.Node, imported: ImportedNames): readonly NestDecorator[] {
  return writtenDecorators(node).map((decorator) => {
    const { name, module } = importOf(decorator.callee, imported);
    return { ...decorator, name, module };
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
export function calleeOf(expression: ts.Expression, imported: ImportedNames): ImportedName {
  const isCalled = ts.isNewExpression(expression) || ts.isCallExpression(expression);
  return importOf(isCalled ? expression.expression : expression, imported);
}

function importOf(callee: ts.Expression, imported: ImportedNames): ImportedName {
  const text = callee.getText();
  return imported.get(text) ?? { name: text, module: '' };
}

/** Whether an expression is, or makes, the `ValidationPipe` of Nest, and not one of the same name. */
export function isValidationPipe(expression: ts.Expression): boolean {
  const { name, module } = calleeOf(expression, readImports(expression.getSourceFile()));
  return name === 'ValidationPipe' && module === COMMON;
}

/** The text of a constant expression; `undefined` where the source does not show it. */
export function textOf(expression: ts.Expression, checker: ts.TypeChecker): string | undefined {
  if (ts.isStringLiteralLike(expression)) return expression.text;
  const type = checker.getTypeAtLocation(expression);
  return type.isStringLiteral() ? type.value : undefined;
}

/** The symbol that a name stands for, an import followed. */
export function symbolOf(
  node: ts.Node | undefined,
  checker: ts.TypeChecker,
): ts.Symbol | undefined {
  const symbol = node === undefined ? undefined : checker.getSymbolAtLocation(node);
  const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  return isAlias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The value of a constant; an expression that names none is returned as it is. */
export function constantOf(
  expression: ts.Expression,
  checker: ts.TypeChecker,
): ts.Expression | undefined {
  const bare = unwrapExpression(expression);
  if (!ts.isIdentifier(bare)) return bare;
  const declaration = symbolOf(bare, checker)?.valueDeclaration;
  const isConstant =
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  return isConstant && declaration.initializer !== undefined
    ? unwrapExpression(declaration.initializer)
    : undefined;
}

/**
 * The decorators of a class and of its base classes: Nest finds guards and pipes on these too. `hidden` is a base
 * class that the sources do not show.
 */
export function classDecorators(
  node: ts.ClassDeclaration,
  checker: ts.TypeChecker,
): { readonly decorators: readonly NestDecorator[]; readonly hidden: string | undefined } {
  const decorators = decoratorsOf(node, readImports(node.getSourceFile()));
  const [base] = (node.heritageClauses ?? [])
    .filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    .flatMap(({ types }) => types);
  if (base === undefined) return { decorators, hidden: undefined };
  const declaration = symbolOf(base.expression, checker)?.valueDeclaration;
  const isShown =
    declaration !== undefined &&
    ts.isClassDeclaration(declaration) &&
    !declaration.getSourceFile().isDeclarationFile;
  if (!isShown) return { decorators, hidden: base.expression.getText() };
  const inherited = classDecorators(declaration, checker);
  return { ...inherited, decorators: [...decorators, ...inherited.decorators] };
}
