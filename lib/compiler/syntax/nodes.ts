import { ts, type Checker } from '../program/typescript.js';
import type { EnumValue } from '../../schema/vocabulary.js';

/** An expression without the parentheses, `as`, `satisfies` and `!` around it. */
export function unwrapExpression(expression: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isTypeAssertionExpression(expression) ||
    ts.isNonNullExpression(expression);
  return isWrapped ? unwrapExpression(expression.expression) : expression;
}

/** All classes of a file, including those in functions and namespaces. */
export function classesIn(file: ts.SourceFile): readonly ts.ClassLikeDeclaration[] {
  return nodesIn(file, ts.isClassLike);
}

/** All nodes of a kind within a node, starting with the node itself. */
export function nodesIn<Node extends ts.Node>(
  root: ts.Node,
  isWanted: (node: ts.Node) => node is Node,
): readonly Node[] {
  const nodes: Node[] = [];
  const visit = (node: ts.Node): void => {
    if (isWanted(node)) nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return nodes;
}

export function classNameOf(node: ts.ClassLikeDeclaration): string {
  return node.name?.text ?? 'default';
}

/** An identifier or a text, also in brackets; `undefined` for any other. */
export function literalName(name: ts.PropertyName | undefined): string | undefined {
  if (name === undefined || ts.isPrivateIdentifier(name)) return undefined;
  if (!ts.isComputedPropertyName(name)) return name.text;
  return ts.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
}

export function isStatic(member: ts.Declaration): boolean {
  return has(member, ts.ModifierFlags.Static);
}

export function isAbstract(declaration: ts.Declaration): boolean {
  return has(declaration, ts.ModifierFlags.Abstract);
}

export function isReadonly(member: ts.Declaration): boolean {
  return has(member, ts.ModifierFlags.Readonly);
}

export function isHidden(member: ts.Declaration): boolean {
  return has(member, ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
}

export function isPublic(member: ts.Declaration): boolean {
  const name = ts.getNameOfDeclaration(member);
  return !(name !== undefined && ts.isPrivateIdentifier(name)) && !isHidden(member);
}

function has(declaration: ts.Declaration, flags: ts.ModifierFlags): boolean {
  return (ts.getCombinedModifierFlags(declaration) & flags) !== 0;
}

export function typeNodeOf(declaration: ts.Declaration | undefined): ts.TypeNode | undefined {
  const isTyped =
    declaration !== undefined &&
    (ts.isPropertySignature(declaration) ||
      ts.isPropertyDeclaration(declaration) ||
      ts.isParameter(declaration));
  return isTyped ? declaration.type : undefined;
}

export function literalProperty(
  node: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined {
  return node.properties.find((one) => literalName(one.name) === name);
}

export function optionOf(node: ts.Node | undefined, name: string): ts.Expression | undefined {
  const property =
    node !== undefined && ts.isObjectLiteralExpression(node)
      ? literalProperty(node, name)
      : undefined;
  return property !== undefined && ts.isPropertyAssignment(property)
    ? property.initializer
    : undefined;
}

export function hasSpread(node: ts.ObjectLiteralExpression): boolean {
  return node.properties.some((property) => ts.isSpreadAssignment(property));
}

/** A type by its name, also in the heritage of an interface. */
export type NamedNode = ts.TypeReferenceNode | ts.ImportTypeNode | ts.ExpressionWithTypeArguments;

export function isNamed(node: ts.Node): node is NamedNode {
  return (
    ts.isTypeReferenceNode(node) ||
    ts.isImportTypeNode(node) ||
    ts.isExpressionWithTypeArguments(node)
  );
}

/** `Name` of `Name<T>` and of `import('./file.js').Name`; `undefined` for a whole module. */
export function nameIn(node: NamedNode): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  return node.isTypeOf ? undefined : node.qualifier;
}

/** The type of each type parameter while a node is read. */
export type TypeArguments = ReadonlyMap<ts.Symbol, BoundType>;

/** A type argument, with the types of the type parameters in it. */
export interface BoundType {
  readonly node: ts.TypeNode;
  readonly typeArguments: TypeArguments;
}

export const NO_TYPE_ARGUMENTS: TypeArguments = new Map();

/** The type parameters of a declaration, bound to the types given or to their defaults. */
export function bindTypeArguments(
  parameters: readonly ts.TypeParameterDeclaration[] = [],
  nodes: readonly ts.TypeNode[] = [],
  typeArguments: TypeArguments,
  checker: Checker,
): TypeArguments {
  const bound = new Map<ts.Symbol, BoundType>();
  for (const [index, parameter] of parameters.entries()) {
    const symbol = checker.getSymbolAtLocation(parameter.name);
    const given = nodes[index];
    // A default may use the parameters before it.
    const type = given === undefined ? parameter.default : given;
    if (symbol === undefined || type === undefined) continue;
    const around = given === undefined ? new Map(bound) : typeArguments;
    bound.set(symbol, boundType(type, around, checker));
  }
  return bound;
}

/**
 * A type argument in its simplest form, so that equal ones can be recognized: a type parameter is replaced by its
 * argument, and a type without type parameters needs no arguments.
 */
function boundType(node: ts.TypeNode, typeArguments: TypeArguments, checker: Checker): BoundType {
  const symbol = ts.isTypeReferenceNode(node)
    ? checker.getSymbolAtLocation(node.typeName)
    : undefined;
  const known = symbol === undefined ? undefined : typeArguments.get(symbol);
  if (known !== undefined) return known;
  return hasTypeParameters(node, checker)
    ? { node, typeArguments }
    : { node, typeArguments: NO_TYPE_ARGUMENTS };
}

/** Whether a type names a type parameter that is declared around it. */
export function hasTypeParameters(node: ts.Node, checker: Checker): boolean {
  const isOpen = (within: ts.Node): boolean =>
    (ts.isIdentifier(within) && isDeclaredAround(node, checker.getSymbolAtLocation(within))) ||
    ts.forEachChild(within, isOpen) === true;
  return isOpen(node);
}

function isDeclaredAround(node: ts.Node, symbol: ts.Symbol | undefined): boolean {
  if (symbol === undefined || (symbol.flags & ts.SymbolFlags.TypeParameter) === 0) return false;
  const declaration = symbol.declarations?.[0];
  return ts.findAncestor(declaration, (around) => around === node) === undefined;
}

export function areSameArguments(one: TypeArguments, other: TypeArguments): boolean {
  if (one === other) return true;
  return (
    one.size === other.size &&
    [...one].every(([symbol, { node, typeArguments }]) => {
      const twin = other.get(symbol);
      return twin?.node === node && areSameArguments(typeArguments, twin.typeArguments);
    })
  );
}

/** The members of a union; for any other type, the type itself. */
export function unionMembers(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

export function arrayElement(type: ts.Type, checker: Checker): ts.Type | undefined {
  return checker.isArrayType(type)
    ? checker.getTypeArguments(type as ts.TypeReference)[0]
    : undefined;
}

/** `undefined` if one is not a literal text or number. */
export function literalValues(types: readonly ts.Type[]): readonly EnumValue[] | undefined {
  const values = types.flatMap((type) =>
    type.isStringLiteral() || type.isNumberLiteral() ? [type.value] : [],
  );
  return values.length === types.length ? values : undefined;
}

export function compareValues(a: string | number, b: string | number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

export function propertyValues(
  object: ts.Type,
  checker: Checker,
): readonly EnumValue[] | undefined {
  const properties = checker.getPropertiesOfType(object);
  return literalValues(properties.map((property) => checker.getTypeOfSymbol(property)));
}

const LONGEST = 120;

/** Shortened if it is long. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
