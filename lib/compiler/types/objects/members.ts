import type { ProjectView } from '../../program/project-view.js';
import { ts } from '../../program/typescript.js';
import { writtenDecorators } from '../../syntax/decorators.js';
import { isPublic, oneLine, literalName } from '../../syntax/nodes.js';
import { reject, type Rejection } from '../../syntax/rejection.js';
import { hasTags, misplacedTag } from '../../tags/doc-comments.js';
import {
  indexSource,
  propertiesInOrder,
  sourcesOf,
  targetOf,
  type Source,
} from '../../program/property-sources.js';

/** A property of an object type, or the values of its index signature. */
export interface Member {
  readonly name: string;
  readonly type: ts.Type;
  readonly isOptional: boolean;
  /** The limits of all of them apply; the first has the description. */
  readonly sources: readonly Source[];
  /** A helper has changed whether the property may be absent. */
  readonly hasNoDefault?: true;
  readonly rejection?: Rejection;
}

/** The properties of an object type, by name, and the type of all others if it is open. */
export interface Members {
  readonly properties: ReadonlyMap<string, Member>;
  readonly additional?: Member;
}

/** The properties that the checker knows, without reading their types. Diagnostics point at `node`. */
export function membersOf(type: ts.Type, node: ts.Node, view: ProjectView): Members | Rejection {
  const rejection = notPlain(type, node, view);
  if (rejection !== undefined) return rejection;
  type.getSymbol()?.declarations?.forEach(view.visit);
  const all = propertiesInOrder(type, view.checker).flatMap(
    (property) => memberOf(property, type, node, view) ?? [],
  );
  const properties = new Map(all.map((member) => [member.name, member]));
  const additional = additionalOf(type, node, view);
  return additional === undefined ? { properties } : { properties, additional };
}

/** Rejects a function, a list, a type of the language, and a name that is known only at run time. */
function notPlain(type: ts.Type, node: ts.Node, view: ProjectView): Rejection | undefined {
  const { checker } = view;
  if (type.isIntersection()) {
    return type.types.map((part) => notPlain(part, node, view)).find((one) => one !== undefined);
  }
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0;
  if (!isObject || checker.isArrayLikeType(type)) return reject('RR2001', node);
  const [call] = [...type.getCallSignatures(), ...type.getConstructSignatures()];
  const declared: ts.Node | undefined = call?.declaration;
  if (declared !== undefined && ts.isTypeElement(declared)) return reject('RR2014', declared);
  if (call !== undefined) return reject('RR2001', node);
  const symbol: ts.Symbol | undefined = type.getSymbol();
  const isNamed =
    symbol !== undefined &&
    (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0;
  if (isNamed && view.isBuiltIn(symbol)) return reject('RR2001', node);
  return computedName(type, view);
}

function computedName(type: ts.Type, view: ProjectView): Rejection | undefined {
  const target = targetOf(type);
  const bases = target.isClassOrInterface() ? view.checker.getBaseTypes(target) : [];
  const elements = (target.getSymbol()?.declarations ?? []).flatMap(
    (one): readonly ts.TypeElement[] =>
      ts.isInterfaceDeclaration(one) || ts.isTypeLiteralNode(one) ? [...one.members] : [],
  );
  const computed = elements.find(
    ({ name }) => name !== undefined && literalName(name) === undefined,
  );
  if (computed?.name !== undefined) {
    return ts.isMethodSignature(computed)
      ? { ...reject('RR2014', computed, `a method (${oneLine(computed.name.getText())})`) }
      : reject('RR2016', computed.name);
  }
  return bases.map((base) => computedName(base, view)).find((one) => one !== undefined);
}

/** `undefined` for a property that no object of JSON has: it is not public, or a method of a class. */
function memberOf(
  property: ts.Symbol,
  of: ts.Type,
  place: ts.Node,
  view: ProjectView,
): Member | undefined {
  const found = sourcesOf(of, property, view.checker);
  const sources = found?.sources ?? [];
  const declared = [
    ...(property.declarations ?? []),
    ...sources.flatMap((one) => one.declaration ?? []),
  ];
  declared.forEach(view.visit);
  const [first] = declared;
  const { name } = property;
  const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
  const type = view.checker.getTypeOfSymbolAtLocation(property, place);
  const base = { name, type, isOptional, sources };
  if (
    first !== undefined &&
    isOfClass(first) &&
    !(ts.isPropertyDeclaration(first) && isPublic(first))
  ) {
    return undefined;
  }
  const isMethod = (property.flags & ts.SymbolFlags.Method) !== 0;
  if (isMethod || type.getCallSignatures().length > 0) {
    return { ...base, rejection: reject('RR2014', place, 'a method') };
  }
  // Limits that cannot be found must not be lost.
  if (found === undefined) return { ...base, rejection: reject('RR2027', place) };
  const decorated = declared.find((one) => writtenDecorators(one).length > 0);
  if (decorated !== undefined) return { ...base, rejection: reject('RR2024', decorated) };
  const isChanged =
    found.hasPresence || (first !== undefined && isOptional !== isDeclaredOptional(first));
  return isChanged ? { ...base, hasNoDefault: true } : base;
}

function isOfClass({ parent }: ts.Declaration): boolean {
  return ts.isClassLike(parent);
}

function isDeclaredOptional(declaration: ts.Declaration): boolean {
  return (declaration as ts.PropertySignature).questionToken !== undefined;
}

/** Names of properties are texts in JSON. */
function additionalOf(type: ts.Type, node: ts.Node, { checker }: ProjectView): Member | undefined {
  const [index, ...others] = checker.getIndexInfosOfType(type);
  if (index === undefined) return undefined;
  const { declaration, ...source } = indexSource(type, checker) ?? {};
  const base = { name: '[key]', type: index.type, isOptional: false, sources: [source] };
  if (declaration !== undefined && hasTags(declaration)) {
    return { ...base, rejection: misplacedTag(declaration) };
  }
  const isByText = others.length === 0 && (index.keyType.flags & ts.TypeFlags.String) !== 0;
  return isByText ? base : { ...base, rejection: reject('RR2001', declaration ?? node) };
}
