import { ts } from '../program/typescript.js';
import { constantOf } from '../syntax/constant.js';
import type { KnownDecorator } from '../syntax/decorators.js';
import { unwrapExpression, propertyValues } from '../syntax/nodes.js';
import { enumOf } from '../types/read-enum.js';
import type { TypeScope } from '../types/type-reading.js';
import {
  type ListLimits,
  type ParamOptions,
  type DeclaredTypeName,
  isSame,
  joinOptions,
} from '../../routes/declaration/param-options.js';
import type { ParameterDeclaration } from '../../routes/declaration/parameter-declaration.js';
import { namedType } from '../../routes/declaration/type-by-hand.js';
import type { EnumValue, JsonValue } from '../../schema/vocabulary.js';
import type { DeclaredType } from '../../types/type.js';

export interface DecoratorOptions extends Pick<
  ParameterDeclaration,
  'options' | 'list' | 'conflicts'
> {
  /** Whether all options are constant; others are checked at startup. */
  readonly isConstant: boolean;
  /** Whether the options state the type, so that the source need not. */
  readonly statesType: boolean;
  readonly takesArguments: boolean;
  /** The names of the options of `@Param` and `@ListOf`, whether constant or not. */
  readonly names: readonly string[];
  readonly inject?: ts.Expression;
}

export function readDecoratorOptions(
  decorators: readonly KnownDecorator[],
  scope: TypeScope,
): DecoratorOptions {
  const params = decorators.filter(({ name }) => name === 'Param');
  const lists = decorators.filter(({ name }) => name === 'ListOf');
  const [listOf] = lists;
  const spread = decorators.find(({ name }) => name === 'Arguments');
  const { values, expressions, isConstant, conflicts } = readParams(params, scope);
  const properties = readOptionEntries(spread?.arguments[0], scope);
  const list = listOf === undefined ? undefined : readListOf(listOf, scope);
  const { inject } = expressions;
  const isTwoLists = lists.some((one) => !isSame(readListOf(one, scope), list));
  const all = isTwoLists ? [...conflicts, '@ListOf'] : conflicts;
  return {
    ...(all.length === 0 ? {} : { conflicts: all }),
    ...optionsOf(params[0] && values, spread?.arguments[0] && properties.values),
    ...(list === undefined ? {} : { list }),
    isConstant: isConstant && properties.isConstant && (listOf === undefined || list !== undefined),
    statesType:
      (listOf ?? spread?.arguments[0]) !== undefined ||
      TYPE_OPTIONS.some((key) => Object.hasOwn(expressions, key)),
    takesArguments: spread !== undefined,
    names: [
      ...Object.keys(expressions),
      ...lists.flatMap(({ arguments: [, limits] }) =>
        Object.keys(readOptionEntries(limits, scope).expressions),
      ),
    ],
    ...(inject === undefined ? {} : { inject }),
  };
}

/** Startup checks an option with two values that are not constant. */
function readParams(
  params: readonly KnownDecorator[],
  scope: TypeScope,
): OptionEntries & { readonly conflicts: readonly string[] } {
  const none = { values: {}, expressions: {}, isConstant: true, conflicts: [] };
  return params.reduce<OptionEntries & { readonly conflicts: readonly string[] }>((all, param) => {
    const one = readOptionEntries(param.arguments[0], scope);
    const joined = joinOptions(all.values, one.values);
    return {
      values: joined.options,
      expressions: { ...all.expressions, ...one.expressions },
      isConstant: all.isConstant && one.isConstant,
      conflicts: [...all.conflicts, ...joined.conflicts],
    };
  }, none);
}

/** The options of `@Param`, and those of `@Arguments` as properties. */
function optionsOf(
  param: object | undefined,
  properties: object | undefined,
): Pick<ParameterDeclaration, 'options'> {
  if (param === undefined && properties === undefined) return {};
  const stated = properties === undefined ? {} : { properties };
  return { options: { ...param, ...stated } as ParamOptions };
}

