import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ADAPTERS } from '../../support/application.js';
import { REPOSITORY } from '../../support/repository.js';
import { startSample } from './started-sample.js';

const CLIENT = join(REPOSITORY, 'sample/shop/client/place-order.ts');

const CALLER = `
import { isSold, placeOrder } from './place-order.js';
const order = await placeOrder(process.argv[2] as string, 'demo-bob');
console.log(JSON.stringify({ order, sold: [await isSold(3), await isSold(99)] }));
`;

describe('the typed client of the shop', () => {
  let folder: string;
  const run = (command: string, ...args: readonly string[]) =>
    execFileSync(process.execPath, [join(REPOSITORY, command), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rest-routes-shop-'));
    symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'caller.ts'), CALLER);
    copyFileSync(CLIENT, join(folder, 'place-order.ts'));
    const module = join(REPOSITORY, 'dist-sample/shop/app.module.js');
    run('dist/cli/main.js', 'openapi', module, '--json-bodies', '--output', 'openapi.json');
    const [, options = ''] = / openapi-ts (.+)/.exec(readFileSync(CLIENT, 'utf8')) ?? [];
    const generator = 'node_modules/@hey-api/openapi-ts/bin/run.js';
    run(generator, ...options.replaceAll('sample/shop/client/', '').split(' '));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(ADAPTERS)(
    'is made by the commands that it names, and places an order on %s',
    async (adapter) => {
      const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--skipLibCheck'];
      const more = ['--types', 'node', '--lib', 'es2023,dom,dom.iterable', '--outDir', 'out'];
      run('node_modules/typescript/bin/tsc', ...options, ...more, '--rootDir', '.', 'caller.ts');
      const { url, stop } = await startSample(adapter, {}, 'shop');
      onTestFinished(stop);
      const out = execFileSync(process.execPath, [join(folder, 'out/caller.js'), url]);
      expect(JSON.parse(out.toString())).toEqual({
        order: {
          id: 1,
          customer: 2,
          lines: [{ product: 3, quantity: 1 }],
          delivery: {
            kind: 'parcel',
            address: { street: 'Hauptstraße 1', zip: '70182', city: 'Stuttgart' },
          },
          total: 900,
          state: 'placed',
        },
        sold: [true, false],
      });
    },
  );
});
