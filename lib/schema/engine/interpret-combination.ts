import type { Combination } from '../keywords/combination.js';
import { INVALID, type Parse } from '../values/invalid.js';
import type { Build } from '../values/value-type.js';
import { alternativeFilter, isListOnly } from './alternative-filter.js';
import type { Attempts } from './attempts.js';
import { sanitizerOf } from './sanitizer.js';

/** The alternative that accepts a value, by its position, and what it makes of the value. */
interface Choice {
  readonly at: number;
  readonly result: unknown;
}

/**
 * A parser for `anyOf` and `oneOf`: an alternative sanitizes the value, what the schema says beside it
 * validates the value as it was sent, and then sanitizes the result.
 *
 * @param isHydrated Whether the result may hold a Date or an instance, which are sanitized already.
 */
export function interpretCombination(
  combination: Combination,
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
    const { at, result } = choice;
    const sanitize = sanitizers[at];
    if (sanitize === undefined) return result;
    if (validators[at]?.(value) === INVALID) return INVALID;
    return isHydrated ? result : sanitize(result);
  };
}

/** Finds the one alternative that counts. `anyOf` takes the first; `oneOf` must try them all. */
function chooser(
  combination: Combination,
  build: Build,
  attempts: Attempts,
): (value: unknown) => Choice | undefined {
  const { quantity, alternatives } = combination;
  const parsers = alternatives.map((one): Parse => {
    const parse = build(one);
    return isListOnly(one) ? (value) => parse(attempts.listIn(value)) : parse;
  });
  const filter = alternativeFilter(combination, build, attempts);
  return (value) => {
    const mayAccept = filter(value);
    let choice: Choice | undefined;
    for (const [at, parse] of parsers.entries()) {
      if (!mayAccept(at)) continue;
      const result = parse(value);
      if (attempts.isExhausted) return undefined;
      if (result === INVALID) continue;
      if (choice !== undefined) return undefined;
      choice = { at, result };
      if (quantity === 'anyOf') return choice;
    }
    return attempts.isExhausted ? undefined : choice;
  };
}