const TYPE_OPTIONS = ['type', 'enum', 'anyOf', 'properties', 'items', 'schema', 'inject'];

/** `undefined` if an argument of `@ListOf` is not constant. */
function readListOf(
  { arguments: [items, limits] }: KnownDecorator,
  scope: TypeScope,
): ParameterDeclaration['list'] {
  const type = items === undefined ? undefined : readListItems(items, scope);
  const { values, isConstant } = readOptionEntries(limits, scope);
  return type === undefined || !isConstant
    ? undefined
    : { items: type, limits: values as ListLimits };
}

interface OptionEntries {
  /** The constant values by name. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly expressions: Readonly<Record<string, ts.Expression>>;
  /** Whether all options but `inject`, which names a class, are constant. */
  readonly isConstant: boolean;
}

/** A missing argument counts as empty. */
function readOptionEntries(expression: ts.Expression | undefined, scope: TypeScope): OptionEntries {
  const node = expression === undefined ? undefined : unwrapExpression(expression);
  return node !== undefined && ts.isObjectLiteralExpression(node)
    ? readProperties(node, scope)
    : { values: {}, expressions: {}, isConstant: node === undefined };
}

function readProperties(node: ts.ObjectLiteralExpression, scope: TypeScope): OptionEntries {
  const entries = node.properties.flatMap((property) => entryOf(property) ?? []);
  const constants = entries.flatMap(({ name, expression }) => {
    const value = readOption(name, expression, scope);
    return value === undefined ? [] : [{ name, value }];
  });
  const open = entries.filter(({ name }) => !constants.some((one) => one.name === name));
  return {
    values: Object.fromEntries(constants.map(({ name, value }) => [name, value])),
    expressions: Object.fromEntries(entries.map(({ name, expression }) => [name, expression])),
    isConstant:
      entries.length === node.properties.length && open.every(({ name }) => name === 'inject'),
  };
}

/** `undefined` for a spread, a method, and a computed name. */
function entryOf(
  property: ts.ObjectLiteralElementLike,
): { readonly name: string; readonly expression: ts.Expression } | undefined {
  if (ts.isShorthandPropertyAssignment(property)) {
    return { name: property.name.text, expression: property.name };
  }
  const isNamed =
    ts.isPropertyAssignment(property) &&
    (ts.isIdentifier(property.name) || ts.isStringLiteral(property.name));
  return isNamed ? { name: property.name.text, expression: property.initializer } : undefined;
}

function readOption(name: string, expression: ts.Expression, scope: TypeScope): unknown {
  if (name === 'enum') return readEnumOption(expression, scope);
  const node = unwrapExpression(expression);
  if (ts.isRegularExpressionLiteral(node)) return node.text.slice(1, node.text.lastIndexOf('/'));
  return constantOf(expression, scope.view)?.value;
}

/** Reads the first argument of `@ListOf`: the name of a type, a class, or an enum. */
function readListItems(expression: ts.Expression, scope: TypeScope): DeclaredType | undefined {
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

function readEnumOption(
  expression: ts.Expression,
  scope: TypeScope,
): readonly EnumValue[] | undefined {
  const { view } = scope;
  const constant = constantOf(expression, view)?.value;
  if (Array.isArray(constant)) return (constant as readonly JsonValue[]).filter(isEnumValue);
  const symbol = view.resolve(unwrapExpression(expression));
  if (symbol !== undefined && (symbol.flags & ts.SymbolFlags.Enum) !== 0) {
    return enumOf(symbol, scope)?.values;
  }
  const values = propertyValues(view.checker.getTypeAtLocation(expression), view.checker);
  return values === undefined || values.length === 0 ? undefined : values;
}

function isEnumValue(value: JsonValue): value is EnumValue {
  return typeof value === 'string' || typeof value === 'number';
}
