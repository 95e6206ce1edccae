import type { DeclaredTypeName } from '../../../model/declaration/param-options.js';
import { namedType } from '../../../model/declaration/type-by-hand.js';
import type { DeclaredType } from '../../../model/types/declared-type.js';
import { ts } from '../../program/typescript.js';
import { constantOf } from '../../syntax/constant.js';
import { unwrapExpression } from '../../syntax/unwrap-expression.js';
import type { TypeScope } from '../../types/type-reader.js';
import { readEnumOption } from './read-enum-option.js';

/** Reads the first argument of `@ListOf`: the name of a type, a class, or an enum. */
export function readListItems(
  expression: ts.Expression,
  scope: TypeScope,
): DeclaredType | undefined {
  const constant = constantOf(expression, scope.view)?.value;
  if (typeof constant === 'string') {
    return namedType(constant as Exclude<DeclaredTypeName, 'array'>);
  }
  const symbol = scope.view.resolve(unwrapExpression(expression));
  if (scope.view.ourName(symbol) === 'UploadedFile') return { kind: 'file' };
  if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0) {
    return { kind: 'class', handle: { name: symbol.name, ref: symbol } };
  }
  const values = readEnumOption(expression, scope);
  return values === undefined ? undefined : { kind: 'enum', values };
}
