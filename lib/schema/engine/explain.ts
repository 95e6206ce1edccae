import type { Violation } from '../messages/violation.js';
import { firstViolation } from '../keyword.js';
import { combinationOf } from '../keywords/combinations/combination.js';
import { notInEnum, wrongType } from '../messages/messages.js';
import { acceptsNull, hasTypeChoice, isNullable, typesOf } from '../schema-type.js';
import { bestType } from '../values/best-type.js';
import type { InnerSchemas } from '../values/value-type.js';
import type { ValueSchema } from '../vocabulary.js';
import { Attempts } from './attempts.js';
import { explainCombination } from './explain-combination.js';
import { interpret } from './interpreted.js';
import { enumOf, nodeEnum, nodeType } from './node-type.js';

function innerSchemas(attempts: Attempts): InnerSchemas {
  const inner: InnerSchemas = {
    explain: (schema, value, place) => explainInside(schema, value, place, inner),
    build: (schema) => interpret(schema, new Map(), attempts),
    attempts,
  };
  return inner;
}

/**
 * The first reason to reject a value, in WordPress's order of checks; `undefined` for an accepted value.
 * Checks the value a second time, so that only rejected values cost the search for a reason.
 */
export function explainNode(
  schema: ValueSchema,
  value: unknown,
  place: string,
  attempts = new Attempts(),
): Violation | undefined {
  return explainInside(schema, value, place, innerSchemas(attempts));
}

function explainInside(
  schema: ValueSchema,
  value: unknown,
  place: string,
  inner: InnerSchemas,
): Violation | undefined {
  const combination = combinationOf(schema);
  if (combination !== undefined) {
    const violation = explainCombination(combination, value, place, inner);
    return violation ?? explainEnum(enumOf(schema), schema, value, place, inner);
  }
  if (hasTypeChoice(schema)) return explainTypes(schema, value, place, inner);
  if (value === null && isNullable(schema)) {
    return acceptsNull(schema) ? undefined : notInEnum(place, schema.enum ?? []);
  }
  return (
    nodeType(schema).explain(schema, value, place, inner) ??
    explainEnum(nodeEnum(schema), schema, value, place, inner)
  );
}

function explainTypes(
  schema: ValueSchema,
  value: unknown,
  place: string,
  inner: InnerSchemas,
): Violation | undefined {
  const type = bestType(value, typesOf(schema));
  if (type === undefined) return wrongType(place, schema);
  return inner.explain({ ...schema, type }, value, place);
}

/** The enum applies to the sanitized value. */
function explainEnum(
  rules: ReturnType<typeof enumOf>,
  { enum: _enum, ...schema }: ValueSchema,
  value: unknown,
  place: string,
  inner: InnerSchemas,
): Violation | undefined {
  if (rules.length === 0) return undefined;
  return firstViolation(rules, inner.build(schema)(value), place);
}
