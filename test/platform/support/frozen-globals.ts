import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AdapterName } from '../../support/application.js';

const SCRIPT = fileURLToPath(new URL('frozen-application.mjs', import.meta.url));

/** The status and the body or error code of each request to an application in a process of its own. */
export function freezeAndFetch(adapter: AdapterName): unknown {
  const { stdout, stderr, status } = spawnSync(process.execPath, [SCRIPT, adapter], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
