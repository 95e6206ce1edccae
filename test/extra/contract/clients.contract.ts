import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, type TestApplication } from '../../support/application.js';
import { REPOSITORY } from '../../support/repository.js';
import { callersOf } from './clients/every-operation.js';
import { operationsOf } from '../../openapi/contract/document.js';
import { startContract } from '../../openapi/contract/contract-document.js';

const HERE = join(REPOSITORY, 'test/extra/contract');
const TOOLS = 'test/extra/contract/tools/node_modules';
const run = promisify(execFile);

/** How each client is made, in a folder with `openapi.json`: the commands of docs/discovery-and-openapi.md. */
const GENERATORS: Readonly<Record<string, readonly string[]>> = {
  'openapi-typescript': [
    `${TOOLS}/openapi-typescript/bin/cli.js`,
    'openapi.json',
    '--output',
    'openapi-typescript.ts',
    '--default-non-nullable=false',
  ],
  orval: [`${TOOLS}/orval/dist/bin/orval.mjs`, '--config', 'orval.config.mjs'],
  'hey-api': [
    'node_modules/@hey-api/openapi-ts/bin/run.js',
    ...'--input openapi.json --output hey-api --client @hey-api/client-fetch'.split(' '),
  ],
};

/** Those that have no client of their own in `clients`. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  kubb: [`${TOOLS}/@kubb/cli/bin/kubb.cjs`, 'generate', '--config', 'kubb.config.mjs'],
  'swagger-typescript-api': [
    `${TOOLS}/swagger-typescript-api/dist/cli.mjs`,
    ...'generate --path openapi.json --output . --name swagger-typescript-api.ts --generate-union-enums --silent'.split(
      ' ',
    ),
  ],
  'ng-openapi-gen': [
    `${TOOLS}/ng-openapi-gen/lib/index.js`,
    ...'--input openapi.json --output ng-openapi-gen'.split(' '),
  ],
  oazapfts: [`${TOOLS}/oazapfts/dist/cli.js`, 'openapi.json', 'oazapfts.ts'],
};

const CLIENTS = ['openapi-typescript', 'orval-fetch', 'orval-axios', 'hey-api'];

/** The clients that call every operation. */
const ALL = ['openapi-typescript', 'orval-fetch', 'hey-api', ...Object.keys(MORE)];

/** As an application of Angular: the generated modules do not name the files that they import. */
async function bundle(program: string): Promise<void> {
  const external = [/^@angular\//, /^rxjs/];
  await build({ input: program, output: { file: program }, platform: 'node', external });
}

/** The response to a call. */
interface Result {
  readonly status?: number;
  readonly error?: { readonly code?: string };
}

/** Each client writes the same, by other means. */
const EXPECTED = {
  kind: 'novel',
  tags: ['a', 'b'],
  made: 'Ende',
  statuses: [201, 204],
  codes: ['book_not_found', 'rest_invalid_param'],
};

describe.each(ADAPTERS)('clients that others generate from the document, on %s', (adapter) => {
  let folder: string;
  let app: TestApplication;
  let operations: number;

  beforeAll(async () => {
    const started = await startContract(adapter);
    ({ app } = started);
    operations = operationsOf(started.document).length;
    folder = mkdtempSync(join(tmpdir(), 'rest-routes-clients-'));
    symlinkSync(join(HERE, 'tools/node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(started.document));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const name of readdirSync(join(HERE, 'clients'))) {
      if (name.endsWith('.ts')) continue;
      const target = name.endsWith('.txt') ? `call-${name.slice(0, -'.txt'.length)}` : name;
      cpSync(join(HERE, 'clients', name), join(folder, target));
    }
    for (const [name, text] of Object.entries(callersOf(started.document))) {
      writeFileSync(join(folder, `call-all-${name}.ts`), text);
    }
    for (const [program = '', ...args] of Object.values({ ...GENERATORS, ...MORE })) {
      const env = { ...process.env, API: app.url, NO_COLOR: '1' };
      await run(process.execPath, [join(REPOSITORY, program), ...args], { cwd: folder, env });
    }
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const compile = async (...files: readonly string[]): Promise<string> => {
    const options =
      '--strict --noUncheckedIndexedAccess --target es2023 --module esnext --skipLibCheck ' +
      '--moduleResolution bundler --lib es2023,dom,dom.iterable --types node';
    const roots = ['--typeRoots', join(REPOSITORY, 'node_modules/@types'), '--rootDir', folder];
    const compiler = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
    const args = [compiler, ...options.split(' '), ...roots, '--outDir', join(folder, 'out')];
    const paths = files.map((file) => join(folder, file));
    const done = run(process.execPath, [...args, ...paths], { cwd: folder });
    return done.then(
      () => '',
      (error: unknown) => String((error as { readonly stdout?: unknown }).stdout),
    );
  };

  test('all compile with the strict options of TypeScript', async () => {
    expect(await compile(...CLIENTS.map((name) => `call-${name}.ts`))).toBe('');
  });

  test.each(CLIENTS)('%s calls the API', async (name) => {
    const args = [join(folder, 'out', `call-${name}.js`), app.url];
    const { stdout } = await run(process.execPath, args, { cwd: folder });
    expect(JSON.parse(stdout)).toEqual(EXPECTED);
  });

  test.each(ALL)(
    '%s compiles, and calls every operation with what it may be sent',
    async (name) => {
      expect(await compile(`call-all-${name}.ts`)).toBe('');
      const program = join(folder, 'out', `call-all-${name}.js`);
      if (name === 'ng-openapi-gen') await bundle(program);
      const args = [program, app.url];
      const { stdout } = await run(process.execPath, args, { cwd: folder });
      const results = JSON.parse(stdout) as Readonly<Record<string, Result>>;
      expect(Object.keys(results)).toHaveLength(operations);
      const isRejected = ({ status, error: { code = '' } = {} }: Result) =>
        status === undefined || (status >= 400 && /^rest_(?!forbidden)/.test(code));
      expect(Object.entries(results).filter(([, result]) => isRejected(result))).toEqual([]);
    },
  );

  test('they reject what the document does not have', async () => {
    const output = await compile('call-wrong.ts');
    const lines = output.match(/call-wrong\.ts\(\d+/g);
    expect([...new Set(lines)].map((line) => Number(line.split('(')[1]))).toEqual([6, 7, 8]);
  });
});
