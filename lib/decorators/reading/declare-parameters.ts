import { enumValues } from '../../model/declaration/param-options.js';
import type { ParameterDeclaration } from '../../model/declaration/parameter-declaration.js';
import { typeOfClass } from '../../model/files/type-of-class.js';
import { namedType } from '../../model/declaration/type-by-hand.js';
import type { DeclaredType } from '../../model/types/declared-type.js';
import type { Class } from '../../shared/class.js';
import { parameterDescriptions, designTypes, methodDescriptions } from '../metadata-accessor.js';
import type { ListItems, CallbackPlace, Description } from '../metadata.js';
import { prototypeWith } from './class-chain.js';
import { classType } from './class-type.js';
import type { SignedParameter } from './resolved-signature.js';
import { signedCallback, signedMethod } from './signed-method.js';
import { writtenParameters } from './written-parameters.js';

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
export function declareDescription({
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
