import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSample, type StartedSample } from '../../house/sample/started-sample.js';
import { ADAPTERS } from '../../support/application.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What a user of the generated client writes: every name and type in it comes from the sample. */
const CALLER = `
import { client } from './client/client.gen.js';
import { itemsCreate, itemsList, itemsOne } from './client/sdk.gen.js';
import type { Item } from './client/types.gen.js';

client.setConfig({ baseUrl: process.argv[2] as string });

const page = await itemsList({ query: { per_page: 2, kind: 'film' } });
const items: Item[] = page.data ?? [];
const one = await itemsOne({ path: { id: items[0]!.id } });
const price: number = one.data!.price;
const made = await itemsCreate({
  body: { title: 'Lamp', kind: 'game', price },
  auth: () => 'demo-ada',
});
const rejected = await itemsOne({ path: { id: 999_999 } });
console.log(
  JSON.stringify({
    kinds: items.map(({ kind }) => kind),
    same: one.data!.id === items[0]!.id,
    title: made.data!.title,
    code: rejected.error!.code,
  }),
);
`;

/** What the types must reject. */
const WRONG = `
import { itemsList, itemsOne } from './client/sdk.gen.js';
void itemsList({ query: { kind: 'chair' } });
void itemsOne({ path: {} });
`;

describe('a typed client, generated from the OpenAPI document of the sample', () => {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rest-routes-client-'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const document = join(folder, 'openapi.json');
    const module = 'dist-sample/catalogue/app.module.js';
    const command = [join(root, 'dist/cli/main.js'), 'openapi', module];
    execFileSync(process.execPath, [...command, '--namespace', 'acme/v1', '--output', document], {
      cwd: root,
    });
    await createClient({
      input: document,
      output: { path: join(folder, 'client') },
      logs: { level: 'silent' },
      plugins: ['@hey-api/client-fetch'],
    });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'caller.ts'), CALLER);
    writeFileSync(join(folder, 'wrong.ts'), WRONG);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const compile = (file: string): string => {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const options = ['--strict', '--target', 'es2023', '--module', 'esnext'];
    const more = ['--moduleResolution', 'bundler', '--skipLibCheck', '--types', 'node'];
    const out = ['--outDir', join(folder, 'out'), '--rootDir', folder];
    try {
      const lib = ['--lib', 'es2023,dom,dom.iterable'];
      const args = [compiler, ...options, ...more, ...out, ...lib, join(folder, file)];
      return execFileSync(process.execPath, args, { encoding: 'utf8', cwd: folder });
    } catch (error) {
      return String((error as { stdout?: unknown }).stdout);
    }
  };

  test('knows the names of the operations and the types of their responses', () => {
    const types = readFileSync(join(folder, 'client/types.gen.ts'), 'utf8');
    expect(types).toMatch(/export type Item = \{\s+readonly id: number;\s+readonly title: string;/);
  });

  test('rejects arguments that the routes reject', () => {
    const output = compile('wrong.ts');
    expect(output).toMatch(/wrong\.ts\(3,\d+\): error TS2322/);
    expect(output).toMatch(/wrong\.ts\(4,\d+\): error TS2741/);
    expect(output.match(/error TS/g)).toHaveLength(2);
  });

  test.each(ADAPTERS)('compiles, and calls the sample on %s', async (adapter) => {
    expect(compile('caller.ts')).toBe('');
    const sample: StartedSample = await startSample(adapter);
    try {
      const out = execFileSync(process.execPath, [join(folder, 'out/caller.js'), sample.url], {
        encoding: 'utf8',
        cwd: folder,
      });
      expect(JSON.parse(out)).toEqual({
        kinds: ['film', 'film'],
        same: true,
        title: 'Lamp',
        code: 'item_not_found',
      });
    } finally {
      await sample.stop();
    }
  });
});
