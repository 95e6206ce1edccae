import type { ListLimits, ParamOptions } from '../../../model/declaration/param-options.js';
import type { ParameterDeclaration } from '../../../model/declaration/parameter-declaration.js';
import type { ts } from '../../program/typescript.js';
import type { OurDecorator } from '../../syntax/our-decorators.js';
import type { TypeScope } from '../../types/type-reader.js';
import { readListItems } from './read-list-items.js';
import { readOptionEntries } from './read-option-entries.js';

/** What the decorators `@Param`, `@ListOf` and `@Arguments` state for one parameter or property. */
export interface DecoratorOptions extends Pick<ParameterDeclaration, 'options' | 'list'> {
  /** Whether all options are constant; others are checked at startup. */
  readonly isConstant: boolean;
  /** Whether the options state the type, so that the source need not. */
  readonly statesType: boolean;
  /** Whether `@Arguments` makes the properties of the parameter arguments of the route. */
  readonly takesArguments: boolean;
  /** The expression after `inject`. */
  readonly inject?: ts.Expression;
}

/** Reads the decorators of this package on one parameter or property. */
export function readDecoratorOptions(
  decorators: readonly OurDecorator[],
  scope: TypeScope,
): DecoratorOptions {
  const param = decorators.find(({ name }) => name === 'Param');
  const listOf = decorators.find(({ name }) => name === 'ListOf');
  const spread = decorators.find(({ name }) => name === 'Arguments');
  const { values, expressions, isConstant } = readOptionEntries(param?.arguments[0], scope);
  const properties = readOptionEntries(spread?.arguments[0], scope);
  const list = listOf === undefined ? undefined : readListOf(listOf, scope);
  const { inject } = expressions;
  return {
    ...optionsOf(param && values, spread?.arguments[0] && properties.values),
    ...(list === undefined ? {} : { list }),
    isConstant: isConstant && properties.isConstant && (listOf === undefined || list !== undefined),
    statesType:
      (listOf ?? spread?.arguments[0]) !== undefined ||
      TYPE_OPTIONS.some((key) => Object.hasOwn(expressions, key)),
    takesArguments: spread !== undefined,
    ...(inject === undefined ? {} : { inject }),
  };
}

/** The options of `@Param`, and as properties those of `@Arguments`. */
function optionsOf(
  param: object | undefined,
  properties: object | undefined,
): Pick<ParameterDeclaration, 'options'> {
  if (param === undefined && properties === undefined) return {};
  const stated = properties === undefined ? {} : { properties };
  return { options: { ...param, ...stated } as ParamOptions };
}

/** The options that state a type. */
const TYPE_OPTIONS = ['type', 'enum', 'anyOf', 'properties', 'items', 'schema', 'inject'];

/** `undefined` where an argument of `@ListOf` is not constant. */
function readListOf(
  { arguments: [items, limits] }: OurDecorator,
  scope: TypeScope,
): ParameterDeclaration['list'] {
  const type = items === undefined ? undefined : readListItems(items, scope);
  const { values, isConstant } = readOptionEntries(limits, scope);
  return type === undefined || !isConstant
    ? undefined
    : { items: type, limits: values as ListLimits };
}
