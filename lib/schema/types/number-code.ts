import type { Code } from '../engine/code.js';
import { numberOf } from '../text/numeric-text.js';

/**
 * Writes what `numberOf` does. A number, which is nearly all that JSON has here, is not handed over: a
 * call for each was a fifth of the time of a list of small objects.
 *
 * @param input The name of the value.
 * @returns The name of the number.
 */
export function emitNumberOf(input: string, code: Code): string {
  return code.let(`typeof ${input} === "number" ? ${input} : ${code.constant(numberOf)}(${input})`);
}
