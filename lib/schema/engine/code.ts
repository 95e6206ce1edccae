import { type Parse, INVALID } from '../values/values.js';

/**
 * The source of one validator during its compilation.
 *
 * The source contains only text of this library and results of `literal`. Every other value is passed by
 * reference, as a constant.
 */
export class Code {
  private readonly constants = new Map<unknown, string>([[INVALID, 'INVALID']]);
  private readonly functions: string[] = [];
  private readonly sharedNames = new Map<unknown, string>();
  /** The expressions that each call evaluates once, with their variables, which all functions see. */
  private readonly evaluated = new Map<string, string>();
  /** The lines of the function that is being written. */
  private lines: string[] | undefined;
  private names = 0;

  /** A name that is not in use yet. */
  name(): string {
    return `v${this.names++}`;
  }

  /** Adds a statement to the function being written. */
  line(statement: string): void {
    this.lines?.push(statement);
  }

  /** Leaves the function with INVALID unless the expression is true. */
  unless(expression: string): void {
    this.line(`if (!(${expression})) return INVALID;`);
  }

  /** Declares a variable and returns its name. */
  let(expression: string): string {
    const name = this.name();
    this.line(`let ${name} = ${expression};`);
    return name;
  }

  /** A variable that the outermost function sets first, one for each distinct expression. */
  once(expression: string): string {
    const name = this.evaluated.get(expression) ?? this.name();
    this.evaluated.set(expression, name);
    return name;
  }

  /** The name of a constant of this library in the source. */
  constant(value: unknown): string {
    const known = this.constants.get(value);
    if (known !== undefined) return known;
    const name = `c${this.constants.size}`;
    this.constants.set(value, name);
    return name;
  }

  /** A JSON value as source: the only way in which foreign strings and numbers enter the source. */
  literal(value: string | number | boolean | null): string {
    return JSON.stringify(value);
  }

  /** Writes a function of one parameter; `write` returns the expression of its result. */
  define(write: (input: string) => string, known?: string): string {
    const outer = this.lines;
    const lines: string[] = [];
    this.lines = lines;
    const input = this.name();
    this.line(`return ${write(input)};`);
    this.lines = outer;
    // The outermost function is the one that is called.
    const head = outer === undefined ? this.evaluated : [];
    const values = [...head].map(([expression, variable]) => `${variable} = ${expression};`);
    const name = known ?? `f${this.functions.length}`;
    this.functions.push([`function ${name}(${input}) {`, ...values, ...lines, '}'].join('\n'));
    return name;
  }

  /** The same, once for each `key`. The function may call itself. */
  share(key: unknown, write: (input: string) => string): string {
    const known = this.sharedNames.get(key);
    if (known !== undefined) return known;
    const name = `s${this.sharedNames.size}`;
    this.sharedNames.set(key, name);
    return this.define(write, name);
  }

  /** Turns the source into a function. Throws EvalError if code generation is forbidden. */
  compile(entry: string): Parse {
    const variables = [...this.evaluated.values()].map((name) => `let ${name};`);
    const source = ['"use strict";', ...variables, ...this.functions, `return ${entry};`].join(
      '\n',
    );
    return evaluate(source, [...this.constants.values()], [...this.constants.keys()]) as Parse;
  }
}

/**
 * Evaluates a source with named values. The only place where text becomes code.
 *
 * @throws EvalError if code generation is forbidden.
 */
export function evaluate(
  source: string,
  names: readonly string[],
  values: readonly unknown[],
): unknown {
  const factory = new Function(...names, source) as (...seen: unknown[]) => unknown;
  return factory(...values);
}

/** The result of `generate`; `undefined` if code generation is forbidden. */
export function whereAllowed<Made>(generate: () => Made): Made | undefined {
  try {
    return generate();
  } catch (error) {
    // Only `new Function` throws it.
    if (!(error instanceof EvalError)) throw error;
    return undefined;
  }
}
