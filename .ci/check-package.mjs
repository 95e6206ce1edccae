// Packs the library, and checks the tarball: its size, its manifest (publint), and how its types resolve
// (attw). Installs it into a scratch Nest application, imports every entry point, serves a controller on both
// adapters, checks the types of an application in signature style, and starts it. TARBALL=FILE.tgz checks that one.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { pack } from './pack.mjs';
import { EXPECTED, sourcesOf } from '../test/extra/toolchains/application.mjs';

/** In bytes, unpacked. A quarter is the CommonJS for Jest. */
const LIMIT = 4_700_000;

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'rest-routes-package-'));
const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

try {
  const { filename, files, unpackedSize } = pack(folder);
  const foreign = files.filter(
    ({ path }) =>
      !/^(dist\/|lib\/compiler\/program\/installed-typescript\.cjs$|docs\/[\w-]+\.(?:md|svg|png)$|README\.md$|LICENSE$|package\.json$)/.test(
        path,
      ),
  );
  if (foreign.length > 0)
    throw new Error(`The tarball holds ${foreign.map(({ path }) => path).join(', ')}`);
  if (!files.some(({ path }) => path === 'docs/getting-started.md'))
    throw new Error('The tarball has no docs.');
  if (unpackedSize >= LIMIT)
    throw new Error(`The package has ${unpackedSize} bytes, and the limit is ${LIMIT}.`);
  console.log(`${files.length} files, ${unpackedSize} bytes`);
  await checkManifest(join(folder, filename));
  console.log('publint has nothing to say');
  // The package consists of ES modules: a CommonJS file requires them, as Node can from 20.19 on (ignored:
  // cjs-resolves-to-esm), and the resolution before Node 16 knows no "exports" (not in the profile). The types are those
  // of the ES modules, which Node requires by "module-sync", a condition that attw does not know (ignored: false-esm).
  const rules = ['--profile', 'node16', '--ignore-rules', 'cjs-resolves-to-esm', 'false-esm'];
  run('npx', ['attw', join(folder, filename), ...rules, '--format', 'ascii'], '.');
  console.log('attw has nothing to say');
  run('npx', ['tsc', '-p', 'test/types/packed.tsconfig.json'], '.');
  console.log('the declarations pass the tests of types');
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'scratch', private: true, type: 'module' }),
  );
  const version = (name) => `${name}@${manifest.devDependencies[name]}`;
  const peers = [
    '@nestjs/common',
    '@nestjs/core',
    '@nestjs/platform-express',
    '@nestjs/platform-fastify',
    'reflect-metadata',
    '@nestjs/testing',
    '@types/node',
    'rxjs',
    'typescript',
    'vite',
  ];
  run(
    'npm',
    ['install', '--no-audit', '--no-fund', `./${filename}`, ...peers.map(version)],
    folder,
  );
  writeFileSync(join(folder, 'check.mjs'), script());
  process.stdout.write(run('node', ['check.mjs'], folder));
  checkSignatures();
  const help = run(join(folder, 'node_modules/.bin/nestjs-rest-routes'), ['--help'], folder);
  if (!help.startsWith('Usage: nestjs-rest-routes')) throw new Error('The command does not run.');
  console.log('ran nestjs-rest-routes --help');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * The types are those of the ES modules, which Node requires by "module-sync", a condition that publint does not know. It
 * would have types of CommonJS for "require", which Jest takes, and Jest reads no types.
 */
async function checkManifest(file) {
  const bytes = readFileSync(file);
  const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
  const found = messages.filter(({ code }) => code !== 'EXPORTS_TYPES_INVALID_FORMAT');
  if (found.length > 0) throw new Error(found.map((one) => formatMessage(one, pkg)).join('\n'));
}

/** The types of the package are read twice: by TypeScript, and by the compiler that makes signatures. */
function checkSignatures() {
  for (const [path, text] of Object.entries(sourcesOf('module'))) {
    if (path === 'package.json' || path.endsWith('.spec.ts')) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const imports = entries().map(
    (entry, index) => `export * as entry${index} from 'nestjs-rest-routes${entry.slice(1)}';`,
  );
  writeFileSync(join(folder, 'src/entries.ts'), imports.join('\n'));
  run('npx', ['tsc', '--noEmit', '--skipLibCheck', 'false'], folder);
  checkResolutions();
  console.log('checked the types');
  const text = run('node', ['--import', 'nestjs-rest-routes/register', 'src/main.ts'], folder);
  if (!text.includes(EXPECTED)) throw new Error(`The application printed ${text}`);
  console.log('read the signatures of an application');
}

/** Every entry is found by each way in which TypeScript looks for modules. */
function checkResolutions() {
  const ways = [
    ['node10', 'commonjs', ['--ignoreDeprecations', '6.0']],
    ['node16', 'node16', []],
    ['nodenext', 'nodenext', []],
    ['bundler', 'preserve', []],
  ];
  for (const [resolution, module, more] of ways) {
    const options = ['--module', module, '--moduleResolution', resolution, ...more];
    const common = ['--target', 'es2023', '--strict', '--skipLibCheck', '--noEmit'];
    run('npx', ['tsc', 'src/entries.ts', '--ignoreConfig', ...common, ...options], folder);
  }
}

function entries() {
  return Object.keys(manifest.exports).filter((entry) => !entry.endsWith('.json'));
}

function script() {
  return `
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';

for (const entry of ${JSON.stringify(entries())}) {
  const name = 'nestjs-rest-routes' + entry.slice(1);
  assert.ok(Object.keys(await import(name)).length > 0, name + ' exports nothing');
  console.log('imported ' + name);
}
const { Param, PublicAccess, RestController, RestModule, RestRoute } = await import('nestjs-rest-routes');
class Controller { one(id) { return { id }; } }
Param({ name: 'id', type: 'integer' })(Controller.prototype, 'one', 0);
const descriptor = Object.getOwnPropertyDescriptor(Controller.prototype, 'one');
RestRoute('/{id}', 'GET', new PublicAccess())(Controller.prototype, 'one', descriptor);
RestController('v1', '/items')(Controller);
for (const Adapter of [ExpressAdapter, FastifyAdapter]) {
  class AppModule {}
  Module({ imports: [RestModule.forRoot({ namespace: 'acme' })], providers: [Controller] })(AppModule);
  const app = await NestFactory.create(AppModule, new Adapter(), { logger: false });
  await app.listen(0, '127.0.0.1');
  const response = await fetch((await app.getUrl()) + '/api/acme/v1/items/7');
  assert.deepEqual([response.status, await response.json()], [200, { id: 7 }]);
  await app.close();
  console.log('served on ' + Adapter.name);
}
`;
}
