import type { DeclaredType } from '../../../model/types/declared-type.js';
import type { ParameterDeclaration } from '../../../model/declaration/parameter-declaration.js';
import type {
  DeclaredTypeName,
  ListLimits,
  ParamOptions,
} from '../../../model/declaration/param-options.js';
import type { EnumValue, JsonValue } from '../../../schema/vocabulary.js';
import { enumConstants } from '../../types/enums/read-enum.js';
import { ts } from '../../program/typescript.js';
import type { TypeScope } from '../../types/type-reader.js';
import { unwrapExpression } from '../../syntax/unwrap-expression.js';
import { constantOf } from '../../syntax/constant.js';
import type { OurDecorator } from '../../syntax/our-decorators.js';

/** What `@Param` and `@ListOf` say of one parameter or property. */
export interface HandWritten extends Pick<ParameterDeclaration, 'options' | 'list'> {
  /** Whether all of it is constant: what is not, the boot checks. */
  readonly isConstant: boolean;
  /** Whether it says the type, so that the source need not. */
  readonly saysType: boolean;
  /** What `inject` names. */
  readonly inject?: ts.Expression;
}

/** Reads the decorators of this package on one parameter or property. */
export function readHandWritten(
  decorators: readonly OurDecorator[],
  scope: TypeScope,
): HandWritten {
  const param = decorators.find(({ name }) => name === 'Param');
  const listOf = decorators.find(({ name }) => name === 'ListOf');
  const entries = readEntries(param?.arguments[0], scope);
  const list = listOf === undefined ? undefined : readList(listOf, scope);
  const { inject } = entries.expressions;
  return {
    ...(param === undefined ? {} : { options: entries.values as ParamOptions }),
    ...(list?.value === undefined ? {} : { list: list.value }),
    isConstant: entries.isConstant && (list === undefined || list.value !== undefined),
    saysType:
      list !== undefined ||
      ['type', 'enum', 'inject'].some((key) => Object.hasOwn(entries.expressions, key)),
    ...(inject === undefined ? {} : { inject }),
  };
}

interface Entries {
  readonly values: Readonly<Record<string, unknown>>;
  readonly expressions: Readonly<Record<string, ts.Expression>>;
  readonly isConstant: boolean;
}

/** The properties of an object literal. */
function readEntries(expression: ts.Expression | undefined, scope: TypeScope): Entries {
  const values: Record<string, unknown> = {};
  const expressions: Record<string, ts.Expression> = {};
  const node = expression === undefined ? undefined : unwrapExpression(expression);
  if (node === undefined) return { values, expressions, isConstant: true };
  if (!ts.isObjectLiteralExpression(node)) return { values, expressions, isConstant: false };
  let isConstant = true;
  for (const property of node.properties) {
    const entry = entryOf(property);
    if (entry === undefined) {
      isConstant = false;
      continue;
    }
    expressions[entry.name] = entry.value;
    const value = readOption(entry.name, entry.value, scope);
    if (value === undefined) isConstant &&= entry.name === 'inject';
    else values[entry.name] = value;
  }
  return { values, expressions, isConstant };
}

function entryOf(
  property: ts.ObjectLiteralElementLike,
): { readonly name: string; readonly value: ts.Expression } | undefined {
  if (ts.isShorthandPropertyAssignment(property)) {
    return { name: property.name.text, value: property.name };
  }
  const isPlain =
    ts.isPropertyAssignment(property) &&
    (ts.isIdentifier(property.name) || ts.isStringLiteral(property.name));
  return isPlain ? { name: property.name.text, value: property.initializer } : undefined;
}

function readOption(name: string, value: ts.Expression, scope: TypeScope): unknown {
  if (name === 'enum') return readEnumSource(value, scope);
  const node = unwrapExpression(value);
  if (ts.isRegularExpressionLiteral(node)) return node.text.slice(1, node.text.lastIndexOf('/'));
  return constantOf(value, scope.view)?.value;
}

function readList(
  { arguments: [items, limits] }: OurDecorator,
  scope: TypeScope,
): { readonly value: ParameterDeclaration['list'] } {
  const type = items === undefined ? undefined : readItems(items, scope);
  const entries = readEntries(limits, scope);
  const value =
    type === undefined || !entries.isConstant
      ? undefined
      : { items: type, limits: entries.values as ListLimits };
  return { value };
}

function readItems(expression: ts.Expression, scope: TypeScope): DeclaredType | undefined {
  const constant = constantOf(expression, scope.view)?.value;
  if (typeof constant === 'string') {
    return { kind: constant as Exclude<DeclaredTypeName, 'array'> };
  }
  const symbol = scope.view.resolve(unwrapExpression(expression));
  if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0) {
    return { kind: 'class', handle: { name: symbol.name, ref: symbol } };
  }
  const values = readEnumSource(expression, scope);
  return values === undefined ? undefined : { kind: 'enum', values };
}

/** A TypeScript enum, an object of constants, or the values themselves. */
function readEnumSource(
  expression: ts.Expression,
  scope: TypeScope,
): readonly EnumValue[] | undefined {
  const constant = constantOf(expression, scope.view)?.value;
  if (Array.isArray(constant)) return (constant as readonly JsonValue[]).filter(isEnumValue);
  const symbol = scope.view.resolve(unwrapExpression(expression));
  if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Enum) !== 0) {
    return enumConstants(symbol, scope);
  }
  const { checker } = scope.view;
  const properties = checker.getPropertiesOfType(checker.getTypeAtLocation(expression));
  const types = properties.map((property) => checker.getTypeOfSymbol(property));
  const values = types.flatMap((type) =>
    type.isStringLiteral() || type.isNumberLiteral() ? [type.value] : [],
  );
  return values.length === types.length && values.length > 0 ? values : undefined;
}

function isEnumValue(value: JsonValue): value is EnumValue {
  return typeof value === 'string' || typeof value === 'number';
}
