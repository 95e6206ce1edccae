import { bindAll, type Rule, allHold, firstViolation, type ValueType } from './keyword.js';
import { enumeration } from '../keywords/enum.keyword.js';
import { type SchemaType, type ValueSchema, baseType } from '../vocabulary.js';
import { numberTypes } from '../types/number.types.js';
import { objectTypes } from '../types/object.type.js';
import { valueTypes } from '../types/types.js';
import type { Attempts } from './attempts.js';
import { formatRules } from '../formats/formats.js';
import { format } from '../keywords/format.keyword.js';
import { formatMismatch } from '../messages.js';
import { INVALID, type Parse } from '../values/values.js';

/** Any JSON value. As in WordPress, a format still applies: then the value must be a text. */
const anyType: Omit<ValueType, 'name'> = {
  build: (schema) => formatter(schema) ?? ((value) => value),
  emit(schema, input, code) {
    const parse = formatter(schema);
    if (parse === undefined) return input;
    const sanitized = code.let(`${code.constant(parse)}(${input})`);
    code.unless(`${sanitized} !== INVALID`);
    return sanitized;
  },
  explain(schema, value, place) {
    const { format: name } = schema;
    const rejection = name === undefined ? undefined : formatRules.get(name)?.rejection;
    if (name === undefined || rejection === undefined) return undefined;
    const { code, noun } = rejection;
    if (typeof value !== 'string') return formatMismatch(place, code, noun, name);
    return firstViolation(bindAll<string>(schema, [format]), value, place);
  },
};

/** The types that check the enum themselves, among their other keywords. */
const WITH_ENUM: ReadonlySet<SchemaType | undefined> = new Set(['integer', 'number', 'string']);

/** The type of a schema whose value does not choose it. */
export function nodeType(
  schema: ValueSchema,
  { multiples, objects }: Pick<Attempts, 'multiples' | 'objects'>,
): Omit<ValueType, 'name'> {
  const type = baseType(schema);
  if (type === undefined) return anyType;
  if (type === 'object') return objectTypes[objects];
  return type === 'integer' || type === 'number' ? numberTypes[multiples][type] : valueTypes[type];
}

/** The enum of a schema whose type does not check it itself. */
export function nodeEnum(schema: ValueSchema): readonly Rule<unknown>[] {
  return WITH_ENUM.has(baseType(schema)) ? [] : enumOf(schema);
}

/** The enum of a schema. */
export function enumOf(schema: ValueSchema): readonly Rule<unknown>[] {
  return bindAll<unknown>(schema, [enumeration]);
}

/** Checks and applies the format of a schema without a type; `undefined` if it has none. */
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
