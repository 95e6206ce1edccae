import type { Parse } from '../values/invalid.js';
import { INVALID } from '../values/invalid.js';
import { allHold, bindAll, firstViolation } from '../keyword.js';
import { emitItems, explainItems, parseItems } from '../keywords/arrays/items.keyword.js';
import { maxItems } from '../keywords/arrays/max-items.keyword.js';
import { minItems } from '../keywords/arrays/min-items.keyword.js';
import { uniqueItems } from '../keywords/arrays/unique-items.keyword.js';
import { listOf } from '../values/list-of.js';
import { wrongType } from '../messages/messages.js';
import type { ValueType } from '../values/value-type.js';
import type { ValueSchema } from '../vocabulary.js';

const AS_SENT = [minItems, maxItems, uniqueItems];
/** Applied again to the sanitized items: `1` and `"1"` may have become one integer. */
const AS_RECEIVED = [uniqueItems];

const unchanged: Parse = (value) => value;

const rulesAsSent = (schema: ValueSchema) => bindAll<readonly unknown[]>(schema, AS_SENT);
const rulesAsReceived = (schema: ValueSchema) => bindAll<readonly unknown[]>(schema, AS_RECEIVED);

/** A list, or what spells one: `a,b c`. The limits are checked first, so that excess items cost nothing. */
export const arrayType: ValueType = {
  name: 'array',
  build(schema, build) {
    const asSent = rulesAsSent(schema);
    const asReceived = rulesAsReceived(schema);
    const parse = schema.items === undefined ? unchanged : build(schema.items);
    return (value) => {
      const list = listOf(value);
      if (list === undefined || !allHold(asSent, list)) return INVALID;
      const parsed = parseItems(list, parse);
      return parsed !== undefined && allHold(asReceived, parsed) ? parsed : INVALID;
    };
  },
  emit(schema, input, code, emit) {
    const { items } = schema;
    const list = code.let(`${code.constant(listOf)}(${input})`);
    code.unless(`${list} !== undefined`);
    for (const rule of rulesAsSent(schema)) code.unless(rule.emit(list, code));
    if (items === undefined) return `${list}.slice()`;
    const parsed = emitItems(items, list, code, emit);
    for (const rule of rulesAsReceived(schema)) code.unless(rule.emit(parsed, code));
    return parsed;
  },
  explain(schema, value, place, inner) {
    const list = listOf(value);
    if (list === undefined) return wrongType(place, schema);
    const { items } = schema;
    const inside = items && explainItems(items, list, place, inner);
    const violation = inside ?? firstViolation(rulesAsSent(schema), list, place);
    const asReceived = rulesAsReceived(schema);
    if (violation !== undefined || items === undefined || asReceived.length === 0) return violation;
    return firstViolation(asReceived, list.map(inner.build(items)), place);
  },
};
