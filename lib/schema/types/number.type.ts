import { INVALID } from '../values/invalid.js';
import { allHold, bindAll, firstViolation } from '../keyword.js';
import { enumeration } from '../keywords/enum.keyword.js';
import { maximum } from '../keywords/numbers/maximum.keyword.js';
import { minimum } from '../keywords/numbers/minimum.keyword.js';
import { multipleOf } from '../keywords/numbers/multiple-of.keyword.js';
import { wrongType } from '../messages/messages.js';
import { numberOf } from '../text/numeric-text.js';
import type { ValueType } from '../values/value-type.js';
import { emitNumberOf } from './number-code.js';

const KEYWORDS = [multipleOf, minimum, maximum, enumeration];

/** A finite number, or a text that spells one. */
export const numberType: ValueType = {
  name: 'number',
  build(schema) {
    const rules = bindAll<number>(schema, KEYWORDS);
    return (value) => {
      const number = numberOf(value);
      return Number.isFinite(number) && allHold(rules, number) ? number : INVALID;
    };
  },
  emit(schema, input, code) {
    const number = emitNumberOf(input, code);
    code.unless(`Number.isFinite(${number})`);
    for (const rule of bindAll<number>(schema, KEYWORDS)) code.unless(rule.emit(number, code));
    return number;
  },
  explain(schema, value, place) {
    const number = numberOf(value);
    if (!Number.isFinite(number)) return wrongType(place, schema);
    return firstViolation(bindAll<number>(schema, KEYWORDS), number, place);
  },
};
