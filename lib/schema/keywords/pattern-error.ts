import { compilePattern } from '../patterns/compile-pattern.js';
import { PatternSyntaxError } from '../patterns/pattern-node.js';
import { diagnostic, type SchemaDiagnostic } from '../schema-diagnostic.js';

/** What is wrong with a regular expression: it does not compile, or a text may take it too long. */
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
