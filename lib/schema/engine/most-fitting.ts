import type { Violation } from '../messages/violation.js';
import { hasTypeChoice, typesOf } from '../schema-type.js';
import { objectOf } from '../values/object-of.js';
import type { Explain } from '../values/value-type.js';
import type { ValueSchema } from '../vocabulary.js';

interface Rejected {
  readonly schema: ValueSchema;
  readonly violation: Violation;
}

/**
 * Why the alternative that fits a value best rejects it; `undefined` where several fit alike. An
 * alternative of another type does not fit; among objects, the one with the most properties in common
 * fits best.
 *
 * @see WordPress, `rest_get_combining_operation_error`
 */
export function reasonOf(
  alternatives: readonly ValueSchema[],
  value: unknown,
  place: string,
  explain: Explain,
): Violation | undefined {
  const rejected = alternatives.flatMap((schema) => {
    const violation = explain(schema, value, place);
    return violation === undefined ? [] : [{ schema, violation }];
  });
  if (rejected.length === 1) return rejected[0]?.violation;
  const fitting = rejected.filter(({ violation }) => !isOfOtherType(violation, place));
  if (fitting.length === 1) return fitting[0]?.violation;
  return mostCommon(fitting, value)?.violation;
}

/** Whether the value itself, not one within it, is of another type. */
function isOfOtherType({ code, message }: Violation, place: string): boolean {
  return code === 'rest_invalid_type' && message.startsWith(`${place} `);
}

function mostCommon(rejected: readonly Rejected[], value: unknown): Rejected | undefined {
  const object = objectOf(value);
  const [first] = rejected;
  if (object === undefined || first === undefined || !isObjectSchema(first.schema))
    return undefined;
  let best: Rejected | undefined;
  let most = 0;
  for (const one of rejected) {
    const names = Object.keys(one.schema.properties ?? {});
    const common = names.filter((name) => Object.hasOwn(object, name)).length;
    if (common > most) [best, most] = [one, common];
  }
  return best;
}

function isObjectSchema(schema: ValueSchema): boolean {
  return !hasTypeChoice(schema) && typesOf(schema)[0] === 'object';
}
