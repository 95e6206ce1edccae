import { isIntegral, numberOf, INVALID } from '../values/values.js';
import {
  allHold,
  bindAll,
  firstViolation,
  type Keyword,
  type ValueType,
} from '../engine/keyword.js';
import { enumeration } from '../keywords/enum.keyword.js';
import { maximum, minimum, multipleKeyword } from '../keywords/numbers.keyword.js';
import type { Multiples } from '../values/multiples.js';
import { unsafeInteger, wrongType } from '../messages.js';
import { isNullable } from '../vocabulary.js';
import type { Code } from '../engine/code.js';

/** The types of numbers, which are compared with `multipleOf` in one of two ways. */
export const numberTypes: Readonly<
  Record<Multiples, Readonly<Record<'integer' | 'number', ValueType>>>
> = { decimal: typesWith('decimal'), wordpress: typesWith('wordpress') };

function typesWith(style: Multiples): (typeof numberTypes)[Multiples] {
  const bounds = [multipleKeyword(style), minimum, maximum];
  return { integer: integerType(bounds), number: numberType([...bounds, enumeration]) };
}

type Keywords = readonly Keyword<number>[];

/**
 * An integer that a double represents exactly, or a text that spells one: `"7.0"` and `"1e2"` do. Adding zero makes
 * the zero of `-0`, as WordPress's integers know only one.
 */
function integerType(bounds: Keywords): ValueType {
  const keywords = [...bounds, enumeration];
  return {
    name: 'integer',
    build(schema) {
      const rules = bindAll<number>(schema, keywords);
      return (value) => {
        const number = numberOf(value);
        return Number.isSafeInteger(number) && allHold(rules, number) ? number + 0 : INVALID;
      };
    },
    emit(schema, input, code) {
      const number = emitNumberOf(input, code);
      code.unless(`Number.isSafeInteger(${number})`);
      for (const rule of bindAll<number>(schema, keywords)) code.unless(rule.emit(number, code));
      return `${number} + 0`;
    },
    explain(schema, value, place) {
      const number = numberOf(value);
      // Bounds are checked before integrality, unless the type is chosen from a list: then a fraction fits no listed
      // type.
      if (Number.isNaN(number) || (isNullable(schema) && !isIntegral(number))) {
        return wrongType(place, schema);
      }
      const outside = firstViolation(bindAll<number>(schema, bounds), number, place);
      if (outside !== undefined) return outside;
      if (!isIntegral(number)) return wrongType(place, schema);
      if (!Number.isSafeInteger(number)) return unsafeInteger(place);
      return firstViolation(bindAll<number>(schema, [enumeration]), number, place);
    },
  };
}

/** A finite number, or a text that spells one. */
function numberType(keywords: Keywords): ValueType {
  return {
    name: 'number',
    build(schema) {
      const rules = bindAll<number>(schema, keywords);
      return (value) => {
        const number = numberOf(value);
        return Number.isFinite(number) && allHold(rules, number) ? number : INVALID;
      };
    },
    emit(schema, input, code) {
      const number = emitNumberOf(input, code);
      code.unless(`Number.isFinite(${number})`);
      for (const rule of bindAll<number>(schema, keywords)) code.unless(rule.emit(number, code));
      return number;
    },
    explain(schema, value, place) {
      const number = numberOf(value);
      if (!Number.isFinite(number)) return wrongType(place, schema);
      return firstViolation(bindAll<number>(schema, keywords), number, place);
    },
  };
}

/**
 * Code that does what `numberOf` does. A number, which is the usual value in JSON, does not need a call.
 *
 * @param input The name of the value.
 * @returns The name of the number.
 */
function emitNumberOf(input: string, code: Code): string {
  return code.let(`typeof ${input} === "number" ? ${input} : ${code.constant(numberOf)}(${input})`);
}
