import type { AdapterName } from './application.js';
import { nestVersion } from './nest-versions.js';

/**
 * Whether the installed Nest replaces the errors of parsers by exceptions without a cause, as it does before
 * 12.3. CI runs some tests on such versions too.
 */
export function isCauseLost(adapter: AdapterName): boolean {
  const [major, minor] = nestVersion(`platform-${adapter}`);
  return major < 12 || (major === 12 && minor < 3);
}
