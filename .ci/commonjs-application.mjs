// Packs the library and installs it into a CommonJS application of Nest 11, as `nest new` of Nest 11 makes
// one. Nest's CLI builds it with the plugin, by tsc and by webpack, and Node starts it, on both adapters. Its tests run
// by Jest, also with the flag for ES modules, as nest add sets it up. On a Nest 11 that is too old, npm installs the library, which names the update; after that command it runs.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGES = {
  dependencies: {
    '@nestjs/common': '^11.2.10',
    '@nestjs/core': '^11.2.10',
    '@nestjs/platform-express': '^11.2.10',
    '@nestjs/platform-fastify': '^11.2.8',
    'reflect-metadata': '^0.2.2',
    rxjs: '^7.8.1',
  },
  devDependencies: {
    '@nestjs/cli': '^11.0.0',
    '@nestjs/schematics': '^11.0.0',
    '@nestjs/testing': '^11.2.6',
    '@types/jest': '^30.0.0',
    '@types/node': '^20.19.0',
    jest: '^30.0.0',
    'ts-jest': '^29.4.0',
    'ts-loader': '^9.5.2',
    typescript: '^5.9.0',
  },
};

/** As `nest new` of Nest 11 writes it. There is no "type" in package.json: the output is CommonJS. */
const TSCONFIG = {
  compilerOptions: {
    module: 'nodenext',
    moduleResolution: 'nodenext',
    resolvePackageJsonExports: true,
    esModuleInterop: true,
    isolatedModules: true,
    declaration: true,
    removeComments: true,
    emitDecoratorMetadata: true,
    experimentalDecorators: true,
    allowSyntheticDefaultImports: true,
    target: 'ES2023',
    sourceMap: true,
    outDir: './dist',
    incremental: true,
    skipLibCheck: true,
    strictNullChecks: true,
  },
};

const SOURCES = {
  'author.ts': `
    import { ValueClass } from 'nestjs-rest-routes';
    export enum Genre { Novel = 'novel', Poem = 'poem' }
    @ValueClass()
    export class Author { name: string; born?: number; }
  `,
  'books.controller.ts': `
    import { Injectable } from '@nestjs/common';
    import { HttpMethod, Param, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
    import { Author, Genre } from './author';

    @Injectable()
    export class Books {
      list(page: int): string[] { return ['page ' + page]; }
    }

    @RestController('v1', '/books')
    export class BooksController {
      constructor(private readonly books: Books) {}

      @RestRoute('/', HttpMethod.Get, new PublicAccess())
      list(@Param({ minimum: 1 }) page: int = 1, genre: Genre = Genre.Poem) {
        return { books: this.books.list(page), genre };
      }

      @RestRoute('/', HttpMethod.Post, new PublicAccess())
      create(@Param() author: Author, published: Date) {
        return { author, year: published.getUTCFullYear() };
      }
    }
  `,
  'app.module.ts': `
    import { Module } from '@nestjs/common';
    import { RestModule } from 'nestjs-rest-routes';
    import { Books, BooksController } from './books.controller';

    @Module({
      imports: [RestModule.forRoot({ namespace: 'acme' })],
      providers: [Books, BooksController],
    })
    export class AppModule {}
  `,
  'main.ts': `
    import { NestFactory } from '@nestjs/core';
    import { ExpressAdapter } from '@nestjs/platform-express';
    import { FastifyAdapter } from '@nestjs/platform-fastify';
    import { AppModule } from './app.module';

    async function bootstrap() {
      const adapter = process.argv[2] === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
      const app = await NestFactory.create(AppModule, adapter, { logger: ['error'] });
      await app.listen(0, '127.0.0.1');
      console.log('listening on ' + (await app.getUrl()));
    }
    void bootstrap();
  `,
};

/** What Jest runs, as nest new writes it. */
const END_TO_END = `
  import { Test } from '@nestjs/testing';
  import { createRestApplication } from 'nestjs-rest-routes/testing';
  import { AppModule } from '../src/app.module';

  test('a module of the application serves its routes', async () => {
    const module = await Test.createTestingModule({ imports: [AppModule] }).compile();
    const app = module.createNestApplication();
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    const list = await fetch(url + '/api/acme/v1/books?page=2');
    expect(await list.json()).toEqual({ books: ['page 2'], genre: 'poem' });
    expect((await fetch(url + '/api/acme/v1/books?page=0')).status).toBe(400);
    await app.close();
  });

  test('the testing kit serves them too', async () => {
    const app = await createRestApplication({ imports: [AppModule] });
    expect((await app.get('/v1/books')).body).toEqual({ books: ['page 1'], genre: 'poem' });
    await app.close();
  });
`;

const JEST = {
  moduleFileExtensions: ['js', 'json', 'ts'],
  rootDir: '.',
  testEnvironment: 'node',
  testRegex: '.e2e-spec.ts$',
  transform: { '^.+\\.(t|j)s$': 'ts-jest' },
};

const folder = mkdtempSync(join(tmpdir(), 'rest-routes-commonjs-'));
const run = (command, args, cwd = folder) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

