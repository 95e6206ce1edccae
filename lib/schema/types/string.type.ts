import { wrongType, type Violation } from '../messages.js';
import { formatRules } from '../formats/formats.js';
import { INVALID } from '../values/values.js';
import { allHold, bindAll, firstViolation, type ValueType } from '../engine/keyword.js';
import { enumeration } from '../keywords/enum.keyword.js';
import { format } from '../keywords/format.keyword.js';
import { maxLength, minLength } from '../keywords/counts.keyword.js';
import { pattern } from '../keywords/pattern.keyword.js';
import type { ValueSchema } from '../vocabulary.js';

const AS_SENT = [minLength, maxLength, pattern, format];
const AS_RECEIVED = [enumeration];

function sanitizerOf(schema: ValueSchema): ((text: string) => string) | undefined {
  return schema.format === undefined ? undefined : formatRules.get(schema.format)?.sanitize;
}

/** A text. Its enum applies to the text that its format returns. */
export const stringType: ValueType = {
  name: 'string',
  build(schema) {
    const asSent = bindAll<string>(schema, AS_SENT);
    const asReceived = bindAll<string>(schema, AS_RECEIVED);
    const sanitize = sanitizerOf(schema);
    return (value) => {
      if (typeof value !== 'string' || !allHold(asSent, value)) return INVALID;
      const text = sanitize === undefined ? value : sanitize(value);
      return allHold(asReceived, text) ? text : INVALID;
    };
  },
  emit(schema, input, code) {
    code.unless(`typeof ${input} === "string"`);
    for (const rule of bindAll<string>(schema, AS_SENT)) code.unless(rule.emit(input, code));
    const sanitize = sanitizerOf(schema);
    const text = sanitize === undefined ? input : code.let(`${code.constant(sanitize)}(${input})`);
    for (const rule of bindAll<string>(schema, AS_RECEIVED)) code.unless(rule.emit(text, code));
    return text;
  },
  explain(schema, value, place) {
    if (typeof value !== 'string') return wrongType(place, schema);
    return (
      firstViolation(bindAll<string>(schema, [minLength, maxLength, pattern]), value, place) ??
      explainReceived(schema, value, place) ??
      firstViolation(bindAll<string>(schema, [format]), value, place)
    );
  },
};

/** Explains a text. It is sanitized only if its length is allowed and there is an enum. */
function explainReceived(schema: ValueSchema, value: string, place: string): Violation | undefined {
  const rules = bindAll<string>(schema, AS_RECEIVED);
  if (rules.length === 0) return undefined;
  return firstViolation(rules, sanitizerOf(schema)?.(value) ?? value, place);
}
