import { definitionsByName, type Hydration, type ValueHydration } from '../../types/type-schema.js';
import type { ClassHandle, InjectedName } from '../../types/type.js';
import {
  compileSchema,
  type CompileOptions,
  INVALID,
  noMoment,
  parseDate,
  readMoment,
  type Hydrate,
  type MomentReading,
  type Validator,
} from '../../schema/schema.js';
import {
  readingOf,
  type ArgumentReading,
  type StatedLists,
  type ValueReading,
} from './value-reading.js';
import type { ArgumentSchema, ValueSchema } from '../../schema/vocabulary.js';
import { once } from '../../shared/promises.js';
import { isJsonObject, withoutUndefined } from '../../shared/records.js';
import { emptyTextsOf, type LeaveOut } from './empty-texts.js';
import { standardValidator } from './standard-validator.js';
import { withoutNull, wrongCount, type Violation } from '../../schema/messages.js';
import { isUploadedFile, type UploadedFile } from '../file-content.js';
import type { FileLimits } from '../../types/files.js';
import type { StandardSchema } from '../../types/standard-schema.js';
import { put } from '../../schema/values/values.js';

/** A parameter that is an argument of the request. */
export interface CheckedArgument {
  readonly kind: 'argument';
  readonly index: number;
  readonly name: string;
  readonly schema: ArgumentSchema;
  readonly hydrations: readonly Hydration[];
  /** The pattern that decides which values of its placeholder match the route. */
  readonly match?: string | undefined;
  /** Validates the values in place of `schema`, which then is for documents only. */
  readonly standard?: StandardSchema;
  /** Its values are files of a form; `schema` then is for documents only. */
  readonly file?: FileLimits;
  /** How a text becomes a list, if the declaration states it. */
  readonly lists?: StatedLists | undefined;
  /** Whether a schema as data declares it. */
  readonly isData?: true;
  /** The default of a schema as data, if the schema rejects it: as in WordPress, it is passed all the same. */
  readonly rejectedDefault?: { readonly expected: string; readonly received: string };
  /** The schema for reading values that class-validator validates; `schema` then only describes them. */
  readonly read?: Pick<CheckedArgument, 'hydrations'> & { readonly schema: ArgumentSchema };
}

/** An argument of a route, compiled. */
export interface ArgumentDefinition extends CheckedArgument {
  /** Its place among the route's arguments. */
  readonly position: number;
  readonly validator: Validator;
  readonly isRequired: boolean;
  readonly reading: ArgumentReading;
  /** Leaves out empty texts of a query or a form; absent if none counts as absent. */
  readonly leaveOut?: LeaveOut;
  /**
   * The same argument, read by the schema that describes it: for a callback, whose values class-validator does not
   * see. Absent if its values are always read by that schema.
   */
  readonly described?: ArgumentDefinition;
  /** The value of a placeholder always comes from the path; any other from the body, then the query. */
  readonly isFromPath: boolean;
  /** Returns the sanitized default: a new object each time, so that requests do not share it. */
  readonly fallback: (() => unknown) | undefined;
}

/** A parameter with `@Arguments()`: each of its properties is an argument. */
export interface CheckedArguments<Argument = CheckedArgument> {
  readonly kind: 'arguments';
  readonly index: number;
  readonly members: readonly Argument[];
  /** The class of the object that the method receives; `undefined` for an object without a class. */
  readonly into: ClassHandle | undefined;
}

/** The same, compiled. */
export interface ArgumentsDefinition extends CheckedArguments<ArgumentDefinition> {
  /** Makes the object from the values of the route's arguments, without absent ones. */
  readonly collect: (values: readonly unknown[]) => object;
}

/** A parameter as the rules resolve it: an argument with its schema, or another source of its value. */
export type CheckedParameter<Argument = CheckedArgument, Arguments = CheckedArguments> =
  | Argument
  | Arguments
  | { readonly kind: 'service'; readonly index: number; readonly handle: ClassHandle }
  | { readonly kind: 'request'; readonly index: number }
  | { readonly kind: 'injected'; readonly index: number; readonly name: InjectedName }
  | { readonly kind: 'nest'; readonly index: number };

