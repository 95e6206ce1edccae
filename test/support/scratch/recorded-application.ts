import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
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
  const scratch = createServed(sourcesIn(folder));
  scratch.edit('nest-cli.json', '"deleteOutDir": true', `"deleteOutDir": true, ${PLUGIN_LINE}`);
  return scratch;
}

/** The same of sources, without the compiler plugin. */
export function createServed(sources: Readonly<Record<string, string>>): Scratch {
  return createScratch({ ...sources, 'server.mjs': SERVER }, '--strict');
}

/** The files of a folder as sources of an application. */
export function sourcesIn(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder);
  return Object.fromEntries(
    names.map((name) => [`src/${name}`, readFileSync(join(folder, name), 'utf8')]),
  );
}

/** What a client gets. */
export interface RecordedResponse {
  readonly request: string;
  readonly status: number;
  readonly body: unknown;
  readonly type: unknown;
}

/** Starts what was built, and records its responses. */
export async function recordResponses(
  scratch: Scratch,
  adapter: AdapterName,
  requests: readonly RecordedRequest[],
): Promise<readonly RecordedResponse[]> {
  const exchanges = await recordExchanges(scratch, adapter, requests);
  return exchanges.map(({ headers, ...response }) => ({
    ...response,
    type: headers['content-type'],
  }));
}

/** The same with all headers. */
export async function recordExchanges(
  { root }: Scratch,
  adapter: AdapterName,
  requests: readonly RecordedRequest[],
): Promise<
  readonly (Omit<RecordedResponse, 'type'> & { readonly headers: IncomingHttpHeaders })[]
> {
  const child = spawn(process.execPath, ['server.mjs', adapter], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The application ended with ${code} before it listened.`);
  });
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number];
  const results = [];
  for (const [method, path, body, headers = {}] of requests) {
    const sent = body === undefined ? {} : { body: textOf(body) };
    const typed = body === undefined ? headers : { 'content-type': 'application/json', ...headers };
    const response = await sendRequest(port, method, path, { ...sent, headers: typed });
    results.push({
      request: [method, path, ...(body === undefined ? [] : [textOf(body)])].join(' '),
      status: response.status,
      body: response.body,
      headers: response.headers,
    });
  }
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
  return results;
}

/** A text is sent as it is. */
function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}
