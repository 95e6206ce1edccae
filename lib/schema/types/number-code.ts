import type { Code } from '../engine/code.js';
import { numberOf } from '../text/numeric-text.js';

/**
 * Code that does what `numberOf` does. A number, which is the usual value in JSON, needs no call.
 *
 * @param input The name of the value.
 * @returns The name of the number.
 */
export function emitNumberOf(input: string, code: Code): string {
  return code.let(`typeof ${input} === "number" ? ${input} : ${code.constant(numberOf)}(${input})`);
}
