import { createRequire } from 'node:module';
import type { AdapterName } from './application.js';

const require = createRequire(import.meta.url);

/**
 * Whether the installed Nest replaces the errors of parsers by exceptions without a cause, as it does before
 * 12.3. CI runs some tests on such versions too.
 */
export function isCauseLost(adapter: AdapterName): boolean {
  const { version } = require(`@nestjs/platform-${adapter}/package.json`) as {
    readonly version: string;
  };
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < 12 || (major === 12 && minor < 3);
}
