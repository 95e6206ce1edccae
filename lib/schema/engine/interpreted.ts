import type { Hydrations } from '../values/hydrate.js';
import type { Parse } from '../values/invalid.js';
import { INVALID } from '../values/invalid.js';
import { allHold, type Rule } from '../keyword.js';
import { combinationOf } from '../keywords/combination.js';
import { acceptsNull, hasTypeChoice, typesOf } from '../schema-type.js';
import { bestType } from '../values/best-type.js';
import type { Build } from '../values/value-type.js';
import type { SchemaType, ValueSchema } from '../vocabulary.js';
import { Attempts } from './attempts.js';
import { interpretCombination } from './interpret-combination.js';
import { enumOf, nodeEnum, nodeType } from './node-type.js';

/** A parser made of closures, for processes in which code generation is forbidden. */
export function interpret(
  schema: ValueSchema,
  hydrations: Hydrations,
  attempts = new Attempts(),
): Parse {
  const build: Build = (inner) => interpret(inner, hydrations, attempts);
  const parse = interpretNode(schema, build, attempts, hydrations.size > 0);
  const hydrate = hydrations.get(schema);
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
  if (hasTypeChoice(schema)) return interpretTypes(schema, build);
  const parse = checked(nodeType(schema).build(schema, build), nodeEnum(schema));
  return acceptsNull(schema) ? (value) => (value === null ? null : parse(value)) : parse;
}

/** Rejects what breaks a rule after it is sanitized. */
function checked(parse: Parse, rules: readonly Rule<unknown>[]): Parse {
  if (rules.length === 0) return parse;
  return (value) => {
    const sanitized = parse(value);
    return sanitized !== INVALID && allHold(rules, sanitized) ? sanitized : INVALID;
  };
}

/** The value chooses its type. */
function interpretTypes(schema: ValueSchema, build: Build): Parse {
  const types = typesOf(schema);
  const parsers = new Map<SchemaType | undefined, Parse>(
    types.map((type) => [type, build({ ...schema, type })]),
  );
  return (value) => {
    const parse = parsers.get(bestType(value, types));
    return parse === undefined ? INVALID : parse(value);
  };
}
