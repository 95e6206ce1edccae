import { memoize } from '../../shared/promises.js';
import type { ClassHandle, DeclaredType } from '../../types/type.js';
import { mergeObjects, type Class } from '../../shared/records.js';
import type { EndpointPorts } from '../../lifecycle/request-context.js';
import type { Hydrate } from '../../schema/compile-schema.js';
import { createInstantiator } from '../../schema/engine/instantiate.js';
import type {
  ArgumentDefinition,
  ArgumentsDefinition,
  ParameterDefinition,
} from '../../routes/definition/parameter-definition.js';
import {
  type ParameterDeclaration,
  declaredType,
  nameOf,
  statesType,
  undescribed,
} from '../../routes/declaration/parameter-declaration.js';
import type { ValueClassReader } from '../../routes/declaration/route-declaration.js';
import {
  loadClassValidator,
  type ClassValidator,
  type ValidatorRule,
  ruleOptions,
  elementType,
  type RuleOptions,
} from './class-validator.js';
import { routeValidator } from './route-validator.js';
import { declareProperties } from '../../decorators/reading/declare-parameters.js';
import { valueClassOptions } from '../../decorators/metadata-accessor.js';
import { optionsOfDesignType } from '../parts/plain-arguments.js';
import { classType } from '../../decorators/reading/class-chain.js';
import { loadClassTransformer, type ClassTransformer } from './class-transformer.js';

/** Reads, instantiates and validates the value classes of an application. */
export interface ValueClasses {
  readonly read: ValueClassReader;
  instantiate(handle: ClassHandle): Hydrate;
  /** Runs the rules that no schema can express; `undefined` where there are none. */
  validator(
    args: readonly ArgumentDefinition[],
    parameters: readonly ParameterDefinition[],
  ): EndpointPorts['validate'];
}

/** Loads class-validator and class-transformer, where they are installed, for an application that uses value classes. */
export async function loadValueClasses(): Promise<ValueClasses> {
  const validator = await loadClassValidator();
  const transformer = await loadClassTransformer();
  const propertiesOf = memoize((type: Class) => readProperties(type, validator, transformer));
  const mustRun = (type: Class): boolean =>
    validator !== undefined && hasOtherRules(type, propertiesOf(type), validator);
  return {
    read: ({ ref }) => {
      const properties = propertiesOf(ref as Class);
      return properties.length === 0 ? undefined : properties;
    },
    instantiate: ({ ref }) => {
      const type = ref as Class;
      return instantiator(type, propertiesOf(type), validator, transformer);
    },
    validator: (args, parameters) =>
      validator === undefined
        ? undefined
        : routeValidator(
            ruledArguments(args, mustRun),
            ruledObjects(parameters, mustRun),
            validator,
          ),
  };
}

/** Instances are made with `new`, so that initializers set absent properties, or by class-transformer. */
function instantiator(
  type: Class,
  properties: readonly ParameterDeclaration[],
  validator: ClassValidator | undefined,
  transformer: ClassTransformer | undefined,
): Hydrate {
  const constructible = type as unknown as new () => object;
  const names = properties.filter(({ ruling }) => ruling !== 'left-out').map(propertyName);
  // `@Expose({ name })` makes another name of a property.
  const ruled = (validator?.rulesOf(type) ?? []).map((rule) => rule.propertyName);
  if (transformer?.isDecorated(type, [...names, ...ruled]) === true) {
    return (values) => transformer.toInstance(type, values as object, names);
  }
  return createInstantiator(constructible, names);
}

/** The arguments whose classes have rules that a schema cannot express. */
function ruledArguments(
  args: readonly ArgumentDefinition[],
  mustRun: (type: Class) => boolean,
): ReadonlyMap<string, readonly Class[]> {
  const ruled = args.map(({ name, hydrations }) => {
    const classes = hydrations.flatMap(({ into }) => (into === 'date' ? [] : [into.ref as Class]));
    return [name, classes.filter(mustRun)] as const;
  });
  return new Map(ruled.filter(([, classes]) => classes.length > 0));
}

/** The `@Arguments()` parameters whose classes have such rules. */
function ruledObjects(
  parameters: readonly ParameterDefinition[],
  mustRun: (type: Class) => boolean,
): readonly ArgumentsDefinition[] {
  return parameters.flatMap((parameter) => {
    const isRuled =
      parameter.kind === 'arguments' &&
      parameter.into !== undefined &&
      mustRun(parameter.into.ref as Class);
    return isRuled ? [parameter] : [];
  });
}

/** Whether a class has rules that its schema does not express. */
function hasOtherRules(
  type: Class,
  properties: readonly ParameterDeclaration[],
  validator: ClassValidator,
): boolean {
  const isDeferred = properties.some(({ ruling }) => ruling === 'deferred');
  const optional = new Set(properties.filter(isAbsentByType).map(propertyName));
  return (
    isDeferred ||
    [...rulesByProperty(validator.rulesOf(type))].some(([name, rules]) => {
      const { mustRun, isRequired } = ruleOptions(rules);
      return mustRun || (isRequired && optional.has(name));
    })
  );
}

