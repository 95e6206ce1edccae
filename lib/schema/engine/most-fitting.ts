import type { Violation } from '../messages/violation.js';
import { isCombined } from '../keywords/combinations/combination.js';
import { baseType, hasTypeChoice, typesOf } from '../schema-type.js';
import { listOf } from '../values/list-of.js';
import { objectOf } from '../values/object-of.js';
import type { Explain } from '../values/value-type.js';
import type { ValueSchema } from '../vocabulary.js';

/**
 * Why the alternative that fits a value best rejects it; `undefined` where several fit alike. An
 * alternative of another type does not fit; among objects, the one with the most properties in common
 * fits best. All alternatives reject the value.
 *
 * Only the alternative that is chosen is explained, as far as its type tells whether it fits: a large value
 * would be walked over once for each.
 *
 * @see WordPress, `rest_get_combining_operation_error`
 */
export function reasonOf(
  alternatives: readonly ValueSchema[],
  value: unknown,
  place: string,
  explain: Explain,
): Violation | undefined {
  const rejected = alternatives.map((schema): Rejected => {
    let violation: { readonly found: Violation | undefined } | undefined;
    return {
      schema,
      explain: () => (violation ??= { found: explain(schema, value, place) }).found,
    };
  });
  if (rejected.length === 1) return rejected[0]?.explain();
  let list: { readonly is: boolean } | undefined;
  const isList = () => (list ??= { is: listOf(value) !== undefined }).is;
  const fitting = rejected.filter((one) => fits(one, value, place, isList));
  if (fitting.length === 1) return fitting[0]?.explain();
  return mostCommon(fitting, value)?.explain();
}

interface Rejected {
  readonly schema: ValueSchema;
  readonly explain: () => Violation | undefined;
}

/** Whether the value itself is of the type of an alternative; what is within it may be of another. */
function fits(
  { schema, explain }: Rejected,
  value: unknown,
  place: string,
  isList: () => boolean,
): boolean {
  const type = isCombined(schema) ? undefined : baseType(schema);
  // `null` is of another type, or not in the enum.
  if (type === 'object' && value !== null) return objectOf(value) !== undefined;
  if (type === 'array' && value !== null) return isList();
  const violation = explain();
  return violation !== undefined && !isOfOtherType(violation, place);
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
