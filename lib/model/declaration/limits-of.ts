import type { ValueSchema } from '../../schema/vocabulary.js';
import type { LimitOptions } from './param-options.js';

type Limits = { -readonly [Keyword in keyof LimitOptions]?: ValueSchema[Keyword] };

/** The options that a schema has under the same name. */
const KEYWORDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const;

/** The options that are keywords of the schema, as the schema spells them. */
export function limitsOf(options: LimitOptions): Limits {
  const limits: Limits = {};
  for (const keyword of KEYWORDS) {
    if (options[keyword] !== undefined) Object.assign(limits, { [keyword]: options[keyword] });
  }
  const { pattern } = options;
  if (pattern !== undefined) limits.pattern = pattern instanceof RegExp ? pattern.source : pattern;
  return limits;
}
