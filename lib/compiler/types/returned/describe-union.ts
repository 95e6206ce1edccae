import type { TypeSignature } from '../../../model/signature/method-signature.js';
import { ts } from '../../program/typescript.js';
import { unionMembers } from '../checked/checker-types.js';
import type { Place } from './described-place.js';

/**
 * Describes a union of types that no enum joins, in an order that does not depend on the build;
 * `undefined` for one within itself, as JSON is.
 */
export function describeUnion(type: ts.UnionType, place: Place): TypeSignature | undefined {
  if (place.outer.some((one) => one.type === type)) return undefined;
  const outer = [...place.outer, { type, name: undefined }];
  return union(typesIn(type, place.scope.view.checker), { ...place, outer });
}

/** Describes a list of a fixed length by what its elements may be. */
export function describeTuple(type: ts.Type, place: Place): TypeSignature {
  const { checker } = place.scope.view;
  const elements = checker.getTypeArguments(type as ts.TypeReference);
  const isNullable = elements.flatMap(unionMembers).some(isNull);
  const items = union(
    elements.flatMap((element) => typesIn(checker.getNonNullableType(element), checker)),
    place,
  );
  return { kind: 'array', items: isNullable ? { ...items, nullable: true } : items };
}

/** The members of a union; the literals of a kind are one. */
function typesIn(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  return unionMembers(type).map((member) =>
    (member.flags & ts.TypeFlags.BooleanLiteral) === 0
      ? member
      : checker.getBaseTypeOfLiteralType(member),
  );
}

function union(types: readonly ts.Type[], place: Place): TypeSignature {
  const described = types.map((type) => place.describe(type, place));
  const distinct = new Map(
    joinEnums(described).map((option) => [JSON.stringify(option), option] as const),
  );
  const options = [...distinct].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  const [only] = options;
  return only !== undefined && options.length === 1 ? only : { kind: 'union', options };
}

/** The checker tells the literals of an enum one by one. */
function joinEnums(types: readonly TypeSignature[]): readonly TypeSignature[] {
  const enums = types.flatMap((type) => (type.kind === 'enum' ? [type] : []));
  const others = types.filter(({ kind }) => kind !== 'enum');
  const joined = ['string', 'number'].flatMap((kind): readonly TypeSignature[] => {
    const values = enums.flatMap((one) => one.values).filter((value) => typeof value === kind);
    return values.length === 0 ? [] : [{ kind: 'enum', values: values.toSorted(inOrder) }];
  });
  return [...joined, ...others];
}

function inOrder(a: string | number, b: string | number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function isNull({ flags }: ts.Type): boolean {
  return (flags & ts.TypeFlags.Null) !== 0;
}
