// Compares the packed library with the stored build on Node 24, as `npm run bench -- gate` and
// `npm run bench -- instructions` do on the Node that runs them: node .ci/bench-gate.mjs gate|instructions [option]...
// Ends with 1 above the limits.
import { spawnSync } from 'node:child_process';
import { withNode } from './install-node.mjs';

const [name, ...options] = process.argv.slice(2);

withNode(['24'], ([node]) => {
  const { status } = spawnSync(node.binary, [`test/bench/${name}/run.mjs`, ...options], {
    stdio: 'inherit',
    env: node.env,
  });
  process.exitCode = status ?? 1;
});
