import type { TypeSignature } from '../../types/type.js';
import type { ClassReferences } from '../classes/class-references.js';
import type { ProjectView } from '../program/project-view.js';
import { ts, type Checker } from '../program/typescript.js';
import { hasTypeParameters, type BoundType, type TypeArguments } from '../syntax/nodes.js';
import type { Rejection } from '../syntax/rejection.js';
import { titleIn, type TagAnnotations } from '../tags/read-tags.js';

export interface AcceptedType {
  readonly type: TypeSignature;
  readonly optional?: true;
}

export type TypeReading = AcceptedType | Rejection;

export function accept(type: TypeSignature): AcceptedType {
  return { type };
}

export function withAbsence(
  { type, optional }: AcceptedType,
  isNullable: boolean,
  isOptional: boolean,
): AcceptedType {
  const nullable: TypeSignature = isNullable ? { ...type, nullable: true } : type;
  return isOptional || optional === true ? { type: nullable, optional: true } : { type: nullable };
}

/** An object type that is being read. */
export interface OpenObject {
  readonly of: ts.Type;
  readonly name: string | undefined;
  /** Where the source states the types of its type parameters. */
  readonly typeArguments: TypeArguments;
  /** Its number, if another object refers to it. */
  id?: number;
}

/**
 * Types contain types, so the reader of one form calls the reader of all forms. It finds that reader here and does not
 * import it; `read-type.ts` sets it.
 */
export interface TypeScope {
  readonly view: ProjectView;
  readonly references: ClassReferences;
  /** The class of the signature. */
  readonly home: ts.ClassLikeDeclaration;
  /** Where the source states the types of type parameters. */
  readonly typeArguments: TypeArguments;
  /** The annotations around the type. */
  readonly within: readonly ts.Node[];
  /** How many aliases were followed, or how many types are around one that is described. */
  readonly depth: number;
  readonly readType: TypeReader;
  readonly readCheckedType: (type: ts.Type, node: ts.Node, scope: TypeScope) => TypeReading;
  readonly use: TypeUse;
  /** The objects around the type, outermost first. They detect an object that contains itself. */
  readonly outer: readonly OpenObject[];
  /** The objects of the parameter that contain themselves, or are within one that does: others refer to them. */
  readonly numbered: OpenObject[];
  /** The last number of an object of the class: two types of one property are compared by these numbers. */
  readonly numbers: { last: number };
  /** The path through them to the type: `Item.lines[].sku`. */
  readonly path: string;
  /** The number of objects in the parameter so far, and of described types. */
  readonly count: { objects: number; types: number };
}

/** The differences between types of arguments, which a schema must express, and those of results. */
export interface TypeUse {
  /** A type within another one: of the elements of a list. */
  readonly readPart: (type: ts.Type, node: ts.Node, scope: TypeScope) => TypeReading;
  /** Types of several kinds. */
  readonly readUnion: (type: ts.Type, node: ts.Node, scope: TypeScope) => TypeReading;
  /** An object, and any type that no other form is. `rejection` says why a class is none. */
  readonly readOther: (
    type: ts.Type,
    node: ts.Node,
    scope: TypeScope,
    rejection: Rejection | undefined,
  ) => TypeReading;
  /** A type that is only sent: no argument can have it. */
  readonly onlySent: (type: TypeSignature, rejection: Rejection) => TypeReading;
}

/**
 * Reads a type of the checker. Its annotation shows what the checker does not know: the limits of an alias. `node` is
 * where the type is used, for a type without an annotation.
 */
export type TypeReader = (
  type: ts.Type,
  annotation: ts.TypeNode | undefined,
  node: ts.Node,
  scope: TypeScope,
) => TypeReading;

/** `undefined` for a type of the language, and for one without a name. */
export function objectName(symbol: ts.Symbol, view: ProjectView): string | undefined {
  const isName = /^[A-Za-z]\w*$/.test(symbol.name);
  return isName && !view.isBuiltIn(symbol) ? symbol.name : undefined;
}

/** The `@title` of an alias, or else of an interface or a class. */
export function titleOf(type: ts.Type): Pick<TagAnnotations, 'title'> {
  const symbols: readonly (ts.Symbol | undefined)[] = [type.aliasSymbol, type.getSymbol()];
  const stated = symbols
    .flatMap((symbol) => symbol?.declarations ?? [])
    .map(titleIn)
    .find((title) => title !== undefined);
  return stated === undefined ? {} : { title: stated };
}

/** The type of an annotation; `undefined` if it contains a type parameter whose type is stated elsewhere. */
export function typeOf(
  node: ts.TypeNode,
  { typeArguments, view }: Pick<TypeScope, 'typeArguments' | 'view'>,
): ts.Type | undefined {
  const { checker } = view;
  if (typeArguments.size === 0 || !hasTypeParameters(node, checker)) {
    return checker.getTypeFromTypeNode(node);
  }
  const bound = boundBy(node, typeArguments, checker);
  return bound && typeOf(bound.node, { view, typeArguments: bound.typeArguments });
}

function boundBy(
  node: ts.TypeNode,
  typeArguments: TypeArguments,
  checker: Checker,
): BoundType | undefined {
  if (ts.isParenthesizedTypeNode(node)) return boundBy(node.type, typeArguments, checker);
  const symbol = ts.isTypeReferenceNode(node)
    ? checker.getSymbolAtLocation(node.typeName)
    : undefined;
  return symbol && typeArguments.get(symbol);
}
