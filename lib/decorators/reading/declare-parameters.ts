import type { DeclaredType, LimitsSignature } from '../../types/type.js';
import { enumValues } from '../../routes/declaration/param-options.js';
import type { ParameterDeclaration } from '../../routes/declaration/parameter-declaration.js';
import {
  typeOfClass,
  namedType,
  joinLimits,
  limitsOf,
} from '../../routes/declaration/type-by-hand.js';
import { type Class, mergeObjects } from '../../shared/records.js';
import {
  parameterDescriptions,
  designTypes,
  methodDescriptions,
  type ListItems,
  type CallbackPlace,
  type Description,
  attachedSignature,
  propertyDescriptions,
} from '../metadata-accessor.js';
import { prototypeWith, classType, prototypesOf } from './class-chain.js';
import {
  signedCallback,
  signedMethod,
  writtenParameters,
  type SignedParameter,
  resolveParameters,
} from './signed-method.js';

/** Built-in constructors that decorator metadata names for values; none of them is a service. */
const VALUE_TYPES: ReadonlySet<unknown> = new Set([
  String,
  Number,
  Boolean,
  Array,
  Object,
  Date,
  Promise,
  Function,
  Symbol,
  BigInt,
  Map,
  Set,
]);

const NO_POSITIONS: ReadonlySet<number> = new Set();
const NO_DESCRIPTIONS: ReadonlyMap<number, Description> = new Map();

/** What is known of the parameters of one method, each list by position. */
interface KnownParameters {
  readonly descriptions: ReadonlyMap<number, Description>;
  readonly signature: readonly SignedParameter[] | undefined;
  readonly designTypes: readonly unknown[];
  readonly filledByNest: ReadonlySet<number>;
  /** As the method itself shows them. */
  readonly length: number;
}

/** The parameters of a method of a controller. */
export function declareParameters(
  type: Class,
  methodName: string,
  method: unknown,
  filledByNest: ReadonlySet<number>,
): readonly ParameterDeclaration[] {
  const prototype = prototypeWith(type, methodName);
  return declareAll({
    descriptions:
      prototype === undefined ? NO_DESCRIPTIONS : methodDescriptions(prototype, methodName),
    signature: signedMethod(type, methodName),
    designTypes: designTypes(type.prototype as object, methodName),
    filledByNest,
    length: lengthOf(method),
  });
}

/** The parameters of a static method that a callback of the controller `type` names. */
export function declareCallbackParameters(
  type: Class,
  place: CallbackPlace | undefined,
  method: object,
): readonly ParameterDeclaration[] {
  return declareAll({
    descriptions:
      place === undefined
        ? parameterDescriptions(method)
        : methodDescriptions(place.owner, place.name),
    signature: place && signedCallback(type, place.owner, place.name),
    designTypes: place === undefined ? [] : designTypes(place.owner, place.name),
    filledByNest: NO_POSITIONS,
    length: lengthOf(method),
  });
}

/** What `@Param` and `@ListOf` state, with the class of a list's elements as a type. */
function declareDescription({
  options,
  list,
  conflicts,
}: Description): Pick<ParameterDeclaration, 'options' | 'list' | 'conflicts'> {
  const base = conflicts === undefined ? {} : { conflicts };
  if (list === undefined) return options === undefined ? base : { ...base, options };
  const described = {
    ...base,
    list: { items: listItemType(list.items), limits: list.limits },
  };
  return options === undefined ? described : { options, ...described };
}

function declareAll(known: KnownParameters): readonly ParameterDeclaration[] {
  return Array.from({ length: countOf(known) }, (_, index) => declareOne(index, known));
}

/** Every list may know more of them: the text of a method that a decorator wraps shows none. */
function countOf({
  descriptions,
  signature,
  designTypes: types,
  filledByNest,
  length,
}: KnownParameters): number {
  const positions = [...descriptions.keys(), ...filledByNest];
  return Math.max(
    length,
    signature?.length ?? 0,
    types.length,
    ...positions.map((index) => index + 1),
  );
}

