import type { EnumValue } from '../../../schema/vocabulary.js';
import type { ts } from '../../program/typescript.js';

/** The members of a union; any other type by itself. */
export function unionMembers(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** The type of the elements of an array type; `undefined` for any other type. */
export function arrayElement(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  return checker.isArrayType(type)
    ? checker.getTypeArguments(type as ts.TypeReference)[0]
    : undefined;
}

/** The values of types that are all literal texts or numbers; `undefined` where one is not. */
export function literalValues(types: readonly ts.Type[]): readonly EnumValue[] | undefined {
  const values = types.flatMap((type) =>
    type.isStringLiteral() || type.isNumberLiteral() ? [type.value] : [],
  );
  return values.length === types.length ? values : undefined;
}

/** The values of the properties of an object of constants. */
export function propertyValues(
  object: ts.Type,
  checker: ts.TypeChecker,
): readonly EnumValue[] | undefined {
  const properties = checker.getPropertiesOfType(object);
  return literalValues(properties.map((property) => checker.getTypeOfSymbol(property)));
}
