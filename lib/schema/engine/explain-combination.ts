import type { Violation } from '../messages/violation.js';
import type { Combination } from '../keywords/combinations/combination.js';
import { noMatchingSchema, severalMatchingSchemas } from '../messages/structure-messages.js';
import { INVALID } from '../values/invalid.js';
import type { InnerSchemas } from '../values/value-type.js';
import type { ValueSchema } from '../vocabulary.js';
import { alternativeFilter } from './alternative-filter.js';
import { partsOf } from './attempts.js';
import { interpretCombination } from './interpret-combination.js';
import { reasonOf } from './most-fitting.js';

/** Why `anyOf` or `oneOf`, or what the schema says beside it, rejects a value. */
export function explainCombination(
  combination: Combination,
  value: unknown,
  place: string,
  inner: InnerSchemas,
): Violation | undefined {
  const { quantity, alternatives, others } = combination;
  if (inner.attempts.isExhausted || !inner.attempts.take(partsOf(value))) {
    return noMatchingSchema(place, titlesOf(alternatives));
  }
  const mayAccept = alternativeFilter(
    { ...combination, others: [] },
    inner.build,
    inner.attempts,
  )(value);
  const matching: ValueSchema[] = [];
  for (const [at, one] of alternatives.entries()) {
    if (!mayAccept(at) || inner.build(one)(value) === INVALID) continue;
    matching.push(one);
    // More of them would not change the message.
    if (quantity === 'anyOf' || (matching.length > 1 && titlesOf(matching).length === 0)) break;
  }
  if (inner.attempts.isExhausted) return noMatchingSchema(place, titlesOf(alternatives));
  const [first] = matching;
  if (first === undefined) {
    const reason = reasonOf(alternatives, value, place, inner.explain);
    return noMatchingSchema(place, titlesOf(alternatives), reason);
  }
  if (quantity === 'oneOf' && matching.length > 1) {
    return severalMatchingSchemas(place, titlesOf(matching));
  }
  const other = others[alternatives.indexOf(first)];
  const violation = other && inner.explain(other, value, place);
  if (violation !== undefined) return violation;
  return explainRepeated(combination, value, place, inner);
}

/** The value may match no longer once the alternative has sanitized it. */
function explainRepeated(
  combination: Combination,
  value: unknown,
  place: string,
  { build, attempts }: InnerSchemas,
): Violation | undefined {
  const isRejected = interpretCombination(combination, build, attempts)(value) === INVALID;
  return isRejected ? noMatchingSchema(place, titlesOf(combination.alternatives)) : undefined;
}

/** The titles of schemas, where all have one. */
function titlesOf(schemas: readonly ValueSchema[]): readonly string[] {
  const titles = schemas.flatMap(({ title }) => title ?? []);
  return titles.length === schemas.length ? titles : [];
}
