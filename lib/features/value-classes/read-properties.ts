import {
  declaredType,
  defaultOf,
  limitsIn,
  nameOf,
  propertyOf,
  statesType,
  undescribed,
  type ParameterDeclaration,
} from '../../routes/declaration/parameter-declaration.js';
import type { ParamOptions } from '../../routes/declaration/param-options.js';
import { joinLimits } from '../../routes/declaration/type-by-hand.js';
import { classType } from '../../decorators/reading/class-chain.js';
import { declareProperties } from '../../decorators/reading/declare-parameters.js';
import { valueClassOptions } from '../../decorators/metadata-accessor.js';
import { LIMITS, LIMIT_NAMES, type ValueLimits } from '../../schema/vocabulary.js';
import { mergeObjects, withoutUndefined, type Class } from '../../shared/records.js';
import type { Conversion } from '../../types/type-schema.js';
import type { DeclaredType } from '../../types/type.js';
import type { ClassTransformer } from './class-transformer.js';
import type { ClassValidator, ValidatorRule } from './class-validator.js';
import { conversionFor } from './convert-value.js';
import { describeRules, type DescribedRules } from './described-rules.js';

/** The readers of the rules and the decorators of a class. */
export interface ClassSources {
  readonly validator: ClassValidator | undefined;
  readonly transformer: ClassTransformer | undefined;
  /** Whether properties that a class does not have are rejected and not left out. */
  readonly rejectsUnknown: boolean;
}

/**
 * The properties of a value class: its own declarations, completed by the rules of class-validator. A property with
 * rules is described by them, and they decide on its values.
 */
export function readProperties(
  type: Class,
  sources: ClassSources,
): readonly ParameterDeclaration[] {
  const declared = new Map(
    (declareProperties(type) ?? []).map((source) => [propertyOf(source), source]),
  );
  const ruled = rulesByProperty(sources.validator?.rulesOf(type) ?? []);
  if (ruled.size === 0) return [...declared.values()];
  const initial = initialValues(type);
  const properties = new Map(declared);
  for (const [name, rules] of ruled) {
    const known = declared.get(name) ?? undescribed(declared.size);
    const made = describeProperty(known, name, describeRules(rules), type, sources);
    properties.set(name, initial[name] === undefined ? made : withoutRequirement(made));
  }
  const { undecorated = 'reject' } = valueClassOptions(type);
  const stateOfUndecorated = { reject: 'missing', ignore: 'left-out', accept: 'stated' } as const;
  return [...properties].map(([name, source]) => {
    const isDecorated =
      ruled.has(name) || source.options !== undefined || source.list !== undefined;
    const whole = mergeObjects(
      { ruleState: isDecorated ? ('stated' as const) : stateOfUndecorated[undecorated] },
      source,
    );
    return sources.rejectsUnknown ? closed(whole) : whole;
  });
}

/** The class rejects other properties, however it is read. */
function closed(source: ParameterDeclaration): ParameterDeclaration {
  const { read } = source;
  const whole = { ...source, isClosed: true } as const;
  return read === undefined ? whole : { ...whole, read: { ...read, isClosed: true } };
}

/** The values that the initializers of a class set: class-validator validates them if a request has no value. */
function initialValues(type: Class): Readonly<Record<string, unknown>> {
  try {
    return { ...new (type as unknown as new () => object)() };
  } catch {
    // A constructor that needs arguments: the request that calls it reports its error.
    return {};
  }
}

function withoutRequirement(source: ParameterDeclaration): ParameterDeclaration {
  return mergeObjects(source, { options: { required: false, ...source.options } });
}

/** The rules of each property, in the order of their decorators. */
function rulesByProperty(
  rules: readonly ValidatorRule[],
): ReadonlyMap<string, readonly ValidatorRule[]> {
  const byName = new Map<string, ValidatorRule[]>();
  // The storage lists the decorators of a property from the last to the first.
  for (const rule of rules)
    byName.set(rule.propertyName, [...(byName.get(rule.propertyName) ?? []), rule]);
  return byName;
}

/** The classes that `@Type` names for a primitive value: class-transformer makes it from any value. */
const WRAPPERS: ReadonlySet<unknown> = new Set([String, Number, Boolean, Date, BigInt]);

/** The options for values that class-validator treats as absent. */
const ABSENT = { required: false, nullable: true } as const;

function describeProperty(
  source: ParameterDeclaration,
  property: string,
  rules: DescribedRules,
  type: Class,
  { transformer }: ClassSources,
): ParameterDeclaration {
  const exposed = transformer?.exposedName(type, property);
  const name = source.property === undefined ? (exposed ?? property) : (nameOf(source) ?? property);
  const made = transformer?.typeOf(type, property);
  const isTransformed = transformer?.transforms(type, property) === true;
  const nested = rules.isNested && made !== undefined ? classType(made) : undefined;
  const element = rules.isList && nested !== undefined ? listType(nested) : nested;
  const byRules = element ?? rules.type;
  const declared = withDesignType(source, byRules, rules, type, property);
  const stated = statedType(declared);
  const isByHand = statesType(source.options) || source.list !== undefined;
  const whole = isByHand ? stated : joinTypes(stated, byRules);
  const options = mergeObjects(presenceOf(rules), declared.options, { name });
  const isList = rules.isArray || stated?.kind === 'array';
  const names = {
    ...(name === property ? {} : { property }),
    ...(exposed === undefined ? {} : { sentAs: exposed }),
  };
  const isLoose = isTransformed || (rules.isConditional && !rules.isNested) || whole === undefined;
  if (isLoose && !isByHand) {
    const loose = { ...declared, ...names, options, ruleState: 'deferred' } as const;
    return made === Date && !isTransformed ? { ...loose, convert: dateConversion(isList) } : loose;
  }
  const signature =
    whole === undefined || isByHand ? {} : { signature: typed(declared, name, whole) };
  const strict = mergeObjects({ ...declared, ...names }, signature, {
    options: mergeObjects(ABSENT, declared.options, { name }),
    ruleState: 'stated' as const,
  });
  // With class-transformer's own conversion, or types that the rules imply, the rules decide on any value.
  const isDecided =
    !isByHand && !hasLimits(declared) && element === undefined && implies(byRules, stated);
  const read =
    isDecided || (!isByHand && WRAPPERS.has(made))
      ? deferred({ ...declared, ...names }, name, conversionOf(made, byRules, isList))
      : strict;
  const limits = joinLimits(source.inherited ?? {}, limitsFor(whole, rules.limits)).limits;
  return mergeObjects({ ...declared, ...names }, signature, { options, inherited: limits, read });
}

