import { formatRules } from '../formats/formats.js';
import { allHold, bindAll, firstViolation } from '../keyword.js';
import { format } from '../keywords/strings/format.keyword.js';
import { formatMismatch } from '../messages/messages.js';
import { INVALID, type Parse } from '../values/invalid.js';
import type { ValueType } from '../values/value-type.js';
import type { ValueSchema } from '../vocabulary.js';

/** Any JSON value. A format applies all the same, as in WordPress: then the value must be a text. */
export const anyType: Omit<ValueType, 'name'> = {
  build: (schema) => formatter(schema) ?? ((value) => value),
  emit(schema, input, code) {
    const parse = formatter(schema);
    if (parse === undefined) return input;
    const sanitized = code.let(`${code.constant(parse)}(${input})`);
    code.unless(`${sanitized} !== INVALID`);
    return sanitized;
  },
  explain(schema, value, place) {
    const rejection = schema.format && formatRules.get(schema.format)?.rejection;
    if (rejection === undefined) return undefined;
    if (typeof value !== 'string') return formatMismatch(place, rejection.code, rejection.noun);
    return firstViolation(bindAll<string>(schema, [format]), value, place);
  },
};

/** Checks and applies the format of a schema without a type; `undefined` where it has none. */
function formatter(schema: ValueSchema): Parse | undefined {
  const rule = schema.format === undefined ? undefined : formatRules.get(schema.format);
  if (rule === undefined) return undefined;
  const rules = bindAll<string>(schema, [format]);
  const { sanitize = (text: string) => text } = rule;
  return (value) => {
    if (typeof value !== 'string') return rule.rejection === undefined ? value : INVALID;
    return allHold(rules, value) ? sanitize(value) : INVALID;
  };
}
