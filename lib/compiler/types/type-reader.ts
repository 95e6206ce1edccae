import type { ClassReferences } from '../classes/class-references.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';

/** What the type parameters stand for where a node is read. */
export type TypeArguments = ReadonlyMap<ts.Symbol, BoundType>;

/** A type argument, with what stands for the type parameters in it. */
export interface BoundType {
  readonly node: ts.TypeNode;
  readonly typeArguments: TypeArguments;
}

/** What reading a node needs to know. */
export interface Scope {
  readonly view: ProjectView;
  readonly references: ClassReferences;
  readonly typeArguments: TypeArguments;
  /** How many aliases were followed: an alias of itself would never end. */
  readonly depth: number;
}

export const NO_TYPE_ARGUMENTS: TypeArguments = new Map();

/** The type parameters of a declaration, bound to the arguments given or to their defaults. */
export function bindTypeArguments(
  scope: Scope,
  parameters: readonly ts.TypeParameterDeclaration[] | undefined,
  given: readonly ts.TypeNode[] | undefined,
): TypeArguments {
  const bound = new Map<ts.Symbol, BoundType>();
  parameters?.forEach((parameter, index) => {
    const symbol = scope.view.checker.getSymbolAtLocation(parameter.name);
    if (symbol === undefined) return;
    const node = given?.[index];
    if (node !== undefined) bound.set(symbol, { node, typeArguments: scope.typeArguments });
    else if (parameter.default !== undefined) {
      bound.set(symbol, { node: parameter.default, typeArguments: bound });
    }
  });
  return bound;
}
