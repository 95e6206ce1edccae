import type { ProjectView } from '../../program/project-view.js';
import { ts } from '../../program/typescript.js';
import { docTagsOf } from '../../tags/doc-comments.js';
import { descriptionOf } from '../../tags/read-tags.js';
import { unionMembers, isHidden, isStatic } from '../../syntax/nodes.js';
import type { TypeScope } from '../type-reading.js';
import type { PropertySignature, TypeSignature } from '../../../types/type.js';

/** The place of a type in what a method returns, and the objects around it. */
export interface DescribedPlace {
  readonly node: ts.Node;
  readonly scope: TypeScope;
  /** Describes a type within this one: descriptions import one another here. */
  readonly describe: (type: ts.Type, place: DescribedPlace) => TypeSignature;
  /** The objects around the type, with the names by which they are described. */
  readonly outer: readonly OuterObject[];
  /** How many types are around the type. */
  readonly depth: number;
  /** How much has been described for this method. */
  readonly count: { objects: number; types: number };
}

/** Objects within objects are described to this depth. */
const DEEPEST = 12;
/** The number of objects described for one method. */
const MOST = 500;

/** Describes an object by its properties; `undefined` for one that the project does not define. */
export function describeObject(type: ts.Type, place: DescribedPlace): TypeSignature | undefined {
  const { outer, count, scope } = place;
  const parts = partsOf(type);
  if (!parts.every((part) => isDescribable(part, scope.view))) return undefined;
  const named = type.aliasSymbol ?? type.getSymbol();
  const name = named === undefined ? undefined : objectName(named, scope.view);
  const base = { kind: 'object', ...(name === undefined ? {} : { name }) } as const;
  // An object within itself is described by its name only, which must not be that of a nearer one.
  if (outer.some((one) => one.type === type)) {
    const nearest = name === undefined ? undefined : outer.findLast((one) => one.name === name);
    return nearest?.type === type ? base : undefined;
  }
  if (outer.length >= DEEPEST || (count.objects += 1) > MOST) return undefined;
  const within = { ...place, outer: [...outer, { type, name }] };
  const properties = describeProperties(type, parts, within);
  const additional = describeOthers(type, within);
  if (properties.length === 0 && additional === undefined) return undefined;
  return {
    ...base,
    ...(properties.length === 0 ? {} : { properties }),
    ...(additional === undefined ? {} : { additional }),
  };
}

/** The type of the properties without a name: `Record<string, T>`. */
function describeOthers(type: ts.Type, place: DescribedPlace): TypeSignature | undefined {
  const others = type.getStringIndexType() ?? type.getNumberIndexType();
  return others === undefined ? undefined : place.describe(others, place);
}

function describeProperties(
  type: ts.Type,
  parts: readonly ts.Type[],
  place: DescribedPlace,
): readonly PropertySignature[] {
  const { checker, visit } = place.scope.view;
  for (const part of parts) part.getSymbol()?.declarations?.forEach(visit);
  return checker
    .getPropertiesOfType(type)
    .flatMap((property) => describeProperty(property, place) ?? []);
}

/** `undefined` for a property that is not sent. */
function describeProperty(
  property: ts.Symbol,
  place: DescribedPlace,
): PropertySignature | undefined {
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  if (!isSent(property, declaration)) return undefined;
  const { checker, visit } = place.scope.view;
  if (declaration !== undefined) visit(declaration);
  const type = checker.getTypeOfSymbolAtLocation(property, place.node);
  // JSON contains no functions.
  if (type.getCallSignatures().length > 0) return undefined;
  const description = declaration === undefined ? undefined : descriptionOf(declaration);
  const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0 || maySkip(declaration, type);
  return {
    name: property.name,
    type: place.describe(type, { ...place, node: typeNodeOf(declaration) ?? place.node }),
    ...(isOptional ? { optional: true } : {}),
    ...(isReadonly(declaration) ? { readonly: true } : {}),
    ...(description === undefined ? {} : { description }),
  };
}

