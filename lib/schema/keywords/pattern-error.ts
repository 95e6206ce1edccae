import { compileWordPressPattern } from '../text/wordpress-pattern.js';

/** Why a regular expression does not compile; `undefined` for one that does. */
export function patternError(source: string): string | undefined {
  try {
    compileWordPressPattern(source);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
