import type { Parse } from '../values/invalid.js';
import { INVALID } from '../values/invalid.js';
import { allHold, bindAll, firstViolation } from '../keyword.js';
import { emitItems, explainItems, parseItems } from '../keywords/arrays/items.keyword.js';
import { maxItems } from '../keywords/arrays/max-items.keyword.js';
import { minItems } from '../keywords/arrays/min-items.keyword.js';
import { listOf } from '../values/list-of.js';
import { wrongType } from '../messages/messages.js';
import type { ValueType } from '../values/value-type.js';

const LIMITS = [minItems, maxItems];

const unchanged: Parse = (value) => value;

/** A list, or what spells one: `a,b c`. The limits are checked first, so that excess items cost nothing. */
export const arrayType: ValueType = {
  name: 'array',
  build(schema, build) {
    const rules = bindAll<readonly unknown[]>(schema, LIMITS);
    const parse = schema.items === undefined ? unchanged : build(schema.items);
    return (value) => {
      const list = listOf(value);
      if (list === undefined || !allHold(rules, list)) return INVALID;
      return parseItems(list, parse) ?? INVALID;
    };
  },
  emit(schema, input, code, emit) {
    const { items } = schema;
    const list = code.let(`${code.constant(listOf)}(${input})`);
    code.unless(`${list} !== undefined`);
    for (const rule of bindAll<readonly unknown[]>(schema, LIMITS)) {
      code.unless(rule.emit(list, code));
    }
    return items === undefined ? `${list}.slice()` : emitItems(items, list, code, emit);
  },
  explain(schema, value, place, explain) {
    const list = listOf(value);
    if (list === undefined) return wrongType(place, schema);
    const inside =
      schema.items === undefined ? undefined : explainItems(schema.items, list, place, explain);
    return inside ?? firstViolation(bindAll<readonly unknown[]>(schema, LIMITS), list, place);
  },
};
