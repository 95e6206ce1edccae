import type { ClassHandle } from '../../types/type.js';
import { mergeObjects, type Class } from '../../shared/records.js';
import type { EndpointPorts } from '../../lifecycle/request-context.js';
import type { Hydrate } from '../../schema/compile-schema.js';
import { createInstantiator } from '../../schema/engine/instantiate.js';
import type { ArgumentDefinition } from '../../routes/definition/argument-definition.js';
import type {
  ArgumentsDefinition,
  ParameterDefinition,
} from '../../routes/definition/parameter-definition.js';
import {
  type ParameterDeclaration,
  nameOf,
  statesType,
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
import { routeValidator, type RuledArgument } from './route-validator.js';
import { declareProperties, undescribed } from '../../decorators/reading/declare-parameters.js';
import { classType } from '../../decorators/reading/class-chain.js';
import { importTransformerStorage, type TransformerStorage } from '../internals.js';
import { isNotInstalled } from '../../shared/is-not-installed.js';

/** class-transformer, as far as it matters here; an optional peer. */
interface ClassTransformer {
  /** Whether a class or one of its properties is decorated. */
  isDecorated(type: Class, properties: readonly string[]): boolean;
  /** The class that `@Type` names. */
  typeOf(type: Class, property: string): Class | undefined;
  toInstance(type: Class, properties: object): object;
}

const PLAIN_TO_CLASS = 0;

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

/** Loads class-validator and class-transformer only for an application that uses value classes. */
export async function loadValueClasses(areUsed: boolean): Promise<ValueClasses> {
  const validator = areUsed ? await loadClassValidator() : undefined;
  const transformer = areUsed ? await loadClassTransformer() : undefined;
  const known = new Map<unknown, readonly ParameterDeclaration[] | undefined>();
  return {
    read: ({ ref }) => {
      if (!known.has(ref)) known.set(ref, readProperties(ref as Class, validator, transformer));
      return known.get(ref);
    },
    instantiate: ({ ref }) => instantiator(ref as Class, validator, transformer),
    validator: (args, parameters) =>
      validator === undefined
        ? undefined
        : routeValidator(
            {
              args: ruledArguments(args, validator),
              collected: ruledObjects(parameters, validator),
            },
            validator,
          ),
  };
}

/** Instances are made with `new`, so that initializers set absent properties, or by class-transformer. */
function instantiator(
  type: Class,
  validator: ClassValidator | undefined,
  transformer: ClassTransformer | undefined,
): Hydrate {
  const constructible = type as unknown as new () => object;
  const names = (readProperties(type, validator, transformer) ?? []).map(propertyName);
  if (transformer?.isDecorated(type, names) === true) {
    return (properties) => transformer.toInstance(type, properties as object);
  }
  return createInstantiator(constructible, names);
}

/** The arguments whose classes have rules that a schema cannot express. */
function ruledArguments(
  args: readonly ArgumentDefinition[],
  validator: ClassValidator,
): readonly RuledArgument[] {
  return args.flatMap(({ name, hydrations }) => {
    const classes = hydrations.flatMap(({ into }) => (into === 'date' ? [] : [into.ref as Class]));
    const ruled = classes.filter((type) => mustRun(type, validator));
    return ruled.length === 0 ? [] : [{ name, classes: ruled }];
  });
}

/** The `@Arguments()` parameters whose classes have such rules. */
function ruledObjects(
  parameters: readonly ParameterDefinition[],
  validator: ClassValidator,
): readonly ArgumentsDefinition[] {
  return parameters.flatMap((parameter) => {
    const isRuled =
      parameter.kind === 'arguments' &&
      parameter.into !== undefined &&
      mustRun(parameter.into.ref as Class, validator);
    return isRuled ? [parameter] : [];
  });
}

function mustRun(type: Class, validator: ClassValidator): boolean {
  return [...rulesByProperty(validator.rulesOf(type)).values()].some(
    (rules) => ruleOptions(rules).mustRun,
  );
}

/** The properties of a value class: its own declarations, completed by the rules of class-validator. */
function readProperties(
  type: Class,
  validator: ClassValidator | undefined,
  transformer: ClassTransformer | undefined,
): readonly ParameterDeclaration[] | undefined {
  const declared = new Map(
    (declareProperties(type) ?? []).map((source) => [propertyName(source), source]),
  );
  for (const [name, rules] of rulesByProperty(validator?.rulesOf(type) ?? [])) {
    const known = declared.get(name) ?? undescribed(declared.size);
    declared.set(name, joinRules(known, name, ruleOptions(rules), { type, transformer }));
  }
  return declared.size === 0 ? undefined : [...declared.values()];
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

/** A value class with rules of class-validator. */
interface RuledClass {
  readonly type: Class;
  readonly transformer: ClassTransformer | undefined;
}

/** Merges the rules on a property into its declaration, which takes precedence. */
function joinRules(
  source: ParameterDeclaration,
  name: string,
  rules: RuleOptions,
  ruled: RuledClass,
): ParameterDeclaration {
  const { options } = source;
  if (!rules.isList) {
    const limits = isTyped(source) ? limitsOnly(rules) : typedByDesign(rules, ruled.type, name);
    return mergeObjects(source, { options: mergeObjects(limits, options, { name }) });
  }
  const items = itemsOf(source, name, rules, ruled);
  if (items === undefined)
    return mergeObjects(source, { options: mergeObjects({}, options, { name }) });
  return mergeObjects(source, {
    options: mergeObjects(presenceOf(rules), options, { name }),
    list: { items, limits: mergeObjects(rules.limits, source.list?.limits) },
  });
}

function isTyped({ signature, options }: ParameterDeclaration): boolean {
  return signature !== undefined || statesType(options);
}

/** The type of the elements of a list. */
function itemsOf(
  { list }: ParameterDeclaration,
  name: string,
  rules: RuleOptions,
  { type, transformer }: RuledClass,
) {
  const element = transformer?.typeOf(type, name);
  const isNested = rules.isNested && element !== undefined;
  return list?.items ?? (isNested ? classType(element) : elementType(rules));
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
  const types = new Map<unknown, 'string' | 'number' | 'boolean' | 'date'>([
    [String, 'string'],
    [Number, 'number'],
    [Boolean, 'boolean'],
    [Date, 'date'],
  ]);
  const known = types.get(design);
  return known === undefined ? options : { ...options, type: known };
}

/** Loads class-transformer where it is installed. */
async function loadClassTransformer(): Promise<ClassTransformer | undefined> {
  const loaded = await importIfInstalled();
  if (loaded === undefined) return undefined;
  const { plainToInstance, storage } = loaded;
  return {
    isDecorated: (type, properties) =>
      storage.getStrategy(type) !== 'none' ||
      properties.some((name) => isPropertyDecorated(storage, type, name)),
    typeOf: (type, property) => namedType(storage, type, property),
    toInstance: (type, properties) => plainToInstance(type as never, properties) as object,
  };
}

function isPropertyDecorated(storage: TransformerStorage, type: Class, name: string): boolean {
  return (
    storage.findTypeMetadata(type, name) !== undefined ||
    storage.findExposeMetadata(type, name) !== undefined ||
    storage.findExcludeMetadata(type, name) !== undefined ||
    storage.findTransformMetadatas(type, name, PLAIN_TO_CLASS).length > 0
  );
}

function namedType(storage: TransformerStorage, type: Class, name: string): Class | undefined {
  const named = storage.findTypeMetadata(type, name)?.typeFunction?.();
  return typeof named === 'function' ? (named as Class) : undefined;
}

async function importIfInstalled() {
  try {
    const { plainToInstance } = await import('class-transformer');
    return { plainToInstance, storage: await importTransformerStorage() };
  } catch (error) {
    if (isNotInstalled(error)) return undefined;
    throw error;
  }
}
