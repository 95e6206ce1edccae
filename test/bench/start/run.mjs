// From the start of a process to its first answer, the part after the imports, and memory.
// node test/bench/start/run.mjs [rounds] — after `npm run build`.
import assert from 'node:assert/strict';
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const rounds = Number(process.argv[2] ?? 7);
const script = fileURLToPath(new URL('./application.mjs', import.meta.url));
const canPin = spawnSync('taskset', ['-V']).status === 0 && cpus().length > 1;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function run(contender, adapter, count) {
  const flags = ['--expose-gc'];
  const options = canPin
    ? { execPath: 'taskset', execArgv: ['-c', '0', process.execPath, ...flags] }
    : { execArgv: flags };
  const child = fork(script, [contender, adapter, String(count)], options);
  const [{ status, text, imported, answered, heapUsed }] = await once(child, 'message');
  await once(child, 'exit');
  assert.deepEqual([status, text], [200, '{"id":7}']);
  return { total: answered, after: answered - imported, memory: heapUsed / 2 ** 20 };
}

console.log(
  `Node ${process.version}, ${cpus()[0].model} × ${cpus().length}, medians of ${rounds} rounds; ratios are of one round, then their median.\n`,
);
console.log(
  '| adapter | controllers × 5 | first answer, ours / Nest | after imports, ours / Nest | heap, ours / Nest |',
);
console.log('|---|---|---|---|---|');
for (const adapter of ['fastify', 'express']) {
  for (const count of [1, 50, 200]) {
    const pairs = [];
    for (let round = 0; round < rounds; round++)
      pairs.push([await run('rest', adapter, count), await run('nest', adapter, count)]);
    const cell = (name, unit) => {
      const [ours, theirs] = [0, 1].map((at) => median(pairs.map((pair) => pair[at][name])));
      const ratio = median(pairs.map(([a, b]) => a[name] / b[name]));
      return `${ours.toFixed(0)} / ${theirs.toFixed(0)} ${unit} (${ratio.toFixed(2)})`;
    };
    console.log(
      `| ${adapter} | ${count} | ${cell('total', 'ms')} | ${cell('after', 'ms')} | ${cell('memory', 'MiB')} |`,
    );
  }
}