/** Whether a type is an object that the project defines: no function, and nothing foreign. */
function isDescribable(type: ts.Type, view: ProjectView): boolean {
  const symbol: ts.Symbol | undefined = type.getSymbol();
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0;
  return (
    symbol !== undefined &&
    isObject &&
    type.getCallSignatures().length === 0 &&
    !isForeign(symbol, view)
  );
}

/** The types that an intersection joins; any other type by itself. */
function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isIntersection() ? type.types : [type];
}

/** The `T` of `Linked<T>`; `undefined` for any other type. */
export function linkedType(
  { aliasSymbol, aliasTypeArguments }: ts.Type,
  view: ProjectView,
): ts.Type | undefined {
  return view.ourName(aliasSymbol) === 'Linked' ? aliasTypeArguments?.[0] : undefined;
}

/** The name that the project gives a type; `undefined` for an unnamed one. */
export function objectName(symbol: ts.Symbol, view: ProjectView): string | undefined {
  const isPlain = /^[A-Za-z]\w*$/.test(symbol.name);
  return isPlain && !view.isBuiltIn(symbol) ? symbol.name : undefined;
}

/**
 * The properties of `Map`, and those of a class of a package, are not part of a response. A type that
 * a helper of the language makes, as `Pick<Item, 'id'>`, has the properties of the project's type.
 */
export function isForeign(symbol: ts.Symbol, view: ProjectView): boolean {
  const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0;
  const isNamed = isClass || (symbol.flags & ts.SymbolFlags.Interface) !== 0;
  const file = symbol.declarations?.[0]?.getSourceFile();
  const isOfPackage = file !== undefined && !view.isOfProject(file);
  return (isNamed && view.isBuiltIn(symbol)) || (isClass && isOfPackage);
}

/** Whether JSON contains a property: no method, and nothing that is not public. */
function isSent(property: ts.Symbol, declaration: ts.Declaration | undefined): boolean {
  if ((property.flags & ts.SymbolFlags.Method) !== 0) return false;
  if (declaration === undefined) return true;
  const name = ts.getNameOfDeclaration(declaration);
  // JSON contains neither `#secret` nor properties whose key is a symbol.
  if (name !== undefined && (ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name))) {
    return false;
  }
  return !isHidden(declaration) && !isStatic(declaration);
}

/**
 * Whether a property that is declared as present may be left out: an accessor, which JSON does not contain
 * of an instance, a property that class-transformer excludes, and one that may be `undefined`.
 */
function maySkip(declaration: ts.Declaration | undefined, type: ts.Type): boolean {
  if (unionMembers(type).some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0)) return true;
  if (declaration === undefined) return false;
  return ts.isAccessor(declaration) || isExcluded(declaration);
}

function isExcluded(declaration: ts.Declaration): boolean {
  const decorators = ts.canHaveDecorators(declaration) ? (ts.getDecorators(declaration) ?? []) : [];
  return decorators.some(
    ({ expression }) =>
      ts.isCallExpression(expression) && expression.expression.getText() === 'Exclude',
  );
}

/** Whether a property is declared as `readonly`, or has the tag `@readonly`: clients cannot change it. */
function isReadonly(declaration: ts.Declaration | undefined): boolean {
  if (declaration === undefined) return false;
  const hasModifier = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly) !== 0;
  return hasModifier || docTagsOf(declaration).some(({ name }) => name === 'readonly');
}

/** The annotation of a property. */
export function typeNodeOf(declaration: ts.Declaration | undefined): ts.TypeNode | undefined {
  const isTyped =
    declaration !== undefined &&
    (ts.isPropertySignature(declaration) ||
      ts.isPropertyDeclaration(declaration) ||
      ts.isParameter(declaration));
  return isTyped ? declaration.type : undefined;
}

/** The annotation of the elements of `T[]`. */
export function elementNode(node: ts.Node): ts.Node {
  if (ts.isTypeOperatorNode(node)) return elementNode(node.type);
  return ts.isArrayTypeNode(node) ? node.elementType : node;
}

/** An object that is being described. */
interface OuterObject {
  readonly type: ts.Type;
  readonly name: string | undefined;
}
