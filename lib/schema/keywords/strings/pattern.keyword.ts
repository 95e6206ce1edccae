import { diagnostic } from '../../schema-diagnostic.js';
import { compilePattern } from '../../patterns/compile-pattern.js';
import { patternDiagnostics } from '../pattern-error.js';
import type { Keyword } from '../../keyword.js';
import { LIMITS } from '../../limits.js';
import { patternMismatch } from '../../messages/messages.js';

/** `pattern`: a regular expression that must be found in the text. */
export const pattern: Keyword<string> = {
  name: 'pattern',
  types: LIMITS.pattern.types,
  bind({ pattern: source, patternIsTrusted }) {
    if (source === undefined) return undefined;
    const expression = compilePattern(source, patternIsTrusted);
    return {
      holds: (value) => expression.test(value),
      emit: (value, code) => `${code.constant(expression)}.test(${value})`,
      violation: (place) => patternMismatch(place, source),
    };
  },
  diagnostics({ pattern: source, patternIsTrusted }) {
    if (typeof source !== 'string') return [diagnostic('pattern', 'a regular expression', source)];
    return patternDiagnostics('pattern', source, patternIsTrusted);
  },
};
