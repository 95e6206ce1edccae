import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sendRequest, type AdapterName } from '../application.js';
import { createScratch, type Scratch } from './scratch.js';
import { PLUGIN_LINE } from './scratch-sources.js';

/** The command that converts controllers. */
export const COMMAND = 'node_modules/nestjs-rest-routes/dist/cli/main.js';

const SERVER = `import { NestFactory } from '@nestjs/core';
const adapter =
  process.argv[2] === 'fastify'
    ? new (await import('@nestjs/platform-fastify')).FastifyAdapter()
    : new (await import('@nestjs/platform-express')).ExpressAdapter();
const { AppModule } = await import('./dist/app.module.js');
const { setUp } = await import('./dist/setup.js');
const app = await NestFactory.create(AppModule, adapter, { logger: ['error'], abortOnError: false });
setUp(app);
await app.listen(0, '127.0.0.1');
process.send(app.getHttpServer().address().port);
process.on('disconnect', () => process.exit(0));
`;

/** What clients send: method, path, body and headers. */
export type RecordedRequest = readonly [
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
];

/** An application of the files of a folder, which export `AppModule` and `setUp`. */
export function createRecorded(folder: string): Scratch {
  const sources = readdirSync(folder).map((name) => [
    `src/${name}`,
    readFileSync(join(folder, name), 'utf8'),
  ]);
  const scratch = createScratch(
    { ...Object.fromEntries(sources), 'server.mjs': SERVER },
    '--strict',
  );
  scratch.edit('nest-cli.json', '"deleteOutDir": true', `"deleteOutDir": true, ${PLUGIN_LINE}`);
  return scratch;
}

/** Starts what was built, and records its responses. */
export async function recordResponses(
  { root }: Scratch,
  adapter: AdapterName,
  requests: readonly RecordedRequest[],
): Promise<readonly unknown[]> {
  const child = spawn(process.execPath, ['server.mjs', adapter], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The application ended with ${code} before it listened.`);
  });
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number];
  const results: unknown[] = [];
  for (const [method, path, body, headers = {}] of requests) {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const typed = body === undefined ? headers : { ...headers, 'content-type': 'application/json' };
    const response = await sendRequest(port, method, path, { ...sent, headers: typed });
    results.push({
      request: `${method} ${path}`,
      status: response.status,
      body: response.body,
      type: response.headers['content-type'],
    });
  }
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
  return results;
}