/** The same, compiled. */
export type ParameterDefinition = CheckedParameter<ArgumentDefinition, ArgumentsDefinition>;

export function argumentsOf<Argument extends CheckedArgument>(
  parameters: readonly CheckedParameter<Argument, CheckedArguments<Argument>>[],
): readonly Argument[] {
  return parameters.flatMap((parameter): readonly Argument[] => {
    if (parameter.kind === 'argument') return [parameter];
    return parameter.kind === 'arguments' ? parameter.members : [];
  });
}

export function compileParameters(
  parameters: readonly CheckedParameter[],
  args: readonly ArgumentDefinition[],
  instantiate: Instantiate,
): readonly ParameterDefinition[] {
  return parameters.map((parameter) => {
    if (parameter.kind === 'argument') return argumentNamed(parameter.name, args);
    if (parameter.kind !== 'arguments') return parameter;
    const { into } = parameter;
    const members = parameter.members.map(({ name }) => argumentNamed(name, args));
    const collect = createCollector(members, into && instantiate(into));
    return { ...parameter, members, collect };
  });
}

function argumentNamed(name: string, args: readonly ArgumentDefinition[]): ArgumentDefinition {
  const argument = args.find((candidate) => candidate.name === name);
  if (argument === undefined) throw new RangeError(`No argument ${name}: the rules missed it.`);
  return argument;
}

/**
 * An absent argument does not become a property, so that the initializer of a class applies. Without `toInstance`, the
 * object has no class.
 */
function createCollector(
  args: readonly ArgumentDefinition[],
  toInstance: Hydrate | undefined,
): (values: readonly unknown[]) => object {
  const collect = (values: readonly unknown[]): object => {
    const made: Record<string, unknown> = {};
    for (const { name, position } of args) {
      const value = values[position];
      if (value !== undefined) put(made, name, value);
    }
    return made;
  };
  if (toInstance === undefined) return collect;
  // The method receives the instance that class-validator has checked.
  const made = new WeakMap<readonly unknown[], object>();
  return (values) => {
    const instance = made.get(values) ?? (toInstance(collect(values)) as object);
    made.set(values, instance);
    return instance;
  };
}

/** Returns a function that makes an instance of a value class from its sanitized properties. */
export type Instantiate = (handle: ClassHandle) => Hydrate;

export function compileArgument(
  argument: CheckedArgument,
  position: number,
  isFromPath: boolean,
  instantiate: Instantiate,
  values: ValueReading,
): ArgumentDefinition {
  const { read, ...rest } = argument;
  const place = { position, isFromPath, reading: readingOf(values, argument.lists) };
  const described = compileRead(rest, place, instantiate);
  if (read === undefined) return described;
  const made = compileRead({ ...rest, ...read }, place, instantiate);
  const { schema, hydrations } = rest;
  return Object.freeze({ ...made, schema, hydrations, described });
}

function compileRead(
  argument: CheckedArgument,
  place: Pick<ArgumentDefinition, 'position' | 'isFromPath' | 'reading'>,
  instantiate: Instantiate,
): ArgumentDefinition {
  const { schema, standard } = argument;
  const validator = validatorOf(argument, place.reading, instantiate);
  const fallback =
    standard === undefined ? fallbackOf(schema, validator) : standardFallback(schema, validator);
  const isRequired = schema.required === true && !hasDefault(schema, place.reading);
  const made: ArgumentDefinition = {
    ...argument,
    ...place,
    validator,
    isRequired,
    fallback,
    ...withoutUndefined({ leaveOut: leaveOutOf(argument, place) }),
  };
  return Object.freeze(
    isMissingAsNull(made) ? { ...made, validator: withoutNullIn(validator) } : made,
  );
}

/** A schema of another library decides on an empty text itself. */
function leaveOutOf(
  { schema, hydrations, standard, file }: CheckedArgument,
  { isFromPath, reading }: Pick<ArgumentDefinition, 'isFromPath' | 'reading'>,
): LeaveOut | undefined {
  if (!reading.skipsEmpty || isFromPath || (standard ?? file) !== undefined) return undefined;
  return emptyTextsOf(schema, hydrations);
}

