import { ts } from '../program/typescript.js';

/** The type that each type parameter stands for where a node is read. */
export type TypeArguments = ReadonlyMap<ts.Symbol, BoundType>;

/** A type argument, with the types that the type parameters in it stand for. */
export interface BoundType {
  readonly node: ts.TypeNode;
  readonly typeArguments: TypeArguments;
}

export const NO_TYPE_ARGUMENTS: TypeArguments = new Map();

/** Where type arguments are written: between the brackets of a base class or of an alias. */
interface GivenTypes {
  readonly nodes: readonly ts.TypeNode[] | undefined;
  readonly typeArguments: TypeArguments;
}

/** The type parameters of a declaration, bound to the types given or to their defaults. */
export function bindTypeArguments(
  parameters: readonly ts.TypeParameterDeclaration[] = [],
  { nodes = [], typeArguments }: GivenTypes,
  checker: ts.TypeChecker,
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
 * A type argument in its simplest form, so that equal ones can be recognized: a type parameter is what
 * it stands for, and a type without type parameters needs no others.
 */
function boundType(
  node: ts.TypeNode,
  typeArguments: TypeArguments,
  checker: ts.TypeChecker,
): BoundType {
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
export function hasTypeParameters(node: ts.Node, checker: ts.TypeChecker): boolean {
  const isOpen = (inner: ts.Node): boolean =>
    (ts.isIdentifier(inner) && isDeclaredAround(node, checker.getSymbolAtLocation(inner))) ||
    ts.forEachChild(inner, isOpen) === true;
  return isOpen(node);
}

function isDeclaredAround(node: ts.Node, symbol: ts.Symbol | undefined): boolean {
  if (symbol === undefined || (symbol.flags & ts.SymbolFlags.TypeParameter) === 0) return false;
  const declaration = symbol.declarations?.[0];
  return ts.findAncestor(declaration, (around) => around === node) === undefined;
}

/** Whether two sets of type arguments are the same. */
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
