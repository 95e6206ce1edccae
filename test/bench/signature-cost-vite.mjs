// One fresh process of signature-cost.mjs: prints the milliseconds spent in the Vite plugin.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

const [, , project, count] = process.argv;
const start = performance.now();
const { restRoutes } = await import('../../dist/compiler/integrations/vite/vite.js');
const plugin = restRoutes();
plugin.configResolved({ root: project });
const context = { addWatchFile: () => undefined, environment: { mode: 'build' } };

const transform = async (index) => {
  const path = join(project, `src/thing${index}.controller.ts`);
  const before = performance.now();
  const result = await plugin.transform.handler.call(context, readFileSync(path, 'utf8'), path);
  if (!result.code.includes('nestjs-rest-routes.signature'))
    throw new Error(`${path} has no signature.`);
  return performance.now() - before;
};

await transform(0);
const first = performance.now() - start;
const others = [];
for (let index = 1; index < Number(count); index += 1) others.push(await transform(index));
const each = others.reduce((sum, time) => sum + time, 0) / others.length;

const edits = [];
for (let index = 0; index < 20; index += 1) {
  const path = join(project, `src/thing${index}.controller.ts`);
  writeFileSync(path, `${readFileSync(path, 'utf8')}// edited\n`);
  await plugin.watchChange.call(context, path, { event: 'update' });
  edits.push(await transform(index));
}
const edited = edits.toSorted((a, b) => a - b)[edits.length / 2];
console.log(JSON.stringify({ first, each, edited }));
