import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../support/repository.js';
import { createScratch, type Scratch } from '../../support/scratch/scratch.js';

const CONFORMANCE = join(REPOSITORY, 'test/conformance');
/** What replays the recordings belongs to the tests. */
const TESTS = new Set(['comparable-response.ts', 'replay.ts']);

const MAIN = `import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { libraryModule } from './library.module.js';

@Module(libraryModule)
class LibraryModule {}

const adapter = process.argv[2] === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
const app = await NestFactory.create(LibraryModule, adapter, { logger: ['error'] });
await app.listen(0, '127.0.0.1');
console.log('listening on ' + (await app.getUrl()));
`;

/** A decorator that replaces the method and copies no metadata. */
const WRAPS = `export const wraps: MethodDecorator = (_target, _name, descriptor: PropertyDescriptor) => {
  const original = descriptor.value as (...args: unknown[]) => unknown;
  descriptor.value = function (this: unknown, ...args: unknown[]): unknown {
    return original.apply(this, args);
  };
};
`;

/** The routes of one file are wrapped, so that every producer serves wrapped and other methods. */
function wrapMethods(name: string, source: string): string {
  if (name !== 'books.controller.ts') return source;
  const wrapped = source.replaceAll(/^( +)@RestRoute\(/gm, '$1@wraps\n$1@RestRoute(');
  return `import { wraps } from './wraps.js';\n${wrapped}`;
}

/** An application of `nest new` with the controllers of the recordings, in signature style. */
export function createLibraryApplication(): Scratch {
  const folder = join(CONFORMANCE, 'library');
  const names = readdirSync(folder).filter((name) => !TESTS.has(name));
  const sources = names.map((name) => [
    `src/library/${name}`,
    wrapMethods(name, readFileSync(join(folder, name), 'utf8')).replace('../../support/', './'),
  ]);
  const user = readFileSync(join(REPOSITORY, 'test/support/fixture-user.ts'), 'utf8');
  return createScratch({
    ...Object.fromEntries(sources),
    'src/library/fixture-user.ts': user,
    'src/library/wraps.ts': WRAPS,
    'src/library/main.ts': MAIN,
  });
}

/** An application that another process runs. */
export interface RunningApplication {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts an application that prints its address. */
export async function startProcess(
  root: string,
  args: readonly string[],
): Promise<RunningApplication> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let text = '';
  child.stderr.on('data', (data: Buffer) => (text += String(data)));
  for await (const data of child.stdout) {
    text += String(data);
    const [, url] = /listening on (\S+)/.exec(text) ?? [];
    if (url === undefined) continue;
    const stop = async () => {
      child.kill();
      await ended;
    };
    return { url, stop };
  }
  throw new Error(`${args.join(' ')} ended:\n${text}`);
}
