import { namedType } from '../../model/declaration/type-by-hand.js';
import type { DeclaredType } from '../../model/types/declared-type.js';
import type { ListLimits, ParamOptions } from '../../model/declaration/param-options.js';
import type { EnumSource } from '../../model/declaration/param-options.js';
import type { ValidatorRule } from './class-validator-types.js';

type MutableOptions = { -readonly [Key in keyof ParamOptions]: ParamOptions[Key] };
type MutableLimits = { -readonly [Key in keyof ListLimits]: ListLimits[Key] };

/** The rules on one property, as keywords of a schema. */
export interface RuleOptions {
  readonly options: ParamOptions;
  readonly limits: ListLimits;
  readonly isList: boolean;
  /** `@ValidateNested`: the elements are of another class. */
  readonly isNested: boolean;
  /** Whether a schema cannot express a rule, so that class-validator must run. */
  readonly mustRun: boolean;
}

interface Draft {
  readonly options: MutableOptions;
  readonly limits: MutableLimits;
}

type Express = (draft: Draft, constraints: readonly unknown[]) => void;

/** Rules that a keyword expresses exactly: class-validator need not run them. */
const EXACT: Readonly<Record<string, Express>> = {
  isInt: ({ options }) => (options.type = 'integer'),
  isNumber: ({ options }) => (options.type ??= 'number'),
  isString: ({ options }) => (options.type ??= 'string'),
  isBoolean: ({ options }) => (options.type = 'boolean'),
  isDate: ({ options }) => (options.type = 'date'),
  isEnum: ({ options }, [source]) => (options.enum = source as EnumSource),
  isIn: ({ options }, [values]) => (options.enum = values as EnumSource),
  min: ({ options }, [limit]) => (options.minimum = Number(limit)),
  max: ({ options }, [limit]) => (options.maximum = Number(limit)),
  minLength: ({ options }, [limit]) => (options.minLength = Number(limit)),
  maxLength: ({ options }, [limit]) => (options.maxLength = Number(limit)),
  isLength: ({ options }, [minimum, maximum]) => {
    options.minLength = Number(minimum);
    if (maximum !== undefined) options.maxLength = Number(maximum);
  },
  arrayMinSize: ({ limits }, [limit]) => (limits.minItems = Number(limit)),
  arrayMaxSize: ({ limits }, [limit]) => (limits.maxItems = Number(limit)),
  isArray: () => undefined,
  isOptional: ({ options }) => {
    options.required = false;
    options.nullable = true;
  },
};

/** Rules of which a schema expresses only the type: class-validator runs them too. */
const TEXT_RULES: ReadonlySet<string> = new Set([
  'isEmail',
  'isUuid',
  'isIp',
  'isIso8601',
  'isDateString',
  'isHexColor',
  'isUrl',
  'matches',
  'contains',
  'isNotEmpty',
  'isAlpha',
  'isAlphanumeric',
  'isNumberString',
  'isMobilePhone',
]);
const NUMBER_RULES: ReadonlySet<string> = new Set(['isPositive', 'isNegative', 'isDivisibleBy']);
const LIST_RULES: ReadonlySet<string> = new Set([
  'isArray',
  'arrayMinSize',
  'arrayMaxSize',
  'arrayNotEmpty',
  'arrayUnique',
]);

/** Translates the rules on one property. */
export function ruleOptions(rules: readonly ValidatorRule[]): RuleOptions {
  const draft: Draft = { options: {}, limits: {} };
  let mustRun = false;
  for (const { name = '', constraints = [], type } of rules) {
    if (type === 'nestedValidation') continue;
    const express = Object.hasOwn(EXACT, name) ? EXACT[name] : undefined;
    express?.(draft, constraints);
    mustRun ||= express === undefined;
    if (TEXT_RULES.has(name)) draft.options.type ??= 'string';
    if (NUMBER_RULES.has(name)) draft.options.type ??= 'number';
  }
  if (draft.options.enum !== undefined) delete draft.options.type;
  return {
    ...draft,
    isList: rules.some(({ each, name = '' }) => each || LIST_RULES.has(name)),
    isNested: rules.some(({ type }) => type === 'nestedValidation'),
    mustRun,
  };
}

/** The type of the elements of a list, from the rules with `each`. */
export function elementType({ options }: RuleOptions): DeclaredType | undefined {
  if (options.enum !== undefined) {
    const values = Array.isArray(options.enum) ? options.enum : Object.values(options.enum);
    return { kind: 'enum', values };
  }
  const { type } = options;
  return typeof type === 'string' && type !== 'array' ? namedType(type) : undefined;
}
