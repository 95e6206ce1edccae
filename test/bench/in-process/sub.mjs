import { Agent, request as send } from 'node:http';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
const { HttpMethod, Param, PublicAccess, RestController, RestModule, RestRoute, withLinks } = await import(process.argv[2]);
class A { one(id) { return { id, name: `Author ${id}` }; } save(id, title) { return { id, title }; } }
class B { list() { return Array.from({ length: 100 }, (_, at) => withLinks({ at }, { author: { href: `/acme/v1/authors/${at + 1}`, embeddable: true } })); } }
function route(t, base, name, path, m, o) { const p = t.prototype; RestRoute(path, m, new PublicAccess(), o)(p, name, Object.getOwnPropertyDescriptor(p, name)); }
Param({ name: 'id', type: 'integer' })(A.prototype, 'one', 0);
Param({ name: 'id', type: 'integer' })(A.prototype, 'save', 0);
Param({ name: 'title', type: 'string' })(A.prototype, 'save', 1);
route(A, '', 'one', '/{id}', HttpMethod.Get); route(A, '', 'save', '/{id}', HttpMethod.Post, { batch: true }); RestController('v1', '/authors')(A);
route(B, '', 'list', '', HttpMethod.Get); RestController('v1', '/books')(B);
class M {}
const module = { module: M, imports: [RestModule.forRoot({ namespace: 'acme', batch: true })], providers: [A, B] };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const http = (port, method, path, body) => new Promise((res, rej) => { const r = send({ host: '127.0.0.1', port, path: `/api${path}`, method, agent, headers: body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {} }, (x) => { let t = ''; x.on('data', (c) => (t += c)); x.on('end', () => res(t)); }); r.on('error', rej); r.end(body); });
const time = async (work, n) => { for (let i = 0; i < n / 2; i++) await work(); const out = []; for (let r = 0; r < 5; r++) { const s = performance.now(); for (let i = 0; i < n; i++) await work(); out.push((performance.now() - s) / n); } return Math.min(...out).toFixed(2); };
const batch = JSON.stringify({ requests: Array.from({ length: 25 }, (_, i) => ({ path: `/acme/v1/authors/${i + 1}`, body: { title: 'Momo' } })) });
for (const [name, adapter] of [['express', new ExpressAdapter()], ['fastify', new FastifyAdapter()]]) {
  const app = await NestFactory.create(module, adapter, { logger: false }); await app.listen(0, '127.0.0.1'); const { port } = app.getHttpServer().address();
  console.log(name, 'get', await time(() => http(port, 'GET', '/acme/v1/authors/1'), 1500), 'embed100 ms', await time(() => http(port, 'GET', '/acme/v1/books?_embed'), 100), 'batch25 ms', await time(() => http(port, 'POST', '/batch/v1', batch), 200), 'rss', (process.memoryUsage().rss / 1e6) | 0);
  await app.close();
}
agent.destroy();
