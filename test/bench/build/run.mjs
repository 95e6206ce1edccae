// How long Nest's command line builds, and rebuilds after an edit in watch mode, with the plugin of the library and
// without: npm run bench -- build. CLASSES=50;500 chooses the applications, ROUNDS the repetitions, PACKAGE=FOLDER
// another build of the library. Wall time; CPU time where the system tells it.
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeRun } from '../harness/machine.mjs';
import { only, rounds } from '../harness/settings.mjs';
import { head, median, row } from '../harness/statistics.mjs';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const library = process.env.PACKAGE ?? repository;
const nest = join(repository, 'node_modules/@nestjs/cli/bin/nest.js');

const TSCONFIG = {
  module: 'nodenext',
  target: 'es2023',
  strict: true,
  skipLibCheck: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  incremental: true,
  removeComments: true,
  rootDir: 'src',
  outDir: 'dist',
  types: ['node'],
};

/** A controller with five routes, an interface, an enum and a value class. */
const controller = (
  n,
) => `import { HttpMethod, ListOf, Param, PublicAccess, RestController, RestRoute, ValueClass, type int } from 'nestjs-rest-routes';
import { Service${n} } from './service${n}.js';

export enum State${n} { Open = 'open', Sold = 'sold' }
export interface Item${n} {
  id: int;
  /** @minLength 2 */
  title: string;
  price?: number;
  tags: string[];
  owner: { name: string; since: Date | null };
}

@ValueClass()
export class Line${n} {
  @Param({ minLength: 2 }) sku!: string;
  quantity: int = 1;
}

@RestController('v1', '/items${n}')
export class Controller${n} {
  constructor(private readonly items: Service${n}) {}
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(page: int = 1, search?: string, state: State${n} | null = null) { return this.items.list(page, search, state); }
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int): Promise<Item${n}> { return this.items.one(id); }
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(item: Omit<Item${n}, 'id'>) { return this.items.one(item.tags.length); }
  @RestRoute('/{id}', HttpMethod.Put, new PublicAccess())
  update(id: int, title: string, changes: Partial<Item${n}>) { return this.items.one(id + title.length + (changes.id ?? 0)); }
  @RestRoute('/{id}/lines', HttpMethod.Post, new PublicAccess())
  order(id: int, @ListOf(Line${n}, { maxItems: 9 }) lines: Line${n}[]) { return { id, lines: lines.length }; }
}
`;

const service = (n) => `import { Injectable } from '@nestjs/common';
import type { Item${n}, State${n} } from './controller${n}.js';

@Injectable()
export class Service${n} {
  async one(id: number): Promise<Item${n}> { return { id, title: 'one', tags: [], owner: { name: 'a', since: null } }; }
  async list(page: number, search: string | undefined, state: State${n} | null) { return [{ page, search, state, item: await this.one(page) }]; }
}
`;

/** Ten controllers with their services: TypeScript compares each two providers of a list. */
const feature = (controllers) => `import { Module } from '@nestjs/common';
${controllers
  .map(
    (n) =>
      `import { Controller${n} } from './controller${n}.js';\nimport { Service${n} } from './service${n}.js';`,
  )
  .join('\n')}

@Module({ providers: [${controllers.map((n) => `Controller${n}, Service${n}`)}] })
export class FeatureModule {}
`;

const application = (features) => `import { Module } from '@nestjs/common';
import { RestModule } from 'nestjs-rest-routes';
${features.map((n) => `import { FeatureModule as Feature${n} } from './feature${n}.module.js';`).join('\n')}

@Module({ imports: [RestModule.forRoot({ namespace: 'acme' }), ${features.map((n) => `Feature${n}`)}] })
export class AppModule {}
`;

console.log(describeRun(`${rounds} rounds, with and without the plugin in turns`));
console.log(head(['classes', 'plugin', 'build, s (CPU)', 'edit in watch mode, ms (CPU)']));
for (const size of only('CLASSES', ['50', '500']).map(Number)) {
  const sides = [
    ['yes', createApplication(size, ['nestjs-rest-routes'])],
    ['no', createApplication(size, [])],
  ].map(([name, root]) => ({ name, root, builds: [], edits: [] }));
  for (let round = 0; round < rounds; round++) {
    for (const { root, builds } of sides) builds.push(build(root));
  }
  for (const side of sides) side.edits = await editInWatchMode(side.root);
  for (const { name, root, builds, edits } of sides) {
    console.log(row([size, name, timesOf(builds, 1000, 1), timesOf(edits, 1, 0)]));
    rmSync(root, { recursive: true });
  }
}

