import type { ts } from '../program/typescript.js';

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
    bound.set(symbol, { node: type, typeArguments: given === undefined ? bound : typeArguments });
  }
  return bound;
}
