import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const STATED = '{ "type": "module", "nestjs-rest-routes": { "namespace": "stated" } }';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'rest-routes-namespace-')));
  mkdirSync(join(root, 'elsewhere'));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const MAIN = `import { NestFactory } from '@nestjs/core';
import { Module } from '@nestjs/common';
import { HttpMethod, PublicAccess, RestController, RestModule, RestRoute } from 'nestjs-rest-routes';

class Items {
  list() {
    return ['served'];
  }
}
const { value } = Object.getOwnPropertyDescriptor(Items.prototype, 'list');
RestRoute('', HttpMethod.Get, new PublicAccess())(Items.prototype, 'list', { value });
RestController('v1', '/items')(Items);

class AppModule {}
Module({ imports: [RestModule.forRoot()], providers: [Items] })(AppModule);

const app = await NestFactory.create(AppModule, { logger: false, abortOnError: false });
await app.listen(0, '127.0.0.1');
const answer = await fetch((await app.getUrl()) + '/api/stated/v1/items');
console.log(answer.status, await answer.text());
await app.close();
`;

const COMMON_JS = `(async () => { ${MAIN.replaceAll(
  /^import (.*) from (.*);$/gm,
  'const $1 = require($2);',
)} })();`;

describe('a built application with its namespace in package.json', () => {
  beforeEach(() => {
    write('app/package.json', STATED);
    mkdirSync(join(root, 'app/node_modules'));
    symlinkSync(repository, join(root, 'app/node_modules/nestjs-rest-routes'));
    symlinkSync(join(repository, 'node_modules/@nestjs'), join(root, 'app/node_modules/@nestjs'));
  });

  const run = (...args: readonly string[]) => {
    const options = { cwd: join(root, 'elsewhere'), encoding: 'utf8' } as const;
    const { stdout, stderr } = spawnSync(process.execPath, args, options);
    return stdout + stderr;
  };

  test('is served from any working directory', () => {
    expect(run(write('app/dist/main.js', MAIN))).toBe('200 ["served"]\n');
  });

  test('is served from any working directory as CommonJS, after a module that --import loads', () => {
    const main = write('app/dist/main.cjs', COMMON_JS);
    const first = write('elsewhere/first.mjs', 'globalThis.first = true;');
    expect(run('--import', first, main)).toBe('200 ["served"]\n');
  });

  test('does not start without one, and the error lists the searched folders', () => {
    const path = write('app/package.json', '{ "type": "module" }');
    const text = run(write('app/dist/main.js', MAIN));
    expect(text).toContain('RR1025');
    expect(text).toContain(
      `none (searched upwards from ${join(root, 'app/dist')} (entry module) and ${join(root, 'elsewhere')} (working directory): ${path} has none)`,
    );
  });

  test('does not start with an invalid one, and the error names the file', () => {
    const path = write('app/package.json', STATED.replace('stated', 'a b'));
    expect(run(write('app/dist/main.js', MAIN))).toContain(`received "a b" (${path})`);
  });
});
