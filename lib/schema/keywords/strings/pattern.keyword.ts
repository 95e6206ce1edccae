import { diagnostic } from '../../schema-diagnostic.js';
import { compileWordPressPattern } from '../../text/wordpress-pattern.js';
import { patternError } from '../pattern-error.js';
import type { Keyword } from '../../keyword.js';
import { patternMismatch } from '../../messages/messages.js';

/** `pattern`: a regular expression that must be found in the text. */
export const pattern: Keyword<string> = {
  name: 'pattern',
  types: ['string'],
  bind({ pattern: source }) {
    if (source === undefined) return undefined;
    const expression = compileWordPressPattern(source);
    return {
      holds: (value) => expression.test(value),
      emit: (value, code) => `${code.constant(expression)}.test(${value})`,
      violation: (place) => patternMismatch(place, source),
    };
  },
  diagnostics({ pattern: source }) {
    if (typeof source !== 'string') return [diagnostic('pattern', 'a regular expression', source)];
    const error = patternError(source);
    if (error === undefined) return [];
    return [diagnostic('pattern', `a regular expression that compiles (${error})`, source)];
  },
};
