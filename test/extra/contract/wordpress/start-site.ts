import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AdapterName } from '../../../support/application.js';
import { freePort } from '../../../support/free-port.mjs';
import type { Scratch } from '../../../support/scratch/scratch.js';

export interface Site {
  /** As its clients have it; they sign requests with it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the built application, in a process of its own: its signatures are those of the build. */
export const SERVE = `import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
const { AppModule } = await import('./dist/app.module.js');
const { ADAPTER, PORT } = process.env;
const adapter = ADAPTER === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(AppModule, adapter, { logger: ['error', 'warn'] });
await app.listen(Number(PORT), '127.0.0.1');
console.log('ready');
`;

export async function startSite(scratch: Scratch, adapter: AdapterName): Promise<Site> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['serve.mjs'], {
    cwd: scratch.root,
    env: { ...process.env, ADAPTER: adapter, PORT: String(port), SITE: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  while (!output.includes('ready')) {
    if (child.exitCode !== null) throw new Error(`The site ended: ${output}`);
    await Promise.race([once(child.stdout, 'data'), exit]);
  }
  return {
    url,
    stop: async () => {
      child.kill();
      await exit;
    },
  };
}
