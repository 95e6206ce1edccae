// Compares the packed library with the stored build on Node 24, as `npm run bench:gate` does on the
// Node that runs it: node .ci/bench-gate.mjs. Ends with 1 above the limits.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { installNode } from './install-node.mjs';

const folder = mkdtempSync(join(tmpdir(), 'rest-routes-node-'));
try {
  const [node] = installNode(folder, ['24']);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const { status } = spawnSync(node, ['test/bench/gate/run.mjs'], { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
