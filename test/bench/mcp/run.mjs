// CPU time of a call of a tool beside the same request over HTTP: npm run bench -- mcp
import { measure } from '../harness/load.mjs';
import { start } from '../harness/server.mjs';

const COUNT = 3_000;
const ROUNDS = 5;

const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

const call = { name: 'items_one', arguments: { id: 7 } };

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
};

const message = (method, params) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

const modern = (method, name) => ({
  ...HEADERS,
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
});

const post = (headers, body) => ({ path: '/mcp', method: 'POST', headers, body, status: 200 });

const WORKS = {
  'the route over HTTP': { path: '/api/acme/v1/items/7', status: 200 },
  'a call, 2026-07-28': post(
    modern('tools/call', call.name),
    message('tools/call', { ...call, _meta: meta }),
  ),
  'a call, 2025-11-25': post(HEADERS, message('tools/call', call)),
  'tools/list, 2026-07-28': post(modern('tools/list'), message('tools/list', { _meta: meta })),
};

for (const adapter of ['express', 'fastify']) {
  const script = new URL('server.mjs', import.meta.url).pathname;
  const server = await start({ name: adapter, script, args: [adapter] });
  for (const [name, work] of Object.entries(WORKS)) {
    await measure(server, work, COUNT);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(server, work, COUNT));
    const median = rounds.toSorted((a, b) => a - b)[ROUNDS >> 1];
    console.log(`${adapter}: ${name}: ${median.toFixed(0)} µs of CPU`);
  }
  await server.stop();
}
