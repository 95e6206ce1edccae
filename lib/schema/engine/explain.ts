import type { Violation } from '../messages/violation.js';
import { firstViolation } from '../keyword.js';
import { combinationOf } from '../keywords/combinations/combination.js';
import { notInEnum, wrongType } from '../messages/messages.js';
import { acceptsNull, hasTypeChoice, isNullable, typesOf } from '../schema-type.js';
import { bestType } from '../values/best-type.js';
import type { InnerSchemas } from '../values/value-type.js';
import type { ValueSchema } from '../vocabulary.js';
import { explainCombination } from './explain-combination.js';
import { interpret } from './interpreted.js';
import { enumOf, nodeEnum, nodeType } from './node-type.js';

const INNER: InnerSchemas = {
  explain: explainNode,
  build: (schema) => interpret(schema, new Map()),
};

/**
 * The first reason to reject a value, in WordPress's order of checks; `undefined` for an accepted value.
 * Checks the value a second time, so that only rejected values cost the search for a reason.
 */
export function explainNode(
  schema: ValueSchema,
  value: unknown,
  place: string,
): Violation | undefined {
  const combination = combinationOf(schema);
  if (combination !== undefined) {
    const violation = explainCombination(combination, value, place, INNER);
    return violation ?? explainEnum(enumOf(schema), schema, value, place);
  }
  if (hasTypeChoice(schema)) return explainTypes(schema, value, place);
  if (value === null && isNullable(schema)) {
    return acceptsNull(schema) ? undefined : notInEnum(place, schema.enum ?? []);
  }
  return (
    nodeType(schema).explain(schema, value, place, INNER) ??
    explainEnum(nodeEnum(schema), schema, value, place)
  );
}

function explainTypes(schema: ValueSchema, value: unknown, place: string): Violation | undefined {
  const type = bestType(value, typesOf(schema));
  if (type === undefined) return wrongType(place, schema);
  return explainNode({ ...schema, type }, value, place);
}

/** The enum applies to the sanitized value. */
function explainEnum(
  rules: ReturnType<typeof enumOf>,
  { enum: _enum, ...schema }: ValueSchema,
  value: unknown,
  place: string,
): Violation | undefined {
  if (rules.length === 0) return undefined;
  return firstViolation(rules, INNER.build(schema)(value), place);
}
