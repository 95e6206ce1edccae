import { VALIDATOR_STORAGE, type ValidationError } from '../../diagnostics/violations-of.js';
import type { Class } from '../../shared/records.js';
import { importRuleExecution, type RuleExecution, type RuleExecutor } from '../internals.js';
import type { DeclaredType } from '../../types/type.js';
import { namedType } from '../../routes/declaration/type-by-hand.js';
import type {
  ListLimits,
  ParamOptions,
  EnumSource,
} from '../../routes/declaration/param-options.js';

/** One rule of class-validator on one property. */
export interface ValidatorRule {
  readonly type: string;
  readonly name?: string;
  readonly propertyName: string;
  readonly constraints?: readonly unknown[];
  readonly each: boolean;
}

/** class-validator, as far as it matters here; an optional peer. */
export interface ClassValidator {
  rulesOf(type: Class): readonly ValidatorRule[];
  validate(instance: object): Promise<readonly ValidationError[]>;
}

/** Properties without a rule are allowed here: the schema of the class decides on them. */
const OPTIONS = { forbidUnknownValues: false };

interface Storage {
  getTargetValidationMetadatas(
    target: Class,
    schema: string,
    always: boolean,
    strictGroups: boolean,
  ): readonly ValidatorRule[];
}

/** Whether class-validator has rules for a class; does not load the package. */
export function isValidated(type: Class): boolean {
  const storage = Reflect.get(globalThis, VALIDATOR_STORAGE) as Storage | undefined;
  return (storage?.getTargetValidationMetadatas(type, '', false, false) ?? []).length > 0;
}

/** Loads class-validator where the application uses it; a decorated class has loaded it before. */
export async function loadClassValidator(): Promise<ClassValidator | undefined> {
  if (!(VALIDATOR_STORAGE in globalThis)) return undefined;
  const { getMetadataStorage, Validator, getFromContainer } = await import('class-validator');
  const storage = getMetadataStorage() as unknown as Storage;
  return {
    rulesOf: (type) => storage.getTargetValidationMetadatas(type, '', false, false),
    validate: await loadRunner(Validator, () => getFromContainer(Validator)),
  };
}

/**
 * Returns the function that runs the rules of an instance. `validate` of class-validator loses the promises
 * of asynchronous rules once a rule throws; one that rejects then ends the process. One request can cause
 * both: "\ud800" makes the email rule throw, "\u0000" makes a query to Postgres reject.
 *
 * @param mainClass `Validator` of the main module: the modules imported here must be of the same copy.
 */
async function loadRunner(
  mainClass: unknown,
  validatorOf: () => { validate(instance: object, options: object): Promise<ValidationError[]> },
): Promise<ClassValidator['validate']> {
  const execution = await loadExecution();
  if (execution?.Validator !== mainClass || execution === undefined) {
    return (instance) => validatorOf().validate(instance, OPTIONS);
  }
  const { ValidationExecutor } = execution;
  return (instance) => run(new ValidationExecutor(validatorOf(), OPTIONS), instance);
}

async function run(executor: RuleExecutor, instance: object): Promise<readonly ValidationError[]> {
  const errors: ValidationError[] = [];
  try {
    executor.execute(instance, undefined, errors);
  } catch (error) {
    await Promise.allSettled(executor.awaitingPromises);
    throw error;
  }
  await Promise.all(executor.awaitingPromises);
  return executor.stripEmptyErrors(errors);
}

/** `undefined` where the package is built another way, as in a bundle. */
async function loadExecution(): Promise<RuleExecution | undefined> {
  try {
    return await importRuleExecution();
  } catch {
    return undefined;
  }
}

/** The rules on one property, as keywords of a schema. */
export interface RuleOptions {
  readonly options: ParamOptions;
  readonly limits: ListLimits;
  readonly isList: boolean;
  /** `@ValidateNested`: the elements are of another class. */
  readonly isNested: boolean;
  /** Whether a schema cannot express a rule, so that class-validator must run. */
  readonly mustRun: boolean;
  /** `@ValidateIf`: whether the other rules hold depends on the object. */
  readonly isConditional: boolean;
  /** Whether class-validator rejects an object without the property. */
  readonly isRequired: boolean;
}

interface Draft {
  readonly options: { -readonly [Key in keyof ParamOptions]: ParamOptions[Key] };
  readonly limits: { -readonly [Key in keyof ListLimits]: ListLimits[Key] };
}

/** Rules that a keyword expresses exactly: class-validator need not run them. */
const EXACT: Readonly<Record<string, (draft: Draft, constraints: readonly unknown[]) => void>> = {
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

/** The types of `@ValidateNested` and `@Allow`. */
const LENIENT: ReadonlySet<string> = new Set(['nestedValidation', 'whitelistValidation']);

/** What class-validator takes for no value. */
const ABSENT = { required: false, nullable: true } as const;

/** Translates the rules on one property. */
export function ruleOptions(rules: readonly ValidatorRule[]): RuleOptions {
  const draft: Draft = { options: {}, limits: {} };
  let mustRun = false;
  for (const { name = '', constraints = [], type } of rules) {
    if (LENIENT.has(type)) continue;
    const express = Object.hasOwn(EXACT, name) ? EXACT[name] : undefined;
    express?.(draft, constraints);
    mustRun ||= express === undefined;
    if (TEXT_RULES.has(name)) draft.options.type ??= 'string';
    if (NUMBER_RULES.has(name)) draft.options.type ??= 'number';
  }
  if (draft.options.enum !== undefined) delete draft.options.type;
  const isConditional = rules.some((rule) => isCondition(rule) && rule.name !== 'isOptional');
  // None of these rules rejects an object without the property.
  const mayLack = rules.every(({ type }) => LENIENT.has(type));
  if (mayLack) draft.options.required = false;
  return {
    ...(isConditional ? { options: ABSENT, limits: {} } : draft),
    isList: rules.some(({ each, name = '' }) => each || LIST_RULES.has(name)),
    isNested: rules.some(({ type }) => type === 'nestedValidation'),
    mustRun,
    isConditional,
    isRequired:
      !rules.some(isCondition) && rules.some(({ type }) => type !== 'whitelistValidation'),
  };
}

/** `@ValidateIf`, and `@IsOptional`, which class-validator writes in the same way. */
function isCondition({ type }: ValidatorRule): boolean {
  return type === 'conditionalValidation';
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
