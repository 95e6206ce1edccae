import type {
  PropertySignature,
  TypeSignature,
} from '../../../model/signature/method-signature.js';
import { ts } from '../../program/typescript.js';
import { descriptionOf } from '../../syntax/docstring.js';
import { isRejection, oneLine } from '../../syntax/rejection.js';
import { arrayElement, unionMembers } from '../checked/checker-types.js';
import { readCheckedType } from '../checked/read-checked-type.js';
import type { TypeScope } from '../type-reader.js';
import { isDescribable, linkedType, objectName, partsOf } from './described-object.js';
import { elementNode, isReadonly, isSent, typeNodeOf } from './sent-properties.js';

/** Objects are described to this depth; deeper ones are kept as a text. */
const DEEPEST = 6;
/** The number of objects described for one method: types that packages generate have no end. */
const MOST = 200;

/** The place of a type, and the objects around it. */
interface Place {
  readonly node: ts.Node;
  readonly scope: TypeScope;
  readonly outer: readonly ts.Type[];
  /** How many objects have been described for this method. */
  readonly count: { objects: number };
}

/**
 * Describes a type that is sent, not received: an interface, an object, a class by its public
 * properties, as the checker knows them. A type that cannot be described is kept as a text.
 */
export function describeType(node: ts.TypeNode, scope: TypeScope): TypeSignature {
  const type = scope.view.checker.getTypeFromTypeNode(node);
  return describe(type, { node, scope, outer: [], count: { objects: 0 } });
}

function describe(type: ts.Type, place: Place): TypeSignature {
  const { checker } = place.scope.view;
  const described = describePresent(checker.getNonNullableType(type), place);
  if (described === undefined) return { kind: 'opaque', text: oneLine(checker.typeToString(type)) };
  const isNullable = unionMembers(type).some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
  return isNullable && described.kind !== 'opaque' ? { ...described, nullable: true } : described;
}

/** Describes a type without its `null` and `undefined`. */
function describePresent(type: ts.Type, place: Place): TypeSignature | undefined {
  const { node, scope } = place;
  const linked = linkedType(type, scope.view);
  if (linked !== undefined) return describePresent(linked, place);
  if ((type.flags & ts.TypeFlags.Number) !== 0) {
    return { kind: isInt(place) ? 'integer' : 'number' };
  }
  const element = arrayElement(type, scope.view.checker);
  if (element !== undefined) {
    return { kind: 'array', items: describe(element, { ...place, node: elementNode(node) }) };
  }
  const reading = readCheckedType(type, node, scope);
  return isRejection(reading) ? describeObject(type, place) : reading.type;
}

function describeObject(type: ts.Type, place: Place): TypeSignature | undefined {
  const { outer, count, scope } = place;
  const parts = partsOf(type);
  if (!parts.every((part) => isDescribable(part, scope.view))) return undefined;
  const named = type.aliasSymbol ?? type.getSymbol();
  const name = named === undefined ? undefined : objectName(named, scope.view);
  const base = { kind: 'object', ...(name === undefined ? {} : { name }) } as const;
  // An object within itself is described by its name only.
  if (outer.includes(type)) return name === undefined ? undefined : base;
  if (outer.length >= DEEPEST || (count.objects += 1) > MOST) return undefined;
  const properties = describeProperties(type, parts, { ...place, outer: [...outer, type] });
  return properties.length === 0 ? undefined : { ...base, properties };
}

function describeProperties(
  type: ts.Type,
  parts: readonly ts.Type[],
  place: Place,
): readonly PropertySignature[] {
  const { checker, visit } = place.scope.view;
  for (const part of parts) part.getSymbol()?.declarations?.forEach(visit);
  return checker
    .getPropertiesOfType(type)
    .flatMap((property) => describeProperty(property, place) ?? []);
}

/** `undefined` for a property that is not sent. */
function describeProperty(property: ts.Symbol, place: Place): PropertySignature | undefined {
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  if (!isSent(property, declaration)) return undefined;
  const { checker, visit } = place.scope.view;
  if (declaration !== undefined) visit(declaration);
  const type = checker.getTypeOfSymbolAtLocation(property, place.node);
  const description = declaration === undefined ? undefined : descriptionOf(declaration);
  const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
  return {
    name: property.name,
    type: describe(type, { ...place, node: typeNodeOf(declaration) ?? place.node }),
    ...(isOptional ? { optional: true } : {}),
    ...(isReadonly(declaration) ? { readonly: true } : {}),
    ...(description === undefined ? {} : { description }),
  };
}

/** The checker knows no difference between `int` and `number`; the source shows it. */
function isInt({ node, scope: { view } }: Place): boolean {
  const names = ts.isUnionTypeNode(node) ? node.types : [node];
  return names.some(
    (name) => ts.isTypeReferenceNode(name) && view.ourName(view.resolve(name.typeName)) === 'int',
  );
}
