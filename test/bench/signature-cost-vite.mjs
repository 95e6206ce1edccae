// One fresh process of signature-cost.mjs: prints the milliseconds spent in the Vite plugin.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

const [, , project, count] = process.argv;
const start = performance.now();
const { restRoutes } = await import('../../dist/vite/index.js');
const plugin = restRoutes();
plugin.configResolved({ root: project });
const context = { addWatchFile: () => undefined, environment: { mode: 'build' } };

const transform = (index) => {
  const path = join(project, `src/thing${index}.controller.ts`);
  const before = performance.now();
  const result = plugin.transform.handler.call(context, readFileSync(path, 'utf8'), path);
  if (!result.code.includes('nestjs-rest-routes.signature'))
    throw new Error(`${path} has no signature.`);
  return performance.now() - before;
};

transform(0);
const first = performance.now() - start;
const others = Array.from({ length: Number(count) - 1 }, (_, index) => transform(index + 1));
const each = others.reduce((sum, time) => sum + time, 0) / others.length;

const edits = Array.from({ length: 20 }, (_, index) => {
  const path = join(project, `src/thing${index}.controller.ts`);
  writeFileSync(path, `${readFileSync(path, 'utf8')}// edited\n`);
  plugin.watchChange.call(context, path, { event: 'update' });
  return transform(index);
});
const edited = edits.toSorted((a, b) => a - b)[edits.length / 2];
console.log(JSON.stringify({ first, each, edited }));
