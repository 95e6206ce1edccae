import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testHttpCorpus, type Answering } from './http-corpus.js';
import { createScratch, type Scratch } from '../support/scratch/scratch.js';
import { PLUGIN_LINE } from '../support/scratch/scratch-sources.js';
import { sendRequest, type AdapterName } from '../support/application.js';

/** The fixture in signature style, as a user has it: made by `nest new`, built by `nest build`. */
const source = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

const SERVER = `import { NestFactory } from '@nestjs/core';
const adapter =
  process.argv[2] === 'fastify'
    ? new (await import('@nestjs/platform-fastify')).FastifyAdapter()
    : new (await import('@nestjs/platform-express')).ExpressAdapter();
const { AppModule } = await import('./dist/app.module.js');
const app = await NestFactory.create(AppModule, adapter, { logger: ['error'] });
await app.listen(0, '127.0.0.1');
process.send(app.getHttpServer().address().port);
process.on('disconnect', () => process.exit(0));
`;

let scratch: Scratch;
beforeAll(() => {
  scratch = createScratch(
    {
      'src/support/fixture.ts': source('../support/fixture.ts'),
      'src/support/kinds.ts': source('../support/kinds.ts'),
      'src/support/fixture-user.ts': source('../support/fixture-user.ts'),
      'src/support/root.controller.ts': source('../support/root.controller.ts'),
      'src/app.module.ts': `import { Module } from '@nestjs/common';
import { fixtureModule } from './support/fixture.js';

@Module(fixtureModule)
export class AppModule {}
`,
      'server.mjs': SERVER,
    },
    '--strict',
  );
  scratch.edit('nest-cli.json', '"deleteOutDir": true', `"deleteOutDir": true, ${PLUGIN_LINE}`);
});
afterAll(() => scratch.dispose());

test('nest build reads the signatures of the fixture', () => {
  expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
});

testHttpCorpus('in signature style, built by nest build', start);

async function start(adapter: AdapterName): Promise<Answering> {
  const child = spawn(process.execPath, ['server.mjs', adapter], {
    cwd: scratch.root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The application ended with ${code} before it listened.`);
  });
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number];
  return {
    fetch: (method, path, options) => sendRequest(port, method, path, options),
    close: async () => {
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    },
  };
}