/** class-transformer would read texts without an offset in the time zone of the process. */
function conversionOf(
  made: unknown,
  byRules: DeclaredType | undefined,
  isList: boolean,
): Conversion | undefined {
  if (made === Date) return dateConversion(isList);
  return made === undefined ? conversionFor(byRules, isList) : undefined;
}

function dateConversion(isList: boolean): Conversion {
  const date = { kind: 'date' } as const;
  return conversionFor(isList ? listType(date) : date, isList);
}

function deferred(
  source: ParameterDeclaration,
  name: string,
  convert: Conversion | undefined,
): ParameterDeclaration {
  const options = withoutUndefined({ name, default: defaultOf(source) });
  const made = { ...source, options, ruleState: 'deferred' } as const;
  return convert === undefined ? made : { ...made, convert };
}

function typed({ signature }: ParameterDeclaration, name: string, type: DeclaredType) {
  return mergeObjects({ name }, signature, { type });
}

function presenceOf({ isConditional, isOptional, mayLack }: DescribedRules): ParamOptions {
  if (isConditional || isOptional) return ABSENT;
  return mayLack ? { required: false } : {};
}

/** The types that TypeScript's decorator metadata states as constructors. */
const DESIGN_TYPES: ReadonlyMap<unknown, ParamOptions> = new Map<unknown, ParamOptions>([
  [String, { type: 'string' }],
  [Number, { type: 'number' }],
  [Boolean, { type: 'boolean' }],
  [Date, { type: 'date' }],
]);

/** `@IsNotEmpty() title: string` states no type, but the compiler's metadata states it for simple types. */
function withDesignType(
  source: ParameterDeclaration,
  byRules: DeclaredType | undefined,
  { isConditional }: DescribedRules,
  type: Class,
  name: string,
): ParameterDeclaration {
  const isTyped = source.signature !== undefined || statesType(source.options);
  if (isTyped || source.list !== undefined || byRules !== undefined || isConditional) return source;
  const design: unknown = Reflect.getMetadata('design:type', type.prototype as object, name);
  const options = DESIGN_TYPES.get(design);
  return options === undefined
    ? source
    : mergeObjects(source, { options: mergeObjects(options, source.options) });
}

function statedType(source: ParameterDeclaration): DeclaredType | undefined {
  const type = declaredType(source);
  return type === undefined || 'code' in type ? undefined : type;
}

function listType(items: DeclaredType): DeclaredType {
  return { kind: 'array', items };
}

/** The narrower one of the declared type and the type of the rules; the declared one if they contradict each other. */
function joinTypes(
  stated: DeclaredType | undefined,
  byRules: DeclaredType | undefined,
): DeclaredType | undefined {
  if (stated === undefined) return byRules;
  if (byRules === undefined || !implies(byRules, stated)) return stated;
  // A declared enum has a name.
  const isSame =
    stated.kind === 'enum' &&
    byRules.kind === 'enum' &&
    stated.values.length === byRules.values.length;
  if (isSame || byRules.kind === 'class') return stated;
  return stated.nullable === true ? { ...byRules, nullable: true } : byRules;
}

function implies(byRules: DeclaredType | undefined, stated: DeclaredType | undefined): boolean {
  if (stated === undefined || stated.kind === 'any') return true;
  if (byRules === undefined || stated.keywords !== undefined) return false;
  switch (stated.kind) {
    case 'number':
      return byRules.kind === 'number' || byRules.kind === 'integer' || isEnumOf('number', byRules);
    case 'string':
      return byRules.kind === 'string' || isEnumOf('string', byRules);
    case 'enum':
      return byRules.kind === 'enum' && byRules.values.every((one) => stated.values.includes(one));
    case 'array':
      return byRules.kind === 'array' && implies(bare(byRules.items), stated.items);
    case 'class':
      return byRules.kind === 'class' && byRules.handle.ref === stated.handle.ref;
    default:
      return byRules.kind === stated.kind && ['integer', 'boolean', 'date'].includes(stated.kind);
  }
}

/** The type without its limits, which only narrow it. */
function bare({ keywords: _keywords, ...type }: DeclaredType): DeclaredType {
  return type;
}

function isEnumOf(type: 'number' | 'string', byRules: DeclaredType): boolean {
  return byRules.kind === 'enum' && byRules.values.every((one) => typeof one === type);
}

function hasLimits(source: ParameterDeclaration): boolean {
  return Object.keys(limitsIn(source)).length > 0 || source.conflicts !== undefined;
}

/** The limits that apply to values of a type: a schema may have no others. */
function limitsFor(type: DeclaredType | undefined, limits: ValueLimits): ValueLimits {
  const names = LIMIT_NAMES.filter((name) => limits[name] !== undefined);
  const isOfType = (one: string) => one === type?.kind;
  const applying = names.filter((name) => LIMITS[name].types.some(isOfType));
  return Object.fromEntries(applying.map((name) => [name, limits[name]]));
}