/** `title?: string` may be absent by its type, which class-validator does not know. */
function isAbsentByType({ signature, options }: ParameterDeclaration): boolean {
  const isStated = options?.required !== undefined || options?.default !== undefined;
  return !isStated && signature?.optional === true && signature.default === undefined;
}

/** The properties of a value class: its own declarations, completed by the rules of class-validator. */
function readProperties(
  type: Class,
  validator: ClassValidator | undefined,
  transformer: ClassTransformer | undefined,
): readonly ParameterDeclaration[] {
  const declared = new Map(
    (declareProperties(type) ?? []).map((source) => [propertyName(source), source]),
  );
  const ruled = rulesByProperty(validator?.rulesOf(type) ?? []);
  const initial = ruled.size === 0 ? {} : initialValues(type);
  for (const [name, rules] of ruled) {
    const known = declared.get(name) ?? undescribed(declared.size);
    const joined = joinRules(known, name, ruleOptions(rules), type, transformer);
    declared.set(name, initial[name] === undefined ? joined : withoutRequirement(joined));
  }
  const { undecorated = 'reject' } = valueClassOptions(type);
  if (ruled.size > 0 && undecorated !== 'accept') {
    const ruling = undecorated === 'ignore' ? 'left-out' : 'missing';
    for (const [name, source] of declared) {
      const isDecorated =
        ruled.has(name) || source.options !== undefined || source.list !== undefined;
      if (!isDecorated) declared.set(name, { ...source, ruling });
    }
  }
  if (ruled.size === 0) return [...declared.values()];
  return [...declared.values()].map((source) => ({ ruling: 'stated', ...source }));
}

/** What the initializers of a class set: class-validator finds it where a request has no value. */
function initialValues(type: Class): Readonly<Record<string, unknown>> {
  try {
    return { ...new (type as unknown as new () => object)() };
  } catch {
    // A constructor that needs something: the request that calls it reports its error.
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

/** The name of a declared property, which every declaration of one has. */
function propertyName(property: ParameterDeclaration): string {
  return nameOf(property) ?? '';
}

/** Merges the rules on a property into its declaration, which takes precedence. */
function joinRules(
  source: ParameterDeclaration,
  property: string,
  rules: RuleOptions,
  type: Class,
  transformer: ClassTransformer | undefined,
): ParameterDeclaration {
  const name = transformer?.exposedName(type, property) ?? property;
  // The class of an object that `@ValidateNested` looks into, where `@Type` names it.
  const element = rules.isNested ? transformer?.typeOf(type, property) : undefined;
  const nested = element === undefined ? undefined : classType(element);
  const joined = joinLimits(source, property, rules, type, nested);
  const named = mergeObjects(joined, { options: { ...joined.options, name } });
  const isStated = statesType(source.options) || source.list !== undefined || rules.isNested;
  const isDeferred =
    rules.isConditional ||
    transformer?.transforms(type, property) === true ||
    declaredType(named) === undefined;
  return isDeferred && !isStated ? { ...named, ruling: 'deferred' } : named;
}

function joinLimits(
  source: ParameterDeclaration,
  name: string,
  rules: RuleOptions,
  type: Class,
  nested: DeclaredType | undefined,
): ParameterDeclaration {
  const { options, list } = source;
  if (!rules.isList) {
    const isKnown = isTyped(source);
    const limits = isKnown ? limitsOnly(rules) : typedByDesign(rules, type, name);
    const signature = isKnown || nested === undefined ? {} : { signature: { name, type: nested } };
    return mergeObjects(source, signature, { options: mergeObjects(limits, options, { name }) });
  }
  const items = list?.items ?? nested ?? elementType(rules);
  if (items === undefined)
    return mergeObjects(source, { options: mergeObjects({}, options, { name }) });
  return mergeObjects(source, {
    options: mergeObjects(presenceOf(rules), options, { name }),
    list: { items, limits: mergeObjects(rules.limits, list?.limits) },
  });
}

function isTyped({ signature, options }: ParameterDeclaration): boolean {
  return signature !== undefined || statesType(options);
}

function presenceOf({ options: { required, nullable } }: RuleOptions): RuleOptions['options'] {
  return {
    ...(required === undefined ? {} : { required }),
    ...(nullable === undefined ? {} : { nullable }),
  };
}

/** The signature states the type. */
function limitsOnly({ options: { type: _type, enum: _enum, ...limits } }: RuleOptions) {
  return limits;
}

/** `@Min(1) quantity: number` states no type, but the compiler's metadata does for simple types. */
function typedByDesign(
  { options }: RuleOptions,
  type: Class,
  name: string,
): RuleOptions['options'] {
  if (options.type !== undefined || options.enum !== undefined) return options;
  const design: unknown = Reflect.getMetadata('design:type', type.prototype as object, name);
  return { ...options, ...optionsOfDesignType(design) };
}
