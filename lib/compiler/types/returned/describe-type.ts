import type {
  PropertySignature,
  TypeSignature,
} from '../../../model/signature/method-signature.js';
import { descriptionOf } from '../../syntax/docstring.js';
import { readCheckedType } from '../read-checked-type.js';
import { isRejection, oneLine } from '../../syntax/rejection.js';
import type { ProjectView } from '../../program/project-view.js';
import type { Scope } from '../type-reader.js';
import { ts } from '../../program/typescript.js';

/** So deep objects are described; what lies deeper is kept as a text. */
const DEEPEST = 6;
/** So many objects are described for one method: types that packages generate have no end. */
const MOST = 200;

/** Where a type stands, and the objects around it. */
interface Place {
  readonly node: ts.Node;
  readonly scope: Scope;
  readonly outer: readonly ts.Type[];
  /** How many objects have been described for this method. */
  readonly count: { objects: number };
}

/**
 * Describes a type that is sent, not received: an interface, an object, a class by its public
 * properties, in the words of the checker. What cannot be described is kept as a text.
 */
export function describeType(node: ts.TypeNode, scope: Scope): TypeSignature {
  const type = scope.view.checker.getTypeFromTypeNode(node);
  return describe(type, { node, scope, outer: [], count: { objects: 0 } });
}

function describe(type: ts.Type, place: Place): TypeSignature {
  const { checker } = place.scope.view;
  const present = checker.getNonNullableType(type);
  const isNullable = membersOf(type).some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
  const described = describePresent(present, place) ?? {
    kind: 'opaque',
    text: oneLine(checker.typeToString(type)),
  };
  return isNullable && described.kind !== 'opaque' ? { ...described, nullable: true } : described;
}

function describePresent(type: ts.Type, place: Place): TypeSignature | undefined {
  const { node, scope } = place;
  if ((type.flags & ts.TypeFlags.Number) !== 0)
    return { kind: isInt(place) ? 'integer' : 'number' };
  const [items] = scope.view.checker.isArrayType(type)
    ? scope.view.checker.getTypeArguments(type as ts.TypeReference)
    : [];
  if (items !== undefined) {
    return { kind: 'array', items: describe(items, { ...place, node: elementNode(node) }) };
  }
  const reading = readCheckedType(type, node, scope);
  return isRejection(reading) ? describeObject(type, place) : reading.type;
}

function describeObject(type: ts.Type, place: Place): TypeSignature | undefined {
  const { scope, outer } = place;
  const { view } = scope;
  if ((type.flags & ts.TypeFlags.Object) === 0 || type.getCallSignatures().length > 0)
    return undefined;
  const symbol = type.getSymbol();
  if (symbol === undefined || isForeign(symbol, view)) return undefined;
  const name = nameOf(type.aliasSymbol ?? symbol, view);
  const base = { kind: 'object', ...(name === undefined ? {} : { name }) } as const;
  // An object within itself is known by its name.
  if (outer.includes(type)) return name === undefined ? undefined : base;
  if (outer.length >= DEEPEST || (place.count.objects += 1) > MOST) return undefined;
  symbol.declarations?.forEach(view.visit);
  const inner = { ...place, outer: [...outer, type] };
  const properties = view.checker
    .getPropertiesOfType(type)
    .flatMap((property) => describeProperty(property, inner));
  return properties.length === 0 ? undefined : { ...base, properties };
}

/**
 * Whether the properties of a type are nobody's business: those of `Map` are not, nor those of a class
 * of a package. `Pick<Item, 'id'>` is of the language too, but is whatever `Item` is.
 */
function isForeign(symbol: ts.Symbol, view: ProjectView): boolean {
  const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0;
  const isNamed = isClass || (symbol.flags & ts.SymbolFlags.Interface) !== 0;
  const file = symbol.declarations?.[0]?.getSourceFile();
  const isOfPackage = file !== undefined && !view.isOfProject(file);
  return (isNamed && view.isBuiltIn(symbol)) || (isClass && isOfPackage);
}

/** The name that the project gives a type; one without a name has none. */
function nameOf(symbol: ts.Symbol, view: ProjectView): string | undefined {
  const isPlain = /^[A-Za-z]\w*$/.test(symbol.name);
  return isPlain && !view.isBuiltIn(symbol) ? symbol.name : undefined;
}

function describeProperty(property: ts.Symbol, place: Place): readonly PropertySignature[] {
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  if (!isSent(property, declaration)) return [];
  const { checker, visit } = place.scope.view;
  if (declaration !== undefined) visit(declaration);
  const type = checker.getTypeOfSymbolAtLocation(property, place.node);
  const described = describe(type, { ...place, node: typeNodeOf(declaration) ?? place.node });
  const description = declaration === undefined ? undefined : descriptionOf(declaration);
  const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
  return [
    {
      name: property.name,
      type: described,
      ...(isOptional ? { optional: true } : {}),
      ...(description === undefined ? {} : { description }),
    },
  ];
}

/** Methods and what is not public are no part of what is sent. */
function isSent(property: ts.Symbol, declaration: ts.Declaration | undefined): boolean {
  if ((property.flags & ts.SymbolFlags.Method) !== 0) return false;
  if (declaration === undefined) return true;
  const name = ts.getNameOfDeclaration(declaration);
  // `#secret`, and what only a symbol reaches, are in no JSON.
  if (name !== undefined && (ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name))) {
    return false;
  }
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;
  return (ts.getCombinedModifierFlags(declaration) & hidden) === 0;
}

function typeNodeOf(declaration: ts.Declaration | undefined): ts.TypeNode | undefined {
  const isTyped =
    declaration !== undefined &&
    (ts.isPropertySignature(declaration) ||
      ts.isPropertyDeclaration(declaration) ||
      ts.isParameter(declaration));
  return isTyped ? declaration.type : undefined;
}

function elementNode(node: ts.Node): ts.Node {
  if (ts.isTypeOperatorNode(node)) return elementNode(node.type);
  return ts.isArrayTypeNode(node) ? node.elementType : node;
}

/** The checker knows no difference between `int` and `number`: the node tells. */
function isInt({ node, scope: { view } }: Place): boolean {
  const names = ts.isUnionTypeNode(node) ? node.types : [node];
  return names.some(
    (name) => ts.isTypeReferenceNode(name) && view.ourName(view.resolve(name.typeName)) === 'int',
  );
}

function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}
