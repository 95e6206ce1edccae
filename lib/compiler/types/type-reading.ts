import type { ClassReferences } from '../classes/class-references.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import {
  bindTypeArguments,
  type NamedNode,
  reject,
  type Rejection,
  type TypeArguments,
  type TypeReading,
} from '../syntax/nodes.js';
import type { Members } from './objects/members.js';

/** An object type that is being read: its declaration, with the types of its type parameters. */
export interface OpenObject {
  readonly of: object;
  readonly typeArguments: TypeArguments;
  readonly name: string | undefined;
}

/**
 * Types contain types, so the reader of one form calls the reader of all forms. It finds that reader here and does not
 * import it; `read-type.ts` sets it.
 */
export interface TypeScope {
  readonly view: ProjectView;
  readonly references: ClassReferences;
  readonly typeArguments: TypeArguments;
  /** How many aliases were followed, or how many types are around one that is described. */
  readonly depth: number;
  /** Reads a type as the source writes it. */
  readonly readType: (node: ts.TypeNode, scope: TypeScope) => TypeReading;
  /** Finds the properties of an object type, without reading their types. */
  readonly readMembers: (node: ts.TypeNode, scope: TypeScope) => Members | Rejection;
  readonly readCheckedType: (type: ts.Type, node: ts.Node, scope: TypeScope) => TypeReading;
  /**
   * Whether a method receives the type or returns it. A returned type is read as it is written; if that is rejected,
   * as for objects and unions, the type of the checker is described, which never fails.
   */
  readonly mode: 'received' | 'returned' | 'described';
  /** The objects around the type, outermost first. They detect an object that contains itself. */
  readonly outer: readonly OpenObject[];
  /** The path through them to the type: `Item.lines[].sku`. */
  readonly path: string;
  /** The number of objects in the parameter so far, and of described types. */
  readonly count: { objects: number; types: number };
}

/** The scope within a declaration, with the types of its type parameters at a node that names it. */
export function withArguments(
  declaration: ts.InterfaceDeclaration | ts.TypeAliasDeclaration | undefined,
  { typeArguments: given }: NamedNode,
  scope: TypeScope,
): TypeScope {
  const { typeArguments: around, view } = scope;
  const parameters = declaration?.typeParameters;
  return { ...scope, typeArguments: bindTypeArguments(parameters, given, around, view.checker) };
}

/** The type that the subclass, or the user of an alias, gives for a type parameter. */
export function readBound<Reading>(
  node: ts.Node,
  parameter: ts.Symbol,
  scope: TypeScope,
  read: (node: ts.TypeNode, scope: TypeScope) => Reading,
): Reading | Rejection {
  const bound = scope.typeArguments.get(parameter);
  return bound === undefined
    ? reject('RR2004', node)
    : read(bound.node, { ...scope, typeArguments: bound.typeArguments });
}
