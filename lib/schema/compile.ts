import type { Violation } from '../errors/violation.js';
import { generate } from './engine/compiled.js';
import { explainNode } from './engine/explain.js';
import { interpret } from './engine/interpreted.js';
import type { Hydrate, Hydrations } from './hydrate.js';
import type { Parse } from './invalid.js';
import { INVALID } from './invalid.js';
import { unexplained } from './messages.js';
import type { ValueSchema } from './vocabulary.js';

export { INVALID };
export type { Hydrate };

/** A schema, ready to be put to values. */
export interface Validator {
  /** The sanitized value, or INVALID. Never throws. Never mutates its input. */
  parse(value: unknown): unknown;
  /**
   * Why `parse` refused a value. `name` is the argument's; messages name the place as the host
   * does, `lines[1][qty]`. Only for values that `parse` refused.
   */
  explain(value: unknown, name: string): Violation;
}

export interface CompileOptions {
  /**
   * `'compiled'`, the default, generates code, and interprets where that is forbidden (node's
   * `--disallow-code-generation-from-strings`); `'interpreted'` never generates.
   */
  readonly engine?: 'compiled' | 'interpreted';
  /**
   * What a node's sanitized, non-null value is turned into, by the identity of the schema node. A
   * hydration that throws makes `parse` throw.
   */
  readonly hydrate?: ReadonlyMap<ValueSchema, Hydrate>;
}

/**
 * Compiles a schema into one pass that validates and sanitizes, with the host's semantics. The
 * schema must be a lawful one: `checkSchema` says whether it is.
 *
 * @example
 * const { parse, explain } = compileSchema({ type: 'integer', minimum: 1 });
 * parse('7') // 7
 * parse('0') // INVALID
 * explain('0', 'page') // { code: 'rest_out_of_bounds', message: 'page must be greater than …' }
 *
 * @throws SyntaxError for a pattern that does not compile
 */
export function compileSchema(schema: ValueSchema, options: CompileOptions = {}): Validator {
  return {
    parse: parserOf(schema, options),
    explain: (value, name) => explainNode(schema, value, name) ?? unexplained(name),
  };
}

function parserOf(schema: ValueSchema, { engine, hydrate }: CompileOptions): Parse {
  const hydrations: Hydrations = hydrate ?? new Map();
  if (engine === 'interpreted') return interpret(schema, hydrations);
  try {
    return generate(schema, hydrations);
  } catch (error) {
    // Thrown by `new Function` where the process forbids it, and by nothing else here.
    if (!(error instanceof EvalError)) throw error;
    return interpret(schema, hydrations);
  }
}