/** Whether null is a value of the schema, and counts as absent for a required argument all the same. */
export function isMissingAsNull({
  schema: { type, enum: values },
  isRequired,
  isFromPath,
  reading,
}: Pick<ArgumentDefinition, 'schema' | 'isRequired' | 'isFromPath' | 'reading'>): boolean {
  if (!isRequired || isFromPath || !reading.skipsNull) return false;
  if (values !== undefined) return values.includes(null);
  return type === undefined || [type].flat().includes('null');
}

/** Errors must not offer a value that would be the next error. */
function withoutNullIn({ parse, explain }: Validator): Validator {
  return { parse, explain: (value, name) => withoutNull(explain(value, name), name) };
}

/** A default that WordPress takes for absent does not replace an absent value. */
function hasDefault({ default: value }: ArgumentSchema, { skipsNull }: ArgumentReading): boolean {
  return value !== undefined && (value !== null || !skipsNull);
}

function validatorOf(
  argument: CheckedArgument,
  reading: ArgumentReading,
  instantiate: Instantiate,
): Validator {
  const { standard, file } = argument;
  if (file !== undefined) return fileValidator(file);
  return standard === undefined
    ? ownValidator(argument, reading, instantiate)
    : standardValidator(standard);
}

function ownValidator(
  { schema, hydrations }: CheckedArgument,
  reading: ArgumentReading,
  instantiate: Instantiate,
): Validator {
  const hydrate = new Map<ValueSchema, Hydrate>();
  const definitions = definitionsByName(hydrations);
  const { lists, multiples, objects } = reading;
  const options = { hydrate, definitions, lists, multiples, objects };
  for (const one of hydrations) {
    if (one.into === 'definition' || one.into === 'name') continue;
    hydrate.set(one.schema, hydrationOf(one, { reading, instantiate, options }));
  }
  return compileSchema(schema, options);
}

/** The parts that all hydrations of an argument share. */
interface HydrationContext {
  readonly reading: ArgumentReading;
  readonly instantiate: Instantiate;
  readonly options: CompileOptions;
}

/** If a schema lists several types, only values that are objects become instances. */
function hydrationOf(
  hydration: ValueHydration,
  { reading, instantiate, options }: HydrationContext,
): Hydrate {
  const { schema, into } = hydration;
  const { type, format } = schema;
  if (into === 'date') return format === 'date' ? toDay : toMoment(reading.moments);
  if (typeof into === 'function') return into(reading);
  const fill = defaultsOf(hydration, reading, options);
  const toInstance = into === 'defaults' ? fill : withDefaults(instantiate(into), fill);
  if (toInstance === undefined) return (value) => value;
  const isOnlyObject =
    type === 'object' || [type].flat().every((one) => one === 'object' || one === 'null');
  return isOnlyObject ? toInstance : (value) => (isJsonObject(value) ? toInstance(value) : value);
}

/**
 * Sets absent properties of a sanitized object to their defaults; `undefined` if none is to be set. WordPress has defaults
 * of whole arguments only: with its values, a property that may be absent stays so. One that the type of the argument
 * promises must be there.
 */
function defaultsOf(
  { schema: { properties }, properties: renamed, neverAbsent }: ValueHydration,
  { fillsOptional }: ArgumentReading,
  options: CompileOptions,
): Hydrate | undefined {
  const isFilled = (name: string) => fillsOptional || neverAbsent?.has(name) === true;
  const fallbacks = Object.entries(properties ?? {}).flatMap(([name, property]) => {
    if (property.default === undefined || !isFilled(name)) return [];
    const fallback = fallbackOf(property, compileSchema(property, options));
    return fallback === undefined ? [] : [[renamed?.get(name) ?? name, fallback] as const];
  });
  if (fallbacks.length === 0) return undefined;
  return (sanitized) => {
    const object = sanitized as Record<string, unknown>;
    for (const [name, fallback] of fallbacks) {
      if (!Object.hasOwn(object, name) || object[name] === undefined) put(object, name, fallback());
    }
    return object;
  };
}

