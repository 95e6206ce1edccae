import { ts } from '../../compiler/program/typescript.js';
import { nodesIn, unwrapExpression } from '../../compiler/syntax/nodes.js';
import { readImports } from '../../compiler/syntax/text-edits.js';
import { calleeOf, COMMON, type NestDecorator, symbolOf } from '../nest-decorators.js';

/**
 * The decorator of Nest that a decorator of the application stands for: `Param('id', ParseIntPipe)` of
 * `const IdParam = (name = 'id') => Param(name, ParseIntPipe)`; `undefined` for any other.
 */
export function standsFor(
  decorator: NestDecorator,
  checker: ts.TypeChecker,
): NestDecorator | undefined {
  const declaration = symbolOf(decorator.callee, checker)?.valueDeclaration;
  if (declaration === undefined || declaration.getSourceFile().isDeclarationFile) return undefined;
  const made = madeBy(declaration, ts.isCallExpression(decorator.node.expression));
  if (made === undefined) return undefined;
  const { name, module } = calleeOf(made.call, readImports(made.call.getSourceFile()));
  const values = made.call.arguments.map((one) => valueOf(one, made.parameters, decorator));
  const isKnown = module === COMMON && values.every((one) => one !== undefined);
  return isKnown ? { ...decorator, name, module, arguments: values } : undefined;
}

/** The call that a decorator consists of, and the parameters of the function that makes it. */
function madeBy(
  declaration: ts.Declaration,
  isCalled: boolean,
):
  | { readonly call: ts.CallExpression; readonly parameters: readonly ts.ParameterDeclaration[] }
  | undefined {
  const stated = ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
  if (stated === undefined) return undefined;
  const isFunction =
    ts.isArrowFunction(stated) ||
    ts.isFunctionExpression(stated) ||
    ts.isFunctionDeclaration(stated);
  if (isFunction !== isCalled) return undefined;
  if (!isFunction)
    return ts.isCallExpression(stated) ? { call: stated, parameters: [] } : undefined;
  const { body, parameters } = stated;
  const [statement, ...others] = body !== undefined && ts.isBlock(body) ? body.statements : [];
  const isReturn =
    statement !== undefined && ts.isReturnStatement(statement) && others.length === 0;
  const returned = isReturn ? statement.expression : body;
  const call =
    returned === undefined || ts.isBlock(returned) ? undefined : unwrapExpression(returned);
  return call !== undefined && ts.isCallExpression(call) ? { call, parameters } : undefined;
}

/** An argument as the place of use would write it; `undefined` if it needs a name of the file of the decorator. */
function valueOf(
  value: ts.Expression,
  parameters: readonly ts.ParameterDeclaration[],
  decorator: NestDecorator,
): ts.Expression | undefined {
  const at = parameters.findIndex(({ name }) => name.getText() === value.getText());
  if (at !== -1) return decorator.arguments[at] ?? parameters[at]?.initializer;
  const imported = readImports(value.getSourceFile());
  const isEverywhere = ({ text, parent }: ts.Identifier): boolean =>
    imported.get(text)?.module === COMMON ||
    GLOBALS.has(text) ||
    (ts.isPropertyAssignment(parent) && parent.name.getText() === text);
  return nodesIn(value, ts.isIdentifier).every(isEverywhere) ? value : undefined;
}

const GLOBALS: ReadonlySet<string> = new Set(['String', 'Number', 'Boolean', 'undefined']);
