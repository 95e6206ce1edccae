import type { Parse } from '../invalid.js';
import { INVALID } from '../invalid.js';

/**
 * The source of one validator while it is written. Lives for one compilation.
 *
 * Nothing but our own text and the result of `literal` gets into the source: whatever is not
 * JSON comes in by reference, as a constant.
 */
export class Code {
  private readonly constants = new Map<unknown, string>([[INVALID, 'INVALID']]);
  private readonly functions: string[] = [];
  private lines: string[] = [];
  private names = 0;

  /** A name that is not in use yet. */
  name(): string {
    return `v${this.names++}`;
  }

  /** Adds a statement to the function being written. */
  line(statement: string): void {
    this.lines.push(statement);
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

  /** The name under which the source sees a value of ours. */
  constant(value: unknown): string {
    const known = this.constants.get(value);
    if (known !== undefined) return known;
    const name = `c${this.constants.size}`;
    this.constants.set(value, name);
    return name;
  }

  /** A JSON value as source. The only door for strings and numbers that are not ours. */
  literal(value: string | number | null): string {
    return JSON.stringify(value);
  }

  /** Writes a function of its own and returns its name; `body` returns the result's expression. */
  define(parameters: readonly string[], body: () => string): string {
    const outer = this.lines;
    this.lines = [];
    const result = body();
    const name = `f${this.functions.length}`;
    this.functions.push(
      `function ${name}(${parameters.join(', ')}) {\n${this.lines.join('\n')}\nreturn ${result};\n}`,
    );
    this.lines = outer;
    return name;
  }

  /** Turns the source into a function. Throws EvalError where code generation is forbidden. */
  compile(entry: string): Parse {
    const source = `"use strict";\n${this.functions.join('\n')}\nreturn ${entry};`;
    const factory = new Function(...this.constants.values(), source) as (...c: unknown[]) => Parse;
    return factory(...this.constants.keys());
  }
}
