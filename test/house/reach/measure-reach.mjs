// Which files and functions of lib run, by V8's coverage of the compiled modules: prints JSON.
// node measure-reach.mjs compiler, or node measure-reach.mjs express|fastify public|capability|cached
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

const MODULES = '/dist/modules/';
const [, , subject, route] = process.argv;
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
  await reach();
  const response = await get(port, agent);
  const warm = await reach();
  agent.destroy();
  await app.close();
  return { startup, warm, ...response };
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
