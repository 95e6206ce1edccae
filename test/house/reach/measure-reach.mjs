// Which files and functions of lib run, by V8's coverage of the compiled modules: prints JSON.
// node measure-reach.mjs compiler, or node measure-reach.mjs express|fastify public|capability|cached
// With "trace" as third word: the entries of functions and the changes of file of the warm request, in order.
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { Agent, request } from 'node:http';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

const MODULES = '/dist/modules/';
const [, , subject, route, trace] = process.argv;
if (trace !== undefined) register('./trace-hooks.mjs', import.meta.url);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const moduleOf = (path) => import(new URL(`../../..${MODULES}${path}`, import.meta.url).href);

/** What has run since the last call. The function without a name at the start of a file is the module itself. */
async function reach() {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = new Map();
  for (const { url, functions } of result) {
    const [, file] = url.split(MODULES);
    if (file === undefined) continue;
    const entered = functions.filter(
      ({ functionName, ranges: [{ count, startOffset }] }) =>
        count > 0 && !(functionName === '' && startOffset === 0),
    );
    if (entered.length > 0) files.set(file, entered.length);
  }
  const calls = [...files.values()].reduce((sum, count) => sum + count, 0);
  return { files: files.size, calls, names: [...files.keys()] };
}

/** The usual application: helmet, CORS, a global guard that finds the user, an interceptor. */
async function followRequest() {
  const { APP_GUARD, APP_INTERCEPTOR, NestFactory } = await import('@nestjs/core');
  const {
    Cache,
    Capability,
    HttpMethod,
    Param,
    PublicAccess,
    RestController,
    RestModule,
    RestRoute,
  } = await moduleOf('index.js');
  class ItemsController {
    one(id) {
      globalThis.restTrace?.('items.controller.js', 'one');
      return { id };
    }
  }
  const { prototype } = ItemsController;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'one');
  Param({ name: 'id', type: 'integer' })(prototype, 'one', 0);
  if (route === 'cached') Cache({ ttl: '1h' })(prototype, 'one', descriptor);
  const permission = route === 'public' ? new PublicAccess() : new Capability('read');
  RestRoute('/{id}', HttpMethod.Get, permission)(prototype, 'one', descriptor);
  RestController('v1', '/items')(ItemsController);
  const guard = {
    canActivate(context) {
      context.switchToHttp().getRequest().user = { id: 1, capabilities: ['read'] };
      return true;
    },
  };
  const interceptor = { intercept: (_context, next) => next.handle() };
  const providers = [
    ItemsController,
    { provide: APP_GUARD, useValue: guard },
    { provide: APP_INTERCEPTOR, useValue: interceptor },
  ];
  class AppModule {}
  const imports = [RestModule.forRoot({ namespace: 'acme' })];
  const { adapter, addHelmet } = await partsOf(subject);
  await reach();
  const app = await NestFactory.create({ module: AppModule, imports, providers }, adapter, {
    logger: false,
  });
  await addHelmet(app);
  app.enableCors();
  await app.listen(0, '127.0.0.1');
  const startup = await reach();
  const agent = new Agent({ keepAlive: true });
  const { port } = app.getHttpServer().address();
  // The first two make the validator and the plan of the route, fill the cache, and learn which headers are set.
  for (let turn = 0; turn < 2; turn++) await get(port, agent);
  if (trace !== undefined) await get(port, agent);
  await reach();
  const entries = [];
  globalThis.restTrace = (file, name) => entries.push({ file, name });
  const response = await get(port, agent);
  globalThis.restTrace = undefined;
  const warm = await reach();
  agent.destroy();
  await app.close();
  return { startup, warm, trace: stretchesOf(entries), entries, ...response };
}

/** From the adapter's handler to the method, and from the method to the last entry before the socket. */
function stretchesOf(entries) {
  const handler = entries.findIndex(
    ({ file, name }) => file.endsWith('mount.js') && (name === 'respond' || name === 'restRoutes'),
  );
  const method = entries.findIndex(({ name }) => name === 'one');
  const end = method === -1 ? entries.length : method;
  return { in: countOf(entries.slice(handler, end)), out: countOf(entries.slice(end + 1)) };
}

function countOf(entries) {
  const changes = entries.filter(({ file }, at) => at > 0 && entries[at - 1].file !== file);
  return { entries: entries.length, changes: changes.length };
}

async function partsOf(name) {
  if (name === 'express') {
    const { ExpressAdapter } = await import('@nestjs/platform-express');
    const { default: helmet } = await import('helmet');
    return { adapter: new ExpressAdapter(), addHelmet: (app) => app.use(helmet()) };
  }
  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  const { default: helmet } = await import('@fastify/helmet');
  return { adapter: new FastifyAdapter(), addHelmet: (app) => app.register(helmet) };
}

function get(port, agent) {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/api/acme/v1/items/7', agent };
    const sent = request(options, async (response) => {
      const { headers } = response;
      resolve({ headers, text: (await response.toArray()).join('') });
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function followSource() {
  const { restRoutes } = await moduleOf('compiler/integrations/vite/vite.js');
  const path = fileURLToPath(new URL('items.controller.ts', import.meta.url));
  const plugin = restRoutes();
  // A project of its own: that of the repository has hundreds of files with routes.
  plugin.configResolved({ root: fileURLToPath(new URL('.', import.meta.url)) });
  const context = { addWatchFile() {}, error: ({ message }) => Promise.reject(new Error(message)) };
  await reach();
  const { code } = await plugin.transform.handler.call(context, readFileSync(path, 'utf8'), path);
  return { signature: await reach(), text: code };
}

const measured = subject === 'compiler' ? await followSource() : await followRequest();
process.stdout.write(JSON.stringify(measured));
