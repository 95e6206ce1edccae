import { enumValues, type EnumSource } from '../../routes/declaration/param-options.js';
import { joinLimits } from '../../routes/declaration/type-by-hand.js';
import type { EnumValue, ValueLimits } from '../../schema/vocabulary.js';
import type { DeclaredType } from '../../types/type.js';
import type { ValidatorRule } from './class-validator.js';

/**
 * The description of the values of one property by its rules. It describes the property and converts the texts of
 * requests; only class-validator decides which values are valid.
 */
export interface DescribedRules {
  /** The type that every valid value has; `undefined` if the rules do not state it. */
  readonly type: DeclaredType | undefined;
  readonly limits: ValueLimits;
  /** Whether a rule rejects anything but a list. */
  readonly isArray: boolean;
  /** The same, or the rules have `each`: class-validator applies those to a single value too. */
  readonly isList: boolean;
  /** `@ValidateNested`: the elements are of another class. */
  readonly isNested: boolean;
  /** `@ValidateIf`: whether the other rules hold depends on the object. */
  readonly isConditional: boolean;
  /** `@IsOptional`. */
  readonly isOptional: boolean;
  /** Whether an object without the property is valid. */
  readonly mayLack: boolean;
}

type Kind = 'integer' | 'number' | 'string' | 'boolean' | 'date' | 'array';

/** The statement of one rule: the type of values, and their limits. */
interface Saying {
  readonly kind: Kind;
  readonly limits?: (constraints: readonly unknown[]) => ValueLimits;
}

const TEXT: Saying = { kind: 'string' };
const NUMBER: Saying = { kind: 'number' };
const LIST: Saying = { kind: 'array' };

const SAYINGS: ReadonlyMap<string, Saying> = new Map<string, Saying>([
  ['isInt', { kind: 'integer' }],
  ['isNumber', NUMBER],
  ['isPositive', NUMBER],
  ['isNegative', NUMBER],
  ['isDivisibleBy', NUMBER],
  ['min', { kind: 'number', limits: ([minimum]) => ({ minimum: Number(minimum) }) }],
  ['max', { kind: 'number', limits: ([maximum]) => ({ maximum: Number(maximum) }) }],
  ['isBoolean', { kind: 'boolean' }],
  ['isDate', { kind: 'date' }],
  ['isString', TEXT],
  ['minLength', { kind: 'string', limits: ([minLength]) => ({ minLength: Number(minLength) }) }],
  ['maxLength', { kind: 'string', limits: ([maxLength]) => ({ maxLength: Number(maxLength) }) }],
  ['isLength', { kind: 'string', limits: ([least, most]) => lengthLimits(least, most) }],
  ['isEmail', TEXT],
  ['isUuid', TEXT],
  ['isIp', TEXT],
  ['isIso8601', TEXT],
  ['isDateString', TEXT],
  ['isHexColor', TEXT],
  ['isUrl', TEXT],
  ['matches', TEXT],
  ['isAlpha', TEXT],
  ['isAlphanumeric', TEXT],
  ['isNumberString', TEXT],
  ['isMobilePhone', TEXT],
  ['isArray', LIST],
  ['arrayNotEmpty', LIST],
  ['arrayUnique', LIST],
  ['arrayMinSize', { kind: 'array', limits: ([minItems]) => ({ minItems: Number(minItems) }) }],
  ['arrayMaxSize', { kind: 'array', limits: ([maxItems]) => ({ maxItems: Number(maxItems) }) }],
]);

/** The types of `@ValidateNested` and `@Allow`. */
const LENIENT: ReadonlySet<string> = new Set(['nestedValidation', 'whitelistValidation']);

export function describeRules(rules: readonly ValidatorRule[]): DescribedRules {
  const whole = describeValue(rules.filter(({ each }) => !each));
  const element = describeValue(rules.filter(({ each }) => each));
  const saysEach = rules.some(({ each, type }) => each && type === 'customValidation');
  const isArray = whole.type?.kind === 'array';
  const conditions = rules.filter(({ type }) => type === 'conditionalValidation');
  const isOptional = conditions.some(({ name }) => name === 'isOptional');
  return {
    type: saysEach || isArray ? listOf(whole.type, element) : whole.type,
    limits: whole.limits,
    isArray,
    isList: isArray || rules.some(({ each }) => each),
    isNested: rules.some(({ type }) => type === 'nestedValidation'),
    isConditional: conditions.some(({ name }) => name !== 'isOptional'),
    isOptional,
    mayLack: isOptional || rules.every(({ type }) => LENIENT.has(type)),
  };
}

