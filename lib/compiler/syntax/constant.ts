import type { JsonValue } from '../../schema/vocabulary.js';
import type { ProjectView } from '../program/project-view.js';
import { ts, type Checker } from '../program/typescript.js';
import { unwrapExpression, literalName, isReadonly, isStatic } from './nodes.js';

/** The value of an expression that is the same in every run. */
interface Constant {
  /** `undefined` if the source writes `undefined`. */
  readonly value: JsonValue | undefined;
}

/**
 * Literals, members of enums, `as const` values, lists and objects of those, and arithmetic on them. `undefined` if the
 * expression is not constant.
 */
export function constantOf(expression: ts.Expression, view: ProjectView): Constant | undefined {
  const node = unwrapExpression(expression);
  if (ts.isStringLiteralLike(node)) return { value: node.text };
  if (ts.isNumericLiteral(node)) return { value: Number(node.text) };
  if (ts.isPrefixUnaryExpression(node)) return signedNumber(node, view);
  if (ts.isArrayLiteralExpression(node)) return list(node, view);
  if (ts.isObjectLiteralExpression(node)) return object(node, view);
  if (ts.isBinaryExpression(node)) return arithmetic(node, view);
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) return named(node, view);
  if (ts.isElementAccessExpression(node)) return named(node, view);
  return keywordValue(node);
}

function keywordValue(node: ts.Expression): Constant | undefined {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { value: true };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { value: false };
  return node.kind === ts.SyntaxKind.NullKeyword ? { value: null } : undefined;
}

function signedNumber(node: ts.PrefixUnaryExpression, view: ProjectView): Constant | undefined {
  const operand = constantOf(node.operand, view)?.value;
  if (typeof operand !== 'number') return undefined;
  if (node.operator === ts.SyntaxKind.MinusToken) return { value: -operand };
  return node.operator === ts.SyntaxKind.PlusToken ? { value: operand } : undefined;
}

function list(node: ts.ArrayLiteralExpression, view: ProjectView): Constant | undefined {
  const elements = node.elements.map((element) =>
    ts.isSpreadElement(element) ? undefined : constantOf(element, view)?.value,
  );
  const values = elements.filter((element) => element !== undefined);
  return values.length === elements.length ? { value: values } : undefined;
}

function object(node: ts.ObjectLiteralExpression, view: ProjectView): Constant | undefined {
  const entries = node.properties.flatMap((property) => {
    const value = ts.isPropertyAssignment(property)
      ? constantOf(property.initializer, view)?.value
      : undefined;
    const name = literalName(property.name);
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return entries.length === node.properties.length
    ? { value: Object.fromEntries(entries) }
    : undefined;
}

function arithmetic(node: ts.BinaryExpression, view: ProjectView): Constant | undefined {
  const left = constantOf(node.left, view)?.value;
  const right = constantOf(node.right, view)?.value;
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  const value = OPERATIONS.get(node.operatorToken.kind)?.(left, right);
  return value === undefined || !Number.isFinite(value) ? undefined : { value };
}

const OPERATIONS: ReadonlyMap<ts.SyntaxKind, (left: number, right: number) => number> = new Map([
  [ts.SyntaxKind.PlusToken, (left, right) => left + right],
  [ts.SyntaxKind.MinusToken, (left, right) => left - right],
  [ts.SyntaxKind.AsteriskToken, (left, right) => left * right],
  [ts.SyntaxKind.SlashToken, (left, right) => left / right],
]);

/** A name whose type has a single value has that value; any other `const` has its initializer's. */
function named(node: ts.Expression, view: ProjectView): Constant | undefined {
  if (ts.isIdentifier(node) && node.text === 'undefined') return { value: undefined };
  const symbol = view.resolve(node);
  const typed = valueOfType(view.checker.getTypeAtLocation(node), view);
  if (typed !== undefined) return typed;
  const declaration = symbol?.valueDeclaration;
  if (declaration === undefined || !isConstDeclaration(declaration)) return undefined;
  const { initializer } = declaration;
  const constant = initializer === undefined ? undefined : constantOf(initializer, view);
  // A list or an object behind a `const` may change while the application runs.
  return typeof constant?.value === 'object' && constant.value !== null ? undefined : constant;
}

function isConstDeclaration(
  declaration: ts.Declaration,
): declaration is ts.VariableDeclaration | ts.PropertyDeclaration {
  if (ts.isPropertyDeclaration(declaration))
    return isReadonly(declaration) && isStatic(declaration);
  return (
    ts.isVariableDeclaration(declaration) &&
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0
  );
}

function valueOfType(type: ts.Type, view: ProjectView): Constant | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return { value: type.value };
  if ((type.flags & ts.TypeFlags.BooleanLiteral) !== 0) {
    return { value: view.checker.typeToString(type) === 'true' };
  }
  return isReadonlyTuple(type, view.checker) ? valuesOfTuple(type, view) : undefined;
}

function isReadonlyTuple(type: ts.Type, checker: Checker): type is ts.TupleTypeReference {
  return checker.isTupleType(type) && (type as ts.TupleTypeReference).target.readonly;
}

function valuesOfTuple(type: ts.TupleTypeReference, view: ProjectView): Constant | undefined {
  const elements = view.checker.getTypeArguments(type);
  const values = elements.flatMap((element) => valueOfType(element, view)?.value ?? []);
  return values.length === elements.length ? { value: values } : undefined;
}