/** Initializers of the class come first: a default is for a property that they leave absent. */
function withDefaults(toInstance: Hydrate, fill: Hydrate | undefined): Hydrate {
  if (fill === undefined) return toInstance;
  const hydrate: Hydrate = (properties) => fill(toInstance(properties));
  const { instance } = toInstance;
  return Object.assign(hydrate, instance && { instance: { ...instance, hydrate } });
}

function standardFallback(schema: ArgumentSchema, validator: Validator): () => unknown {
  return () => {
    const made: unknown = validator.parse(schema.default);
    return made === INVALID ? undefined : made;
  };
}

function fallbackOf(
  { default: value }: Pick<ArgumentSchema, 'default'>,
  validator: Validator,
): (() => unknown) | undefined {
  if (value === undefined) return undefined;
  const isShareable = typeof value !== 'object' || value === null;
  return isShareable ? sharedFallback(value, validator) : () => parsedDefault(value, validator);
}

/** Parsed on first use. A text may become a `Date`, which is not shared. */
function sharedFallback(value: unknown, validator: Validator): () => unknown {
  const made = once(() => parsedDefault(value, validator));
  return () => (made() instanceof Date ? validator.parse(value) : made());
}

/**
 * As in WordPress, a default that the schema rejects is passed unchanged, and so is null. The rules allow a rejected
 * default only in schemas as data.
 */
function parsedDefault(value: unknown, validator: Validator): unknown {
  if (value === null) return null;
  const parsed = validator.parse(value);
  return parsed === INVALID ? structuredClone(value) : parsed;
}

const toDay: Hydrate = (text) => parseDate(String(text));

function toMoment(moments: MomentReading): Hydrate {
  const read = (text: unknown) => readMoment(String(text), moments);
  return Object.assign(
    (text: unknown): unknown => {
      const moment = read(text);
      return typeof moment === 'string' ? INVALID : moment;
    },
    {
      explain: (text: unknown, place: string) => {
        const moment = read(text);
        return typeof moment === 'string' ? noMoment(place, moment) : undefined;
      },
    },
  );
}

/** As in WordPress, one file counts as a list of one. */
function fileValidator(limits: FileLimits): Validator {
  return {
    parse: (value) => {
      if (!limits.isList) return isUploadedFile(value) ? value : INVALID;
      const files = filesIn(value);
      return files === undefined || isOutside(files.length, limits) ? INVALID : [...files];
    },
    explain: (value, name) =>
      limits.isList ? listViolation(filesIn(value), limits, name) : notOneFile(name),
  };
}

function filesIn(value: unknown): readonly UploadedFile[] | undefined {
  if (isUploadedFile(value)) return [value];
  return Array.isArray(value) && value.every(isUploadedFile) ? value : undefined;
}

function isOutside(count: number, { minItems = 0, maxItems = Infinity }: FileLimits): boolean {
  return count < minItems || count > maxItems;
}

function listViolation(
  files: readonly UploadedFile[] | undefined,
  { minItems, maxItems }: FileLimits,
  name: string,
): Violation {
  if (files === undefined) {
    const data = { type: 'array', items: { type: 'file' } };
    return { code: 'rest_invalid_type', message: `${name} must be a list of files.`, data };
  }
  const isTooFew = minItems !== undefined && files.length < minItems;
  return isTooFew
    ? wrongCount(name, 'rest_too_few_items', `at least ${counted(minItems)}`, { minItems })
    : wrongCount(name, 'rest_too_many_items', `at most ${counted(maxItems ?? 0)}`, {
        maxItems: maxItems ?? 0,
      });
}

function notOneFile(name: string): Violation {
  const data = { type: 'file' };
  return { code: 'rest_invalid_type', message: `${name} must be one file.`, data };
}

function counted(count: number): string {
  return `${count} file${count === 1 ? '' : 's'}`;
}
