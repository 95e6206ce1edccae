// Compares the packed library with the stored build on Node 24, as `npm run bench -- gate` does on the
// Node that runs it: node .ci/bench-gate.mjs. Ends with 1 above the limits.
import { spawnSync } from 'node:child_process';
import { withNode } from './install-node.mjs';

withNode(['24'], ([node]) => {
  const options = { stdio: 'inherit', env: node.env };
  const { status } = spawnSync(node.binary, ['test/bench/gate/run.mjs'], options);
  process.exitCode = status ?? 1;
});