function listOf(
  whole: DeclaredType | undefined,
  { type, limits }: Pick<DescribedRules, 'type' | 'limits'>,
): DeclaredType | undefined {
  if (whole !== undefined && whole.kind !== 'array') return undefined;
  const items = type ?? ({ kind: 'any' } as const);
  const keywords = Object.keys(limits).length === 0 ? items : { ...items, keywords: limits };
  return { kind: 'array', items: keywords };
}

/** The one type that all rules state, and the limits for it; nothing if the rules contradict each other. */
function describeValue(rules: readonly ValidatorRule[]): Pick<DescribedRules, 'type' | 'limits'> {
  const kinds = new Set<Kind>();
  let limits: ValueLimits = {};
  for (const { name = '', constraints = [] } of rules) {
    const saying = SAYINGS.get(name);
    if (saying === undefined) continue;
    kinds.add(saying.kind);
    limits = joinLimits(limits, saying.limits?.(constraints) ?? {}).limits;
  }
  if (kinds.has('integer')) kinds.delete('number');
  const [kind, ...others] = kinds;
  if (others.length > 0) return { type: undefined, limits: {} };
  const values = allowedValues(rules, kind);
  if (values !== undefined) return { type: enumOf(values), limits: {} };
  if (kind === undefined) return { type: undefined, limits: {} };
  const type: DeclaredType =
    kind === 'array' ? { kind, items: { kind: 'any' } } : ({ kind } as DeclaredType);
  return { type, limits: isSatisfiable(limits) ? limits : {} };
}

/** The values that `@IsEnum` and `@IsIn` allow together, of the type that the other rules state. */
function allowedValues(
  rules: readonly ValidatorRule[],
  kind: Kind | undefined,
): readonly EnumValue[] | undefined {
  let allowed: readonly EnumValue[] | undefined;
  for (const { name, constraints: [source] = [] } of rules) {
    if (name !== 'isEnum' && name !== 'isIn') continue;
    const values = typeof source === 'object' && source !== null ? Object.values(source) : [];
    // `@IsIn([false])` cannot be described as an enum of texts or numbers.
    if (!values.every((value) => typeof value === 'string' || Number.isFinite(value)))
      return undefined;
    const own = enumValues(source as EnumSource);
    allowed = allowed === undefined ? own : allowed.filter((value) => own.includes(value));
  }
  return allowed?.filter((value) => kind === undefined || isOfKind(value, kind));
}

function isOfKind(value: EnumValue, kind: Kind): boolean {
  if (kind === 'integer') return Number.isInteger(value);
  return typeof value === kind;
}

/** `undefined` if a schema cannot have the values: there are none, or texts and numbers. */
function enumOf(values: readonly EnumValue[]): DeclaredType | undefined {
  const types = new Set(values.map((value) => typeof value));
  return types.size === 1 ? { kind: 'enum', values: [...new Set(values)] } : undefined;
}

function lengthLimits(least: unknown, most: unknown): ValueLimits {
  const minLength = Number(least);
  return most === undefined ? { minLength } : { minLength, maxLength: Number(most) };
}

/** A schema states only limits that a value can satisfy; otherwise class-validator rejects every value. */
function isSatisfiable({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
}: ValueLimits): boolean {
  const counts = [minLength, maxLength, minItems, maxItems].filter((one) => one !== undefined);
  const numbers = [minimum, maximum].filter((one) => one !== undefined);
  return (
    counts.every((count) => Number.isSafeInteger(count) && count >= 0) &&
    numbers.every(Number.isFinite) &&
    (minimum ?? -Infinity) <= (maximum ?? Infinity) &&
    (minLength ?? 0) <= (maxLength ?? Infinity) &&
    (minItems ?? 0) <= (maxItems ?? Infinity)
  );
}
