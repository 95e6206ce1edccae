import type { EnumValue, JsonValue } from '../../../schema/vocabulary.js';
import { ts } from '../../program/typescript.js';
import { constantOf } from '../../syntax/constant.js';
import { unwrapExpression } from '../../syntax/unwrap-expression.js';
import { propertyValues } from '../../types/checked/checker-types.js';
import { enumConstants } from '../../types/enums/read-enum.js';
import type { TypeScope } from '../../types/type-reader.js';

/** The values of a TypeScript enum, of an object of constants, or of a list of values. */
export function readEnumOption(
  expression: ts.Expression,
  scope: TypeScope,
): readonly EnumValue[] | undefined {
  const { view } = scope;
  const constant = constantOf(expression, view)?.value;
  if (Array.isArray(constant)) return (constant as readonly JsonValue[]).filter(isEnumValue);
  const symbol = view.resolve(unwrapExpression(expression));
  if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Enum) !== 0) {
    return enumConstants(symbol, scope);
  }
  const values = propertyValues(view.checker.getTypeAtLocation(expression), view.checker);
  return values === undefined || values.length === 0 ? undefined : values;
}

function isEnumValue(value: JsonValue): value is EnumValue {
  return typeof value === 'string' || typeof value === 'number';
}
