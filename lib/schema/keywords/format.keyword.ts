import { type Keyword, diagnostic } from '../engine/keyword.js';
import { formatRules } from '../formats/formats.js';
import { LIMITS } from '../vocabulary.js';
import { formatMismatch } from '../messages.js';

/** `format`: the kind of text. Sanitizing the text is the task of the format itself. */
export const format: Keyword<string> = {
  name: 'format',
  types: LIMITS.format.types,
  bind({ format: name }) {
    const rule = name === undefined ? undefined : formatRules.get(name);
    if (name === undefined || rule?.rejection === undefined) return undefined;
    const { accepts, code: violationCode, noun } = rule.rejection;
    return {
      holds: accepts,
      emit: (value, code) => `${code.constant(accepts)}(${value})`,
      violation: (place) => formatMismatch(place, violationCode, noun, name),
    };
  },
  diagnostics({ format: name }) {
    if (name !== undefined && formatRules.has(name)) return [];
    return [diagnostic('format', `one of ${[...formatRules.keys()].join(', ')}`, name)];
  },
};
