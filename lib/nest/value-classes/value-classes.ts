import { classType } from '../../decorators/reading/class-type.js';
import { declareProperties, undescribed } from '../../decorators/reading/declare-properties.js';
import { type Class } from '../../shared/class.js';
import type { EndpointPorts } from '../../pipeline/endpoint.js';
import type { Hydrate } from '../../schema/compile-schema.js';
import { createInstantiator } from '../../schema/engine/instantiate.js';
import type { ClassHandle } from '../../model/types/declared-type.js';
import type { ArgumentDefinition } from '../../model/definition/argument-definition.js';
import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
import type { ValueClassReader } from '../../model/declaration/class-readers.js';
import { mergeObjects } from '../../shared/merge-objects.js';
import { loadClassTransformer, type ClassTransformer } from './class-transformer.js';
import type { ClassValidator, ValidatorRule } from './class-validator-types.js';
import { loadClassValidator } from './class-validator.js';
import { routeValidator } from './route-validator.js';
import { elementType, ruleOptions, type RuleOptions } from './rule-options.js';

/** What is known of value classes: their properties, how instances are made, what validates them. */
export interface ValueClasses {
  readonly read: ValueClassReader;
  instantiate(handle: ClassHandle): Hydrate;
  /** What a route's value classes want validated beyond their schema; `undefined` where nothing is. */
  validator(args: readonly ArgumentDefinition[]): EndpointPorts['validate'];
}

/** Value classes as their own declarations and those of class-validator and class-transformer have them; neither is loaded for an application that uses none. */
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
    validator: (args) =>
      validator === undefined ? undefined : routeValidator(namesToRun(args, validator), validator),
  };
}

/** The class's own declarations first; class-validator's rules join them, or stand for them. */
function readProperties(
  type: Class,
  validator: ClassValidator | undefined,
  transformer: ClassTransformer | undefined,
): readonly ParameterDeclaration[] | undefined {
  const declared = new Map(
    (declareProperties(type) ?? []).map((source) => [nameOf(source), source]),
  );
  for (const [name, rules] of rulesByProperty(validator?.rulesOf(type) ?? [])) {
    const known = declared.get(name) ?? undescribed(declared.size);
    declared.set(name, joinRules(known, name, ruleOptions(rules), { type, transformer }));
  }
  return declared.size === 0 ? undefined : [...declared.values()];
}

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
  return signature !== undefined || options?.type !== undefined || options?.enum !== undefined;
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

/** `new`, so that initializers give what is absent; by class-transformer where it decorates the class. */
function instantiator(
  type: Class,
  validator: ClassValidator | undefined,
  transformer: ClassTransformer | undefined,
): Hydrate {
  const constructible = type as unknown as new () => object;
  const names = (readProperties(type, validator, transformer) ?? []).map(nameOf);
  if (transformer?.isDecorated(type, names) === true) {
    return (properties) => transformer.toInstance(type, properties as object);
  }
  return createInstantiator(constructible, names);
}

/** The arguments whose classes have rules that a schema cannot express. */
function namesToRun(
  args: readonly ArgumentDefinition[],
  validator: ClassValidator,
): readonly string[] {
  return args
    .filter(({ hydrations }) =>
      hydrations.some(({ into }) => into !== 'date' && mustRun(into.ref as Class, validator)),
    )
    .map(({ name }) => name);
}

function mustRun(type: Class, validator: ClassValidator): boolean {
  return [...rulesByProperty(validator.rulesOf(type)).values()].some(
    (rules) => ruleOptions(rules).mustRun,
  );
}

function rulesByProperty(
  rules: readonly ValidatorRule[],
): ReadonlyMap<string, readonly ValidatorRule[]> {
  const byName = new Map<string, ValidatorRule[]>();
  // The storage lists the decorators of a property from the last to the first.
  for (const rule of rules)
    byName.set(rule.propertyName, [...(byName.get(rule.propertyName) ?? []), rule]);
  return byName;
}

function nameOf({ options, signature }: ParameterDeclaration): string {
  return options?.name ?? signature?.name ?? '';
}
