// Runs a command with another major of Node first on the PATH, so that all processes of the command run on it:
// node .ci/with-node.mjs 24 node .ci/packed-tests.mjs. Ends with the exit code of the command.
import { spawnSync } from 'node:child_process';
import { withNode } from './install-node.mjs';

const [major, command, ...args] = process.argv.slice(2);

if (!/^\d+$/.test(major ?? '') || command === undefined) {
  console.error('Usage: node .ci/with-node.mjs MAJOR COMMAND [ARGUMENT]...');
  process.exitCode = 1;
} else {
  withNode([major], ([node]) => {
    const { status } = spawnSync(command === 'node' ? node.binary : command, args, {
      stdio: 'inherit',
      env: node.env,
    });
    process.exitCode = status ?? 1;
  });
}
