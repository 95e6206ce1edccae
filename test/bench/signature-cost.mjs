// What reading signatures costs: `nest build` with and without the plugin, and the Vite plugin, on
// 100 controllers of 5 routes. npm run bench -- signatures [rounds]
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const CONTROLLERS = 100;
const ROUNDS = Number(process.argv[2] ?? 7);

const project = mkdtempSync(join(tmpdir(), 'signature-cost-'));
try {
  generate();
  const rows = [...builds(), ...(await vite())];
  console.log(
    `${CONTROLLERS} controllers × 5 routes, least of ${ROUNDS}, Node ${process.version}\n`,
  );
  console.log('| what | time |\n|---|---|');
  for (const [what, time] of rows) console.log(`| ${what} | ${time} |`);
} finally {
  rmSync(project, { recursive: true });
}

/** A project as `nest new` makes it. */
function generate() {
  const modules = join(project, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(REPOSITORY, 'node_modules'))) {
    if (name !== 'nestjs-rest-routes')
      symlinkSync(join(REPOSITORY, 'node_modules', name), join(modules, name));
  }
  symlinkSync(REPOSITORY, join(modules, 'nestjs-rest-routes'));
  mkdirSync(join(project, 'src'));
  const write = (path, text) => writeFileSync(join(project, path), text);
  write('package.json', '{ "name": "signature-cost", "type": "module" }');
  write('nest-cli.json', nestConfig(false));
  write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        moduleResolution: 'nodenext',
        esModuleInterop: true,
        isolatedModules: true,
        declaration: true,
        removeComments: true,
        emitDecoratorMetadata: true,
        experimentalDecorators: true,
        target: 'ES2023',
        sourceMap: true,
        outDir: './dist',
        rootDir: './src',
        incremental: true,
        skipLibCheck: true,
        strict: true,
        strictPropertyInitialization: false,
        types: ['vitest/globals', 'node'],
      },
      include: ['src'],
    }),
  );
  const modulesOf = [];
  for (let index = 0; index < CONTROLLERS; index += 1) {
    write(`src/thing${index}.enum.ts`, `export enum Kind${index} { A = 'a', B = 'b', C = 'c' }\n`);
    write(`src/thing${index}.service.ts`, service(index));
    write(`src/thing${index}.controller.ts`, controller(index));
    modulesOf.push(index);
  }
  write('src/app.module.ts', appModule(modulesOf));
  write(
    'src/main.ts',
    "import { NestFactory } from '@nestjs/core';\nimport { AppModule } from './app.module.js';\n\nawait (await NestFactory.create(AppModule)).listen(0);\n",
  );
}

function service(i) {
  return `import { Injectable } from '@nestjs/common';

export interface Thing${i} { id: number; title: string; kind: string }

@Injectable()
export class Thing${i}Service {
  private readonly things = new Map<number, Thing${i}>();
  all(): Thing${i}[] { return [...this.things.values()]; }
  one(id: number): Thing${i} | undefined { return this.things.get(id); }
  save(thing: Thing${i}): Thing${i} { this.things.set(thing.id, thing); return thing; }
}
`;
}

function controller(i) {
  return `import { Callback, HttpMethod, ListOf, Param, PublicAccess, RestController, RestRoute, ValueClass, type int } from 'nestjs-rest-routes';
import { Kind${i} } from './thing${i}.enum.js';
import { Thing${i}Service, type Thing${i} } from './thing${i}.service.js';

@ValueClass()
export class Line${i} {
  @Param({ minLength: 1 }) sku: string;
  qty: int = 1;
  kind?: Kind${i};
}

@RestController('v1', '/things${i}')
export class Thing${i}Controller {
  constructor(private readonly things: Thing${i}Service) {}

  /** @param page Which page. */
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@Param({ minimum: 1 }) page: int = 1, kind: Kind${i} = Kind${i}.A, search: string | null = null): Thing${i}[] {
    return this.things.all().filter((thing) => thing.kind === kind && page > 0 && search === null);
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int): Thing${i} | undefined { return this.things.one(id); }

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(@Param({ minLength: 2 }) title: string, kind: Kind${i}, @ListOf(Line${i}, { maxItems: 5 }) lines: Line${i}[] = []): Thing${i} {
    return this.things.save({ id: lines.length, title, kind });
  }

  @RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new Callback(Thing${i}Controller.mayEdit))
  update(id: int, title: string, since?: Date): Thing${i} {
    return this.things.save({ id, title, kind: String(since) });
  }

  @RestRoute('/{id}', HttpMethod.Delete, new PublicAccess())
  async remove(id: int, things: Thing${i}Service): Promise<void> { things.one(id); }

  static mayEdit(id: int, things: Thing${i}Service): boolean { return things.one(id) !== undefined; }
}
`;
}

