import type { ProjectView } from '../../program/project-view.js';
import { ts } from '../../program/typescript.js';
import {
  isHidden,
  hasTypeParameters,
  NO_TYPE_ARGUMENTS,
  isRejection,
  reject,
  typeNodeOf,
  unionMembers,
} from '../../syntax/nodes.js';
import { writtenDecorators } from '../../syntax/decorators.js';
import { hasTags, misplacedTag } from '../../tags/doc-comments.js';
import { readObjectLimits } from '../../tags/read-tags.js';
import { sourcesOf } from '../lost-limits.js';
import {
  withObjectLimits,
  withTwins,
  type Member,
  type Members,
  type MemberType,
} from './members.js';

/**
 * `undefined` for any type that is not an object. If a property still has the type that its declaration states, the
 * declaration is read, which shows `int`.
 */
export function checkedMembers(
  type: ts.Type,
  node: ts.Node,
  view: ProjectView,
): Members | undefined {
  if (!isPlainObject(type, view)) return undefined;
  const { checker } = view;
  type.getSymbol()?.declarations?.forEach(view.visit);
  const all = checker
    .getPropertiesOfType(type)
    .flatMap((property) => memberOf(property, type, node, view) ?? []);
  const properties = new Map(all.map((member) => [member.name, member]));
  const [index, ...others] = checker.getIndexInfosOfType(type);
  const limits = readObjectLimits(interfacesOf(type));
  if (isRejection(limits)) return undefined;
  if (index === undefined) return withObjectLimits({ properties }, limits);
  const isByText = others.length === 0 && (index.keyType.flags & ts.TypeFlags.String) !== 0;
  const { declaration } = index;
  const isTagged = declaration !== undefined && hasTags(declaration);
  const rejection = isTagged ? misplacedTag(declaration) : reject('RR2001', node);
  const additional: MemberType =
    isByText && !isTagged
      ? memberType(index.type, declaration?.type, node, view)
      : { kind: 'rejected', rejection };
  return withObjectLimits({ properties, additional }, limits);
}

/** The declarations of an object, or of the parts of an intersection, which may limit it as a whole. */
function interfacesOf(type: ts.Type): readonly ts.Declaration[] {
  const parts = type.isIntersection() ? type.types : [type];
  return parts
    .flatMap((part) => [part.aliasSymbol, part.getSymbol()])
    .flatMap((symbol) => symbol?.declarations ?? [])
    .filter((one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one));
}

/** Properties only: not a function, a list or a type of the language. */
function isPlainObject(type: ts.Type, view: ProjectView): boolean {
  const { checker } = view;
  if (type.isIntersection()) {
    return type.types.every((part) => isPlainObject(part, view));
  }
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0;
  if (!isObject || checker.isArrayLikeType(type)) return false;
  if (type.getCallSignatures().length + type.getConstructSignatures().length > 0) return false;
  const symbol: ts.Symbol | undefined = type.getSymbol();
  const isNamed =
    symbol !== undefined &&
    (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0;
  return !(isNamed && view.isBuiltIn(symbol));
}

/** `undefined` for a property that is not public. */
function memberOf(
  property: ts.Symbol,
  of: ts.Type,
  place: ts.Node,
  view: ProjectView,
): Member | undefined {
  const found = sourcesOf(of, property, view.checker);
  const sources = found ?? [];
  const declaration = property.valueDeclaration ?? sources[0];
  if (declaration !== undefined && isHidden(declaration)) return undefined;
  sources.forEach(view.visit);
  const { name } = property;
  const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
  const type = view.checker.getTypeOfSymbolAtLocation(property, place);
  const base = { name, isOptional };
  if (isMethod(property, type)) return { ...base, type: { kind: 'method' } };
  // Limits that cannot be found must not be lost.
  if (found === undefined) {
    return { ...base, type: { kind: 'rejected', rejection: reject('RR2027', place) } };
  }
  if (declaration === undefined) return { ...base, type: memberType(type, undefined, place, view) };
  const decorated = [declaration, ...sources].find((one) => writtenDecorators(one).length > 0);
  if (decorated !== undefined) {
    return { ...base, type: { kind: 'rejected', rejection: reject('RR2024', decorated) } };
  }
  const node = typeNodeOf(declaration);
  const member: Member = {
    ...base,
    type: memberType(type, node, place, view),
    ...nullOf(type, node, view),
    ...(isOptional === isDeclaredOptional(declaration) ? {} : { hasNoDefault: true }),
    declaration,
  };
  return withTwins(
    member,
    sources
      .filter((one) => one !== declaration)
      .flatMap((one) => twinOf(member, one, { kind: 'checked', type, within: place }, view) ?? []),
  );
}

/** The same property as another part of the type declares it. */
function twinOf(
  { name, isOptional }: Member,
  declaration: ts.Declaration,
  checked: MemberType,
  { checker }: ProjectView,
): Member | undefined {
  const node = typeNodeOf(declaration);
  if (node === undefined) return undefined;
  const isChanged = isOptional !== isDeclaredOptional(declaration);
  // Only the checker knows the type of a type parameter.
  const type: MemberType = hasTypeParameters(node, checker)
    ? checked
    : { kind: 'written', node, typeArguments: NO_TYPE_ARGUMENTS };
  return { name, isOptional, type, declaration, ...(isChanged ? { hasNoDefault: true } : {}) };
}

function isMethod({ flags }: ts.Symbol, type: ts.Type): boolean {
  return (flags & ts.SymbolFlags.Method) !== 0 || type.getCallSignatures().length > 0;
}

/** A mapped type adds or removes it. */
function nullOf(
  type: ts.Type,
  node: ts.TypeNode | undefined,
  { checker }: ProjectView,
): Pick<Member, 'isNullable'> {
  const isWritten = node !== undefined && isNull(checker.getTypeFromTypeNode(node));
  return isNull(type) === isWritten ? {} : { isNullable: !isWritten };
}

function isNull(type: ts.Type): boolean {
  return unionMembers(type).some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
}

function isDeclaredOptional(declaration: ts.Declaration): boolean {
  return (declaration as ts.PropertySignature).questionToken !== undefined;
}

/** The annotation, if the type is still that of the annotation but for `null` and `undefined`. */
function memberType(
  type: ts.Type,
  node: ts.TypeNode | undefined,
  within: ts.Node,
  { checker }: ProjectView,
): MemberType {
  const isAsWritten = node !== undefined && isSame(checker.getTypeFromTypeNode(node), type);
  return isAsWritten
    ? { kind: 'written', node, typeArguments: NO_TYPE_ARGUMENTS }
    : { kind: 'checked', type, within };
}

const ABSENT = ts.TypeFlags.Null | ts.TypeFlags.Undefined;

function isSame(written: ts.Type, type: ts.Type): boolean {
  const [one, other] = [written, type].map((whole) =>
    unionMembers(whole).filter(({ flags }) => (flags & ABSENT) === 0),
  );
  const members = new Set(one);
  return other?.length === members.size && other.every((member) => members.has(member));
}
