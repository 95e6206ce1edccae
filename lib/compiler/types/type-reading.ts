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

/** An object type that is being read: its declaration, with the types its type parameters stand for. */
export interface OpenObject {
  readonly of: object;
  readonly typeArguments: TypeArguments;
  readonly name: string | undefined;
}

/**
 * What reading a type needs to know. Types contain types, so the reader of one form calls the reader
 * of all forms: it finds it here, and imports no other reader. `read-type.ts` puts it in.
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
   * Whether a method receives the type or returns it. One that is returned is read as it is written;
   * where that is rejected, as objects and unions are, it is described as the checker sees it, which
   * rejects nothing.
   */
  readonly mode: 'received' | 'returned' | 'described';
  /** The objects around the type, outermost first; one of them within itself would never end. */
  readonly outer: readonly OpenObject[];
  /** The way through them to the type: `Item.lines[].sku`. */
  readonly path: string;
  /** How many objects the parameter holds so far, and how many types were described. */
  readonly count: { objects: number; types: number };
}

/** The scope within a declaration, with the types that its type parameters stand for where a node names it. */
export function withArguments(
  declaration: ts.InterfaceDeclaration | ts.TypeAliasDeclaration | undefined,
  { typeArguments: given }: NamedNode,
  scope: TypeScope,
): TypeScope {
  const { typeArguments: around, view } = scope;
  const parameters = declaration?.typeParameters;
  return { ...scope, typeArguments: bindTypeArguments(parameters, given, around, view.checker) };
}

/** Reads the type that the subclass, or the user of an alias, gives for a type parameter. */
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
