// One application in signature style through tools that are not installed with the library:
// npm run test:extra -- toolchains. Words on the command line choose the titles that have one of them.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXPECTED } from './application.mjs';
import { INSTALLED_ROWS } from './installed-rows.mjs';
import { makeApplication } from './make-application.mjs';
import { NX_ROWS } from './nx-rows.mjs';
import { ROWS } from './rows.mjs';

const TOOLS = fileURLToPath(new URL('./node_modules/', import.meta.url));
const MINUTES = 60_000;
const words = process.argv.slice(2);

/** This Node, and those that npm has as packages for the platform. */
const nodes = [
  process.execPath,
  ...['node22', 'node24'].map((name) => `${TOOLS}${name}/bin/node`).filter(existsSync),
].map((path) => ({ path, version: parseInt(versionOf(path).slice(1), 10) }));

let failures = 0;
for (const row of [...ROWS, ...INSTALLED_ROWS, ...NX_ROWS]) {
  for (const format of row.formats) {
    for (const { path, version } of row.isAnyNode ? nodes.slice(0, 1) : nodes) {
      const title = `${row.name}, ${format}${row.isAnyNode ? '' : `, Node ${version}`}`;
      if (words.length > 0 && !words.some((word) => title.includes(word))) continue;
      if (row.needs?.({ format, version }) === false) console.log(`not supported  ${title}`);
      else report(title, run(row, format, path));
    }
  }
}
console.log(failures === 0 ? '\nAll of them work.' : `\n${failures} failed.`);
process.exitCode = failures === 0 ? 0 : 1;

function report(title, output) {
  console.log(`${output === undefined ? 'ok    ' : 'FAILED'}         ${title}`);
  if (output === undefined) return;
  failures++;
  console.log(output);
}

/** Returns what was printed where it is not what is expected. */
function run({ make = makeApplication, prepare, commands, ...row }, format, node) {
  const { expected = EXPECTED, env: settings } = row;
  const root = make(format);
  try {
    prepare?.({ root, format });
    let text = '';
    for (const [command, ...args] of commands({ node, format, bun: `${TOOLS}.bin/bun` })) {
      const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...settings?.(TOOLS) };
      const done = spawnSync(command, args, {
        cwd: root,
        env,
        encoding: 'utf8',
        timeout: 5 * MINUTES,
      });
      text = `${done.stdout ?? ''}${done.stderr ?? ''}${done.error ?? ''}`;
      if (done.status !== 0) return `${command} ${args.join(' ')}\n${text}`;
    }
    return text.includes(expected) ? undefined : text;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function versionOf(node) {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
}
