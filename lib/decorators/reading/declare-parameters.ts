import type { ValueLimits } from '../../schema/vocabulary.js';
import type { DeclaredProperty, DeclaredType } from '../../types/type.js';
import {
  undescribed,
  type ParameterDeclaration,
} from '../../routes/declaration/parameter-declaration.js';
import { joinLimits, limitsOf } from '../../routes/declaration/type-by-hand.js';
import { type Class, mergeObjects } from '../../shared/records.js';
import {
  parameterDescriptions,
  designTypes,
  methodDescriptions,
  type CallbackPlace,
  type Description,
  attachedSignature,
  propertyDescriptions,
} from '../metadata-accessor.js';
import {
  prototypeWith,
  classType,
  prototypesOf,
  parametersOf,
  signedCallback,
  signedMethod,
  resolveParameters,
} from './class-chain.js';

/** Built-in constructors that decorator metadata names for values; they are not services. */
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

/** Each list by position. */
interface KnownParameters {
  readonly descriptions: ReadonlyMap<number, Description>;
  readonly signature: readonly DeclaredProperty[] | undefined;
  readonly designTypes: readonly unknown[];
  readonly filledByNest: ReadonlySet<number>;
  /** The number of parameters, as the method itself shows it. */
  readonly length: number;
}

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
    signature: parametersOf(place && signedCallback(type, place.owner, place.name)),
    designTypes: place === undefined ? [] : designTypes(place.owner, place.name),
    filledByNest: NO_POSITIONS,
    length: lengthOf(method),
  });
}

function declareAll(known: KnownParameters): readonly ParameterDeclaration[] {
  return Array.from({ length: countOf(known) }, (_, index) => declareOne(index, known));
}

/** Each list may be longer than the others: the text of a method that a decorator wraps shows no parameters. */
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
  const description = known.descriptions.get(index);
  const inject = description?.options?.inject;
  return {
    index,
    filledByNest: known.filledByNest.has(index),
    statesInjection: inject !== undefined,
    signature: known.signature?.[index],
    ...description,
    designType: serviceType(inject ?? known.designTypes[index]),
  };
}

/** Decorator metadata is trusted only for classes that can be services. */
function serviceType(type: unknown): DeclaredType | undefined {
  if (typeof type !== 'function' || VALUE_TYPES.has(type)) return undefined;
  return classType(type as Class);
}

/** A parameter with a default does not count in `length`, but the text of the method shows it. */
function lengthOf(method: unknown): number {
  const length = typeof method === 'function' ? method.length : 0;
  return Math.max(length, writtenParameters(method).length);
}

/** `undefined` if nothing declares any. */
export function declareProperties(type: Class): readonly ParameterDeclaration[] | undefined {
  const declared = new Map<string, ParameterDeclaration>();
  for (const signature of signedProperties(type)) {
    declared.set(signature.name, { ...undescribed(declared.size), signature });
  }
  for (const [name, stated] of allDescriptions(type)) {
    const known = declared.get(name) ?? undescribed(declared.size);
    declared.set(name, withDescription(known, name, stated));
  }
  return declared.size === 0 ? undefined : [...declared.values()];
}

function signedProperties(type: Class): readonly DeclaredProperty[] {
  const attached = attachedSignature(type);
  const properties = attached?.signature.properties;
  return attached === undefined || properties === undefined
    ? []
    : resolveParameters(properties, attached);
}

function withDescription(
  known: ParameterDeclaration,
  name: string,
  stated: readonly Description[],
): ParameterDeclaration {
  // The description of a subclass replaces those of the classes that it extends, except for their limits.
  const description = stated.at(-1) ?? {};
  const inherited = stated.slice(0, -1);
  return mergeObjects(
    mergeObjects(known, description),
    mergeObjects(
      { options: { name, ...description.options } },
      (description.options?.name ?? name) === name ? {} : { property: name },
    ),
    inherited.length === 0 ? {} : inheritedLimits(inherited),
  );
}

/** The descriptions that the classes of a chain state for each property, that of the base class first. */
function allDescriptions(type: Class): ReadonlyMap<string, readonly Description[]> {
  const all = new Map<string, readonly Description[]>();
  for (const prototype of prototypesOf(type).toReversed()) {
    for (const [name, description] of propertyDescriptions(prototype)) {
      all.set(name, [...(all.get(name) ?? []), description]);
    }
  }
  return all;
}

function inheritedLimits(
  inherited: readonly Description[],
): Pick<ParameterDeclaration, 'inherited' | 'conflicts'> {
  let limits: ValueLimits = {};
  const conflicts: string[] = [];
  for (const { options = {}, list } of inherited) {
    const joined = joinLimits(limits, mergeObjects(limitsOf(options), list?.limits));
    limits = joined.limits;
    conflicts.push(...joined.conflicts);
  }
  return conflicts.length === 0 ? { inherited: limits } : { inherited: limits, conflicts };
}

const OPENING = '([{';

const CLOSING = ')]}';

const QUOTES = '"\'`';

/**
 * The parameters of a method in its source text: a name, or `undefined` for a pattern. A rest parameter, which most
 * decorators that wrap a method have, ends the list. Native and bound functions show none.
 */
function writtenParameters(method: unknown): readonly (string | undefined)[] {
  if (typeof method !== 'function') return [];
  const text = Function.prototype.toString.call(method);
  const [, single] = /^(?:async\s+)?([\w$]+)\s*=>/.exec(text) ?? [];
  const parts = single === undefined ? splitParameters(text, text.indexOf('(')) : [single];
  const rest = parts.findIndex((part) => part.startsWith('...'));
  return (rest === -1 ? parts : parts.slice(0, rest)).map(
    (part) => /^([\w$]+)\s*(?:=|$)/.exec(part)?.[1],
  );
}

/** Splits the list that begins with the bracket at `start`, at the commas that are not in a nested bracket. */
function splitParameters(text: string, start: number): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (let at = start; at !== -1 && at < text.length; at++) {
    const character = text.charAt(at);
    const end = endOfComment(text, at);
    if (end !== undefined || QUOTES.includes(character)) {
      // The content has no meaning here.
      part += end === undefined ? '0' : '';
      at = end ?? endOfText(text, at);
      continue;
    }
    if (OPENING.includes(character)) depth++;
    if (CLOSING.includes(character)) depth--;
    if (depth === 0 || (depth === 1 && character === ',')) {
      parts.push(part.trim());
      part = '';
      if (depth === 0) return parts.filter((one) => one !== '');
    } else if (at > start) part += character;
  }
  // An expression in a default hides a bracket, so the text is not reliable.
  return [];
}

/** The last position of the comment that begins at a position; `undefined` if none begins there. */
function endOfComment(text: string, at: number): number | undefined {
  const [mark, length] = text.startsWith('/*', at) ? ['*/', 2] : ['\n', 1];
  if (length === 1 && !text.startsWith('//', at)) return undefined;
  const end = text.indexOf(mark, at + 2);
  return end === -1 ? text.length : end + length - 1;
}

/** The last position of the quoted text that begins at a position. */
function endOfText(text: string, start: number): number {
  const quote = text.charAt(start);
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}
