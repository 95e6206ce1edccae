// Bytes that a request leaves on the heap: the growth of a young generation that is never collected
// meanwhile. node test/bench/http/allocation.mjs — after `npm run build`.
import { contendersOf } from './contenders.mjs';
import { start } from './load.mjs';
import { WORKS } from './works.mjs';

const REQUESTS = 2_000;
const flags = ['--max-semi-space-size=1024', '--min-semi-space-size=1024'];
const works = ['one', 'order', 'denied'];

for (const adapter of ['fastify', 'express']) {
  const contenders = contendersOf(adapter).filter(({ does }) => works.every(does));
  console.log(`\n| on ${adapter}, KiB a request | ${works.join(' | ')} |`);
  console.log(`|---|${works.map(() => '---|').join('')}`);
  for (const contender of contenders) {
    const cells = [];
    for (const work of works) {
      const server = await start(contender, 10, flags);
      const request = WORKS[work];
      const ask = async () => {
        const { method, headers, body } = request;
        await (await fetch(server.target(request), { method, headers, body })).arrayBuffer();
      };
      for (let at = 0; at < REQUESTS; at++) await ask();
      const before = await server.heapUsed();
      for (let at = 0; at < REQUESTS; at++) await ask();
      const bytes = (await server.heapUsed()) - before;
      cells.push((bytes / REQUESTS / 1024).toFixed(1));
      await server.stop();
    }
    console.log(`| ${contender.name} | ${cells.join(' | ')} |`);
  }
}