function declareOne(index: number, known: KnownParameters): ParameterDeclaration {
  const signature = known.signature?.[index];
  const description = known.descriptions.get(index);
  const inject = description?.options?.inject;
  const designType = serviceType(inject ?? known.designTypes[index]);
  return {
    index,
    filledByNest: known.filledByNest.has(index),
    statesInjection: inject !== undefined,
    ...(signature === undefined ? undefined : { signature }),
    ...(description === undefined ? undefined : declareDescription(description)),
    ...(designType === undefined ? undefined : { designType }),
    ...(description?.takesArguments === true ? { takesArguments: true } : undefined),
  };
}

/** Decorator metadata is trusted only for classes that can be services. */
function serviceType(type: unknown): DeclaredType | undefined {
  if (typeof type !== 'function' || VALUE_TYPES.has(type)) return undefined;
  return classType(type as Class);
}

function listItemType(items: ListItems): DeclaredType {
  if (typeof items === 'string') return namedType(items);
  if (typeof items === 'function') return typeOfClass(items as Class);
  return { kind: 'enum', values: enumValues(items) };
}

/** A parameter with a default does not count in `length`, but the text of the method shows it. */
function lengthOf(method: unknown): number {
  const length = typeof method === 'function' ? method.length : 0;
  return Math.max(length, writtenParameters(method).length);
}

/** The properties of a value class; `undefined` where nothing declares any. */
export function declareProperties(type: Class): readonly ParameterDeclaration[] | undefined {
  const declared = new Map<string, ParameterDeclaration>();
  for (const signature of signedProperties(type)) {
    declared.set(signature.name, { ...undescribed(declared.size), signature });
  }
  for (const [name, description] of allDescriptions(type)) {
    const known = declared.get(name) ?? undescribed(declared.size);
    declared.set(name, withDescription(known, name, description));
  }
  return declared.size === 0 ? undefined : [...declared.values()];
}

/** A property of which nothing is known but its place. */
export function undescribed(index: number): ParameterDeclaration {
  return { index, filledByNest: false, statesInjection: false };
}

function signedProperties(type: Class): readonly SignedParameter[] {
  const attached = attachedSignature(type);
  const properties = attached?.signature.properties;
  return attached === undefined || properties === undefined
    ? []
    : resolveParameters(properties, attached);
}

function withDescription(
  known: ParameterDeclaration,
  name: string,
  { description, inherited }: DescribedProperty,
): ParameterDeclaration {
  const described = declareDescription(description);
  return mergeObjects(
    mergeObjects(known, described),
    { options: { name, ...described.options } },
    inherited.length === 0 ? {} : inheritedLimits(inherited),
  );
}

/** What the nearest class states of a property, and what the classes below it state. */
interface DescribedProperty {
  readonly description: Description;
  readonly inherited: readonly Description[];
}

/** The description of a subclass replaces those of the classes it extends, but for their limits. */
function allDescriptions(type: Class): ReadonlyMap<string, DescribedProperty> {
  const all = new Map<string, DescribedProperty>();
  for (const prototype of prototypesOf(type).toReversed()) {
    for (const [name, description] of propertyDescriptions(prototype)) {
      const earlier = all.get(name);
      const inherited = earlier === undefined ? [] : [...earlier.inherited, earlier.description];
      all.set(name, { description, inherited });
    }
  }
  return all;
}

function inheritedLimits(
  inherited: readonly Description[],
): Pick<ParameterDeclaration, 'inherited' | 'conflicts'> {
  let limits: LimitsSignature = {};
  const conflicts: string[] = [];
  for (const { options = {}, list } of inherited) {
    const joined = joinLimits(limits, mergeObjects(limitsOf(options), list?.limits));
    limits = joined.limits;
    conflicts.push(...joined.conflicts);
  }
  return conflicts.length === 0 ? { inherited: limits } : { inherited: limits, conflicts };
}
