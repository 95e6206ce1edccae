import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdapterName } from './application.js';
import { REPOSITORY } from './repository.js';

/**
 * Whether the installed Nest replaces the errors of parsers by exceptions without a cause, as it does before
 * 12.3. CI runs some tests on such versions too.
 */
export function isCauseLost(adapter: AdapterName): boolean {
  // The file is read by its path: some versions do not export it.
  const path = join(REPOSITORY, 'node_modules/@nestjs', `platform-${adapter}`, 'package.json');
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string };
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < 12 || (major === 12 && minor < 3);
}