function appModule(indices) {
  const imports = indices.map(
    (i) =>
      `import { Thing${i}Controller } from './thing${i}.controller.js';\nimport { Thing${i}Service } from './thing${i}.service.js';`,
  );
  const providers = indices.map((i) => `Thing${i}Controller, Thing${i}Service`);
  return `import { Module } from '@nestjs/common';
import { RestModule } from 'nestjs-rest-routes';
${imports.join('\n')}

@Module({ imports: [RestModule.forRoot({ namespace: 'acme' })], providers: [${providers.join(', ')}] })
export class AppModule {}
`;
}

function nestConfig(hasPlugin) {
  const plugins = hasPlugin ? ['nestjs-rest-routes'] : [];
  return JSON.stringify({
    sourceRoot: 'src',
    compilerOptions: { deleteOutDir: true, tsConfigPath: 'tsconfig.json', plugins },
  });
}

/** In turns, so that a busy machine is no one's advantage. */
function builds() {
  const plain = [];
  const withPlugin = [];
  const nest = join(REPOSITORY, 'node_modules/@nestjs/cli/bin/nest.js');
  const build = (times, hasPlugin) => {
    writeFileSync(join(project, 'nest-cli.json'), nestConfig(hasPlugin));
    const start = performance.now();
    execFileSync(process.execPath, [nest, 'build'], { cwd: project, stdio: 'inherit' });
    times.push(performance.now() - start);
    const text = readFileSync(join(project, 'dist/thing0.controller.js'), 'utf8');
    if (text.includes('nestjs-rest-routes.signature') !== hasPlugin)
      throw new Error('The build did something else.');
  };
  build([], false);
  build([], true);
  for (let round = 0; round < ROUNDS; round += 1) {
    build(plain, false);
    build(withPlugin, true);
  }
  const added = least(withPlugin) / least(plain) - 1;
  return [
    ['`nest build`, plain', milliseconds(least(plain))],
    [
      '`nest build`, with the plugin',
      `${milliseconds(least(withPlugin))} (${added < 0 ? '' : '+'}${(added * 100).toFixed(1)} %)`,
    ],
  ];
}

/** The time in the plugin itself, for the first file and for the others. */
async function vite() {
  const first = [];
  const each = [];
  const edited = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const times = JSON.parse(
      execFileSync(
        process.execPath,
        [
          fileURLToPath(new URL('signature-cost-vite.mjs', import.meta.url)),
          project,
          String(CONTROLLERS),
        ],
        { encoding: 'utf8' },
      ),
    );
    first.push(times.first);
    each.push(times.each);
    edited.push(times.edited);
  }
  return [
    ['Vite plugin, once (loads the compiler and the project)', milliseconds(least(first))],
    ['Vite plugin, each file afterwards', milliseconds(least(each))],
    ['Vite plugin, an edited file in watch mode', milliseconds(least(edited))],
  ];
}

/** The least disturbed run: on a machine that others use, a median measures the others. */
function least(times) {
  return Math.min(...times);
}

function milliseconds(time) {
  return time < 100 ? `${time.toFixed(1)} ms` : `${Math.round(time)} ms`;
}
