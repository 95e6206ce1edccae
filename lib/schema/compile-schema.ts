import { unexplained, tooManyAttempts, type Violation } from './messages.js';
import { whereAllowed } from './engine/code.js';
import { generate } from './engine/compiled.js';
import { hasCombination } from './engine/alternative-filter.js';
import { Attempts, type Reading } from './engine/attempts.js';
import { explainNode } from './engine/explain.js';
import { interpret } from './engine/interpreted.js';
import { rejecting, type Hydrate, type Hydrations } from './engine/keyword.js';
import { type Parse, INVALID } from './values/values.js';
import type { ValueSchema } from './vocabulary.js';

export { INVALID };
export type { Hydrate };

/** A compiled schema. */
export interface Validator {
  /** The sanitized value, or INVALID. Never throws. Never mutates its input. */
  readonly parse: (value: unknown) => unknown;
  /**
   * The reason why `parse` rejected a value; call it only for such values. `name` is the name of the argument.
   * Messages name the place: `publisher.address[0].zip`.
   */
  readonly explain: (value: unknown, name: string) => Violation;
}

const NONE: Hydrations = new Map();

export interface CompileOptions extends Reading {
  /**
   * `'compiled'`, the default, generates code, or interprets if that is forbidden (node's
   * `--disallow-code-generation-from-strings`); `'interpreted'` never generates.
   */
  readonly engine?: 'compiled' | 'interpreted';
  /**
   * The conversions of sanitized, non-null values, by the identity of the schema node. A hydration that throws makes
   * `parse` throw; one with `explain` may return INVALID.
   */
  readonly hydrate?: Hydrations;
}

/**
 * Compiles a schema into one pass that validates and sanitizes, with WordPress's semantics. The schema must be valid:
 * see `checkSchema`. The first `parse` generates the code, because most routes of a large application are not called
 * soon, and generating all code would delay its startup.
 *
 * @example
 * const { parse, explain } = compileSchema({ type: 'integer', minimum: 1 });
 * parse('7') // 7
 * parse('0') // INVALID
 * explain('0', 'page') // { code: 'rest_out_of_bounds', message: 'page must be greater than …' }
 *
 * @throws SyntaxError from the first `parse`, for a pattern that does not compile
 */
export function compileSchema(schema: ValueSchema, options: CompileOptions = {}): Validator {
  const attempts = new Attempts(options);
  const exhausting = new WeakSet<object>();
  const validator: { -readonly [Key in keyof Validator]: Validator[Key] } = {
    parse: (value) => {
      const parse = parserOf(schema, options, attempts);
      validator.parse = [schema, ...attempts.definitions].some(hasCombination)
        ? limited(parse, attempts, exhausting)
        : parse;
      return validator.parse(value);
    },
    explain: (value, name) => {
      if (typeof value === 'object' && value !== null && exhausting.has(value))
        return tooManyAttempts(name);
      attempts.start(value);
      const violation = explainNode(
        schema,
        value,
        name,
        attempts,
        rejecting(options.hydrate ?? NONE),
      );
      attempts.end();
      // A text cannot be remembered: explaining it would cost as many attempts again.
      if (typeof value === 'string' && attempts.isExhausted) return tooManyAttempts(name);
      return violation ?? unexplained(name);
    },
  };
  return validator;
}

/** Remembers the values for which the attempts of alternatives were exhausted. */
function limited(parse: Parse, attempts: Attempts, exhausting: WeakSet<object>): Parse {
  return (value) => {
    attempts.start(value);
    const result = parse(value);
    if (attempts.isExhausted && typeof value === 'object' && value !== null) exhausting.add(value);
    attempts.end();
    return result;
  };
}

function parserOf(
  schema: ValueSchema,
  { engine, hydrate }: CompileOptions,
  attempts: Attempts,
): Parse {
  const hydrations = hydrate ?? NONE;
  const generated =
    engine === 'interpreted'
      ? undefined
      : whereAllowed(() => generate(schema, hydrations, attempts));
  return generated ?? interpret(schema, hydrations, attempts);
}