try {
  const packed = run('npm', ['pack', '--json', '--pack-destination', folder], process.cwd());
  const [{ filename }] = JSON.parse(packed.replace(/^[^]*?(?=^\[$)/m, ''));
  const dependencies = { ...PACKAGES.dependencies, 'nestjs-rest-routes': `file:./${filename}` };
  writeJson('package.json', { name: 'app', private: true, ...PACKAGES, dependencies });
  writeJson('tsconfig.json', TSCONFIG);
  writeJson('nest-cli.json', {
    sourceRoot: 'src',
    compilerOptions: { plugins: ['nestjs-rest-routes'] },
  });
  mkdirSync(join(folder, 'src'));
  for (const [name, text] of Object.entries(SOURCES))
    writeFileSync(join(folder, 'src', name), text);
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']);
  console.log(run('npx', ['nest', 'build']));
  for (const adapter of ['express', 'fastify']) await checkApplication(adapter);
  const routes = run('npx', ['nestjs-rest-routes', 'routes', 'dist/app.module.js']);
  assert.match(routes, /GET +\/api\/acme\/v1\/books/);
  console.log('listed the routes');
  checkJest();
  rmSync(join(folder, 'dist'), { recursive: true });
  console.log(run('npx', ['nest', 'build', '--webpack']));
  await checkApplication('express');
  for (const version of ['11.0.0', '11.1.6']) checkOlderNest(version, filename);
  await checkApplication('express');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Before Node 24.9, Jest requires no ES modules, with and without the flag. */
function checkJest() {
  mkdirSync(join(folder, 'test'));
  writeJson('test/jest-e2e.json', JEST);
  writeFileSync(join(folder, 'test/books.e2e-spec.ts'), END_TO_END);
  run('npx', ['nest', 'generate', '-c', 'nestjs-rest-routes', 'nest-add']);
  for (const flags of ['', '--experimental-vm-modules']) {
    const args = ['node_modules/jest/bin/jest.js', '--config', 'test/jest-e2e.json', '--forceExit'];
    const env = { ...process.env, NODE_OPTIONS: flags };
    execFileSync(process.execPath, args, { cwd: folder, env, stdio: 'inherit' });
    console.log(`Jest runs the tests${flags === '' ? '' : ` with ${flags}`}`);
  }
  rmSync(join(folder, 'test'), { recursive: true });
}

/** The application has a version of Nest by its exact number, and takes the library then. */
function checkOlderNest(version, filename) {
  const pinned = ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express'];
  const versions = Object.fromEntries(pinned.map((name) => [name, version]));
  const dependencies = { ...PACKAGES.dependencies, ...versions };
  for (const name of ['package-lock.json', 'node_modules']) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  writeJson('package.json', { name: 'app', private: true, ...PACKAGES, dependencies });
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  run('npm', ['install', ...flags]);
  // As `nest add` does: it ended with ERESOLVE while the peer ranges were those of the supported versions.
  run('npm', ['install', ...flags, `./${filename}`]);
  const before = readFileSync(join(folder, 'src/app.module.ts'), 'utf8');
  const started = printed(process.execPath, ['dist/main.js', 'express']);
  const added = printed('npx', ['nest', 'generate', '-c', 'nestjs-rest-routes', 'nest-add']);
  for (const text of [started, added]) {
    assert.match(text, /needs @nestjs\/core .+ is installed\. Update Nest: npm install @nestjs/);
    assert.ok(text.includes(`and ${version} is installed`), text);
    assert.doesNotMatch(text, /TypeError|SyntaxError/);
  }
  assert.equal(readFileSync(join(folder, 'src/app.module.ts'), 'utf8'), before);
  const [, update = ''] = /Update Nest: npm ([\w@/ -]+)/.exec(added) ?? [];
  run('npm', [...update.split(' '), ...flags]);
  run('npx', ['nest', 'generate', '-c', 'nestjs-rest-routes', 'nest-add']);
  console.log(`named the update of Nest ${version}: npm ${update}`);
}

/** What a command prints that fails, whatever its exit code: Nest's CLI ends with 0. */
function printed(command, args) {
  const { stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return `${stdout}${stderr}`;
}

async function checkApplication(adapter) {
  const child = spawn(process.execPath, ['dist/main.js', adapter], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await urlOf(child);
    const get = async (path) => (await fetch(`${url}/api/acme/v1${path}`)).json();
    assert.deepEqual(await get('/books?page=2'), { books: ['page 2'], genre: 'poem' });
    assert.equal((await get('/books?page=0')).code, 'rest_invalid_param');
    const created = await fetch(`${url}/api/acme/v1/books`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ author: { name: 'Ada' }, published: '1843-01-01T00:00:00Z' }),
    });
    assert.deepEqual(await created.json(), { author: { name: 'Ada' }, year: 1843 });
    console.log(`${adapter} responds`);
  } finally {
    child.kill();
  }
}

async function urlOf(child) {
  for await (const text of child.stdout) {
    const [, url] = /listening on (\S+)/.exec(String(text)) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('The application ended before it listened.');
}

function writeJson(name, value) {
  writeFileSync(join(folder, name), JSON.stringify(value, null, 2));
}
