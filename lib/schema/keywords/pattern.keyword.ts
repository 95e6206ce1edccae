import { type Keyword, diagnostic, type SchemaDiagnostic } from '../engine/keyword.js';
import { compilePattern } from '../patterns/compile-pattern.js';
import { LIMITS } from '../vocabulary.js';
import { patternMismatch } from '../messages.js';
import { PatternSyntaxError } from '../patterns/parse-pattern.js';

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

/** The errors in a regular expression: it does not compile, or may be too slow for some texts. */
export function patternDiagnostics(
  keyword: 'pattern' | 'patternProperties',
  source: string,
  isTrusted: boolean | undefined,
): readonly SchemaDiagnostic[] {
  try {
    compilePattern(source, isTrusted);
    return [];
  } catch (error) {
    if (error instanceof PatternSyntaxError) {
      const { expected, received } = error;
      const limit = diagnostic(keyword, `${expected}, or patternIsTrusted: true`, source);
      return [{ ...limit, received: `${received} in ${limit.received}`, isPatternLimit: true }];
    }
    const reason = error instanceof Error ? error.message : String(error);
    const expected =
      keyword === 'pattern'
        ? 'a regular expression that compiles'
        : 'regular expressions that compile';
    return [diagnostic(keyword, `${expected} (${reason})`, source)];
  }
}
