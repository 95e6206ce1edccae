import { isSame, joinOptions } from '../../../model/declaration/join-options.js';
import type { ListLimits, ParamOptions } from '../../../model/declaration/param-options.js';
import type { ParameterDeclaration } from '../../../model/declaration/parameter-declaration.js';
import type { ts } from '../../program/typescript.js';
import type { OurDecorator } from '../../syntax/our-decorators.js';
import type { TypeScope } from '../../types/type-reader.js';
import { readListItems } from './read-list-items.js';
import { readOptionEntries, type OptionEntries } from './read-option-entries.js';

/** What the decorators `@Param`, `@ListOf` and `@Arguments` state for one parameter or property. */
export interface DecoratorOptions extends Pick<
  ParameterDeclaration,
  'options' | 'list' | 'conflicts'
> {
  /** Whether all options are constant; others are checked at startup. */
  readonly isConstant: boolean;
  /** Whether the options state the type, so that the source need not. */
  readonly statesType: boolean;
  /** Whether `@Arguments` makes the properties of the parameter arguments of the route. */
  readonly takesArguments: boolean;
  /** The names of the options of `@Param` and `@ListOf`, whether constant or not. */
  readonly names: readonly string[];
  /** The expression after `inject`. */
  readonly inject?: ts.Expression;
}

/** Reads the decorators of this package on one parameter or property. */
export function readDecoratorOptions(
  decorators: readonly OurDecorator[],
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

/** The options of all `@Param` of one parameter. Two values of one that are not constant are checked at startup. */
function readParams(
  params: readonly OurDecorator[],
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