function numbers(size) {
  return Array.from({ length: size }, (_, n) => n);
}

function createApplication(size, plugins) {
  const root = mkdtempSync(join(tmpdir(), 'rest-routes-bench-'));
  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('package.json', '{ "type": "module" }');
  write('tsconfig.json', JSON.stringify({ compilerOptions: TSCONFIG, include: ['src'] }));
  const compilerOptions = { deleteOutDir: true, plugins };
  write('nest-cli.json', JSON.stringify({ sourceRoot: 'src', compilerOptions }));
  for (const n of numbers(size)) {
    write(`src/controller${n}.ts`, controller(n));
    write(`src/service${n}.ts`, service(n));
  }
  const features = numbers(size / 10);
  for (const n of features) {
    write(`src/feature${n}.module.ts`, feature(numbers(10).map((one) => n * 10 + one)));
  }
  write('src/app.module.ts', application(features));
  write(
    'node_modules/nestjs-rest-routes/package.json',
    readFileSync(join(library, 'package.json')),
  );
  for (const path of ['dist', 'lib/compiler/program/installed-typescript.cjs']) {
    const own = join(root, 'node_modules/nestjs-rest-routes', path);
    cpSync(join(library, path), own, { recursive: true });
  }
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (name === 'nestjs-rest-routes') continue;
    symlinkSync(join(repository, 'node_modules', name), join(root, 'node_modules', name));
  }
  return root;
}

function build(cwd) {
  rmSync(join(cwd, 'tsconfig.tsbuildinfo'), { force: true });
  const [begin, cpuBegin] = [performance.now(), cpuOfChildren()];
  const { status, stdout, stderr } = spawnSync(process.execPath, [nest, 'build'], {
    cwd,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return { wall: performance.now() - begin, cpu: cpuOfChildren() - cpuBegin };
}

/** Each edit adds a parameter to a route. The first one, which compiles code of the compiler, does not count. */
async function editInWatchMode(cwd) {
  const child = spawn(process.execPath, [nest, 'build', '--watch'], { cwd });
  const finished = watchedBuilds(child);
  await finished();
  const path = join(cwd, 'src/controller7.ts');
  const times = [];
  for (let round = 0; round <= rounds; round++) {
    const text = readFileSync(path, 'utf8').replace('search?', `more${round}?: int, search?`);
    const [begin, cpuBegin] = [performance.now(), cpuOf(child.pid)];
    writeFileSync(path, text);
    await finished();
    times.push({ wall: performance.now() - begin, cpu: cpuOf(child.pid) - cpuBegin });
  }
  child.kill();
  return times.slice(1);
}

function watchedBuilds(child) {
  let text = '';
  let check = () => undefined;
  child.stdout.on('data', (chunk) => {
    text += chunk;
    check();
  });
  return () =>
    new Promise((resolve, reject) => {
      check = () => {
        const found = /Found (\d+) errors?\. Watching/.exec(text);
        if (found === null) return;
        if (found[1] !== '0') reject(new Error(text));
        text = text.slice(found.index + found[0].length);
        check = () => undefined;
        resolve();
      };
      check();
    });
}

/** Milliseconds of `/proc`, whose unit is 10 ms; NaN on other systems. */
function cpuOf(pid) {
  return ticks(`/proc/${pid}/stat`, 11, 12);
}

function cpuOfChildren() {
  return ticks('/proc/self/stat', 13, 14);
}

function ticks(path, ...fields) {
  try {
    const values = readFileSync(path, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return fields.reduce((sum, field) => sum + Number(values[field]) * 10, 0);
  } catch {
    return Number.NaN;
  }
}

function timesOf(times, unit, digits) {
  const [wall, cpu] = ['wall', 'cpu'].map((key) => median(times.map((one) => one[key])) / unit);
  return `${wall.toFixed(digits)} (${cpu.toFixed(digits)})`;
}
