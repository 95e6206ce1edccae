import { allHold, beforeHydration, type Rule, type Build, type Hydrations } from './keyword.js';
import { objectLimits } from '../types/object.type.js';
import { bestType, objectOf, type Parse, INVALID } from '../values/values.js';
import { combinationOf, type SchemaCombination } from '../keywords/combination.js';
import {
  type SchemaType,
  type ValueSchema,
  acceptsNull,
  baseType,
  hasTypeChoice,
  typesOf,
} from '../vocabulary.js';
import { Attempts } from './attempts.js';
import { enumOf, nodeEnum, nodeType } from './node-type.js';
import { alternativeFilter, isListOnly } from './alternative-filter.js';
import { sanitizerOf } from './sanitizer.js';

/** A parser made of closures, for processes that forbid code generation. */
export function interpret(
  schema: ValueSchema,
  hydrations: Hydrations,
  attempts = new Attempts(),
): Parse {
  const build: Build = (nested) => interpret(nested, hydrations, attempts);
  const definition = attempts.definitionOf(schema);
  if (definition !== undefined) {
    const parse = attempts.parserOf(definition, hydrations, () => build(definition));
    return interpretReference(schema, parse);
  }
  const hydrate = hydrations.get(schema);
  const own = beforeHydration(schema, hydrate);
  const parse = interpretNode(own, build, attempts, hydrations.size > 0);
  if (hydrate === undefined) return parse;
  return (value) => {
    const sanitized = parse(value);
    return sanitized === INVALID || sanitized === null ? sanitized : hydrate(sanitized);
  };
}

function interpretNode(
  schema: ValueSchema,
  build: Build,
  attempts: Attempts,
  isHydrated: boolean,
): Parse {
  const combination = combinationOf(schema);
  if (combination !== undefined) {
    return checked(interpretCombination(combination, build, attempts, isHydrated), enumOf(schema));
  }
  if (hasTypeChoice(schema)) return interpretTypes(schema, build, attempts);
  const made = checked(nodeType(schema, attempts).build(schema, build), nodeEnum(schema));
  const isList = attempts.readsLists && baseType(schema) === 'array';
  const parse: Parse = isList ? (value) => made(attempts.listIn(value)) : made;
  return acceptsNull(schema) ? (value) => (value === null ? null : parse(value)) : parse;
}

/** The limits beside a reference are those of the object around its properties. */
function interpretReference(schema: ValueSchema, parse: Parse): Parse {
  const limits = objectLimits(schema);
  const isNullable = acceptsNull(schema);
  return (value) => {
    if (value === null && isNullable) return null;
    const object = limits.length === 0 ? undefined : objectOf(value);
    return object === undefined || allHold(limits, object) ? parse(value) : INVALID;
  };
}

/** Rejects values that break a rule after they are sanitized. */
function checked(parse: Parse, rules: readonly Rule<unknown>[]): Parse {
  if (rules.length === 0) return parse;
  return (value) => {
    const sanitized = parse(value);
    return sanitized !== INVALID && allHold(rules, sanitized) ? sanitized : INVALID;
  };
}

/** The value chooses its type. */
function interpretTypes(schema: ValueSchema, build: Build, { objects }: Attempts): Parse {
  const types = typesOf(schema);
  const parsers = new Map<SchemaType | undefined, Parse>(
    types.map((type) => [type, build({ ...schema, type })]),
  );
  return (value) => {
    const parse = parsers.get(bestType(value, types, objects));
    return parse === undefined ? INVALID : parse(value);
  };
}

/**
 * A parser for `anyOf` and `oneOf`: an alternative sanitizes the value, and the rest of the schema validates the
 * value as it was sent, then sanitizes the result.
 *
 * @param isHydrated Whether the result may contain a Date or an instance, which are already sanitized.
 */
export function interpretCombination(
  combination: SchemaCombination,
  build: Build,
  attempts: Attempts,
  isHydrated = false,
): Parse {
  const choose = chooser(combination, build, attempts);
  const validators = combination.others.map(build);
  const sanitizers = combination.others.map((one) => sanitizerOf(one, build));
  return (value) => {
    const choice = choose(value);
    if (choice === undefined) return INVALID;
    const [at, result] = choice;
    const sanitize = sanitizers[at];
    if (sanitize === undefined) return result;
    if (validators[at]?.(value) === INVALID) return INVALID;
    return isHydrated ? result : sanitize(result);
  };
}

/**
 * Finds the position of the matching alternative, and its result. `anyOf` uses the first; `oneOf` must try them all.
 */
function chooser(
  combination: SchemaCombination,
  build: Build,
  attempts: Attempts,
): (value: unknown) => readonly [at: number, result: unknown] | undefined {
  const { quantity, alternatives } = combination;
  const parsers = alternatives.map((one): Parse => {
    const parse = build(one);
    return isListOnly(one) ? (value) => parse(attempts.listIn(value)) : parse;
  });
  const filter = alternativeFilter(combination, build, attempts);
  return (value) => {
    const mayAccept = filter(value);
    let choice: readonly [at: number, result: unknown] | undefined;
    for (const [at, parse] of parsers.entries()) {
      if (!mayAccept(at)) continue;
      const result = parse(value);
      if (attempts.isExhausted) return undefined;
      if (result === INVALID) continue;
      if (choice !== undefined) return undefined;
      choice = [at, result];
      if (quantity === 'anyOf') return choice;
    }
    return attempts.isExhausted ? undefined : choice;
  };
}
