// Takes a real application, runs its own tests, converts a controller with the command, and runs them again.
//
//   node test/adoption/adopt.mjs nestjs-boilerplate <folder for the checkout> [<repository>]
//
// It packs this checkout, so build it first. `nestjs-boilerplate` needs a PostgreSQL server at 127.0.0.1 whose
// port is in PGPORT, with a user `root` and an empty database `api`. No source of an application is kept here.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const NEST = ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', '@nestjs/testing'];

const GHOSTFOLIO_TESTS = ['npx', 'jest', '-c', 'apps/api/jest.config.ts'];

/** What each application needs, and what a person does by hand after the command. */
const APPLICATIONS = {
  'nestjs-boilerplate': {
    repository: 'https://github.com/brocoders/nestjs-boilerplate.git',
    install: [['npm', 'ci', '--ignore-scripts']],
    nest: NEST.map((name) => `${name}@11`),
    prepare: (edit) => {
      const port = process.env.PGPORT ?? '5432';
      edit('env-example-relational', '.env', (text) =>
        text
          .replace(/^DATABASE_HOST=.*/m, 'DATABASE_HOST=127.0.0.1')
          .replace(/^DATABASE_PORT=.*/m, `DATABASE_PORT=${port}`)
          .replace(/^MAIL_HOST=.*/m, 'MAIL_HOST=127.0.0.1'),
      );
    },
    database: [
      ['npm', 'run', 'migration:run'],
      ['npm', 'run', 'seed:run:relational'],
    ],
    beside: [
      ['npx', 'maildev', '--smtp', '1025', '--web', '1080', '--ip', '127.0.0.1'],
      ['node', 'dist/main'],
    ],
    tools: ['maildev@2'],
    urls: ['http://127.0.0.1:1080', 'http://localhost:3001'],
    test: 'npx env-cmd -- jest --config ./test/jest-e2e.json --runInBand --testPathIgnorePatterns generators'.split(
      ' ',
    ),
    convert: ['src/users/users.controller.ts', '--prefix', 'api', '--trust-guards'],
    // Its ValidationPipe sends 422 with a body of its own: so does this filter, for what the library finds.
    byHand: (edit) => {
      edit(undefined, 'src/utils/unprocessable.filter.ts', () => FILTER);
      edit('src/main.ts', 'src/main.ts', (text) =>
        text
          .replace(
            "import { AppModule } from './app.module';",
            "import { AppModule } from './app.module';\nimport { UnprocessableFilter } from './utils/unprocessable.filter';",
          )
          .replace(
            'app.useGlobalPipes(',
            'app.useGlobalFilters(new UnprocessableFilter());\n  app.useGlobalPipes(',
          ),
      );
    },
  },
  // Unit tests with Vitest; they need Node 22, and no database.
  'realworld-mikroorm': {
    repository: 'https://github.com/mikro-orm/nestjs-realworld-example-app.git',
    install: [['npm', 'install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit']],
    nest: NEST.map((name) => `${name}@11`),
    prepare: (edit) => {
      edit('src/config.ts.example', 'src/config.ts', (text) => `${text}\n`);
      edit('src/mikro-orm.config.ts.example', 'src/mikro-orm.config.ts', (text) => `${text}\n`);
    },
    build: ['npx', 'nest', 'build'],
    test: ['npx', 'vitest', 'run'],
    convert: ['src/user/user.controller.ts', '--prefix', 'api'],
  },
  // Unit tests with Jest and SWC; Mongoose is mocked. Its `bcrypt` is compiled, so the same functions in JavaScript stand in.
  'mongoose-template': {
    repository: 'https://github.com/LhonRafaat/nestjs-mongoose-template.git',
    install: [
      ['npm', 'ci', '--ignore-scripts'],
      ['npm', 'install', '--ignore-scripts', '--legacy-peer-deps', 'bcrypt@npm:bcryptjs@2'],
    ],
    nest: [
      ...NEST,
      '@nestjs/mongoose',
      '@nestjs/swagger',
      '@nestjs/passport',
      '@nestjs/jwt',
      '@nestjs/cli',
      '@nestjs/schematics',
    ].map((name) => `${name}@11`),
    // "should logout user" of auth.controller.spec.ts fails before and after.
    test: ['npx', 'jest', '--testPathIgnorePatterns', 'auth.controller.spec'],
    convert: ['src/modules/users/users.controller.ts', '--prefix', ''],
  },
  // A unit test with Jest as ES modules; the build is SWC's, with a type check.
  'awesome-nest-boilerplate': {
    repository: 'https://github.com/NarHakobyan/awesome-nest-boilerplate.git',
    prepare: (edit) => {
      // The version that it names was never published.
      edit('package.json', 'package.json', (text) =>
        text.replace(/("@swc\/plugin-transform-imports": )"[^"]*"/, '$1"*"'),
      );
    },
    install: [['npm', 'install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit']],
    nest: NEST.map((name) => `${name}@11`),
    build: ['npm', 'run', 'build:prod'],
    test: ['env', 'NODE_OPTIONS=--experimental-vm-modules', 'NODE_ENV=test', 'npx', 'jest'],
    convert: ['src/modules/auth/auth.controller.ts', '--prefix', ''],
  },
  // Unit tests with Jest in a workspace of Nx, built by webpack; they need Node 22, and no database. Where Prisma
  // cannot load its engine, PRISMA_SCHEMA_ENGINE_BINARY=/bin/true does: only migrations need it.
  ghostfolio: {
    repository: 'https://github.com/ghostfolio/ghostfolio.git',
    install: [
      ['npm', 'ci', '--ignore-scripts'],
      ['npx', 'prisma', 'generate'],
    ],
    nest: NEST.map((name) => `${name}@11`),
    add: ['npx', 'nx', 'g', 'nestjs-rest-routes:nest-add'],
    build: ['npx', 'nx', 'build', 'api', '--skip-nx-cache'],
    test: ['npx', '--yes', 'dotenv-cli', '-e', '.env.example', '--', ...GHOSTFOLIO_TESTS],
    convert: ['apps/api/src/app/access/access.controller.ts', '--trust-guards'],
    again: [['npx', 'prisma', 'generate']],
  },
  // End to end with Jest; TypeORM on PostgreSQL with a user `postgres` and an empty database `graddly_test`, and Redis at 6379.
  'graddly-api': {
    repository: 'https://github.com/Abiodun-Samuel/graddly-api.git',
    install: [['npm', 'install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit']],
    nest: NEST.map((name) => `${name}@11`),
    prepare: (edit) => edit('.env.test', '.env', (text) => `${text}\n`),
    database: [
      ['npm', 'run', 'typeorm', '--', 'migration:run'],
      ['npm', 'run', 'db:provision-role'],
    ],
    // One test of auth.e2e-spec.ts fails before and after.
    test: 'npx jest --config ./test/jest-e2e.json --forceExit --testPathIgnorePatterns auth.e2e-spec oidc-enabled'.split(
      ' ',
    ),
    convert: ['src/organisations/organisations.controller.ts', '--trust-guards'],
    // Its ValidationPipe throws an exception of its own, and its filter sends that: so does this one.
    byHand: (edit) => {
      edit(undefined, 'src/common/filters/invalid-argument.filter.ts', () => GRADDLY_FILTER);
      edit('src/configure-app.ts', 'src/configure-app.ts', (text) =>
        text
          .replace(
            'import { ValidationFilter }',
            "import { InvalidArgumentFilter } from './common/filters/invalid-argument.filter.js';\nimport { ValidationFilter }",
          )
          .replace('new ValidationFilter()', 'new ValidationFilter(), new InvalidArgumentFilter()'),
      );
    },
  },
  // Nest's own sample: Nest 12 on Fastify, with a pipe, a guard and an interceptor of its own; Vitest, units and end to end.
  'nest-fastify': {
    repository: 'https://github.com/nestjs/nest.git',
    subfolder: 'sample/10-fastify',
    install: [['npm', 'install', '--ignore-scripts', '--no-audit']],
    nest: ['@nestjs/common', '@nestjs/core', '@nestjs/platform-fastify', '@nestjs/testing'].map(
      (name) => `${name}@12`,
    ),
    test: ['sh', '-c', 'npx vitest run && npx vitest run --config vitest.config.e2e.mts'],
    convert: ['src/cats/cats.controller.ts', '--prefix', '', '--trust-guards'],
  },
};

const FILTER = `import { Catch, type ArgumentsHost } from '@nestjs/common';
import { RestException, RestExceptionFilter } from 'nestjs-rest-routes';

const INVALID = new Set(['rest_invalid_param', 'rest_missing_callback_param']);

@Catch(RestException)
export class UnprocessableFilter extends RestExceptionFilter {
  override catch(exception: RestException, host: ArgumentsHost): unknown {
    const { code, message, data } = exception;
    if (!INVALID.has(code)) return super.catch(exception, host);
    return super.catch(new RestException(code, message, 422, data), host);
  }
}
`;

const GRADDLY_FILTER = `import { ArgumentsHost, Catch } from '@nestjs/common';
import { RestException } from 'nestjs-rest-routes';

import { IFormattedValidationErrors, ValidationException } from '../exceptions/validation.exception.js';
import { AllExceptionsFilter } from './all-exceptions.filter.js';
import { ValidationFilter } from './validation.filter.js';

const INVALID = new Set(['rest_invalid_param', 'rest_missing_callback_param']);

@Catch(RestException)
export class InvalidArgumentFilter extends AllExceptionsFilter {
  override catch(exception: RestException, host: ArgumentsHost): void {
    const { code, message, data } = exception;
    if (!INVALID.has(code)) return super.catch(exception, host);
    const errors = Array.isArray(data['params'])
      ? Object.fromEntries(data['params'].map((name) => [name, message]))
      : (data['params'] as IFormattedValidationErrors);
    new ValidationFilter().catch(new ValidationException(errors), host);
  }
}
`;

const [name, stated, repository = APPLICATIONS[name]?.repository] = process.argv.slice(2);
const application = APPLICATIONS[name];
if (application === undefined || stated === undefined) {
  console.error(
    `Usage: adopt.mjs <${Object.keys(APPLICATIONS).join(' | ')}> <folder> [<repository>]`,
  );
  process.exit(1);
}
const checkout = resolve(stated);
const { subfolder = '' } = application;
const folder = join(checkout, subfolder);
const own = resolve(import.meta.dirname, '../..');

rmSync(checkout, { recursive: true, force: true });
const sparse = subfolder === '' ? [] : ['--filter=blob:none', '--sparse'];
run(own, 'git', 'clone', '--depth', '1', ...sparse, repository, checkout);
if (subfolder !== '') run(checkout, 'git', 'sparse-checkout', 'set', subfolder);
application.prepare?.(edit);
for (const command of application.install) run(folder, ...command);
const { tools = [], database = [], beside = [], urls = [] } = application;
const { build = ['npm', 'run', 'build'] } = application;
installTools();
run(folder, ...build);
for (const command of database) run(folder, ...command);
console.log('\n== Its own tests, before');
await test();

const packed = join(folder, 'packed');
mkdirSync(packed, { recursive: true });
run(own, 'npm', 'pack', '--ignore-scripts', '--pack-destination', packed);
const tarballs = readdirSync(packed).map((file) => join(packed, file));
const flags = application.install.flat();
const more = flags.includes('--legacy-peer-deps') ? ['--legacy-peer-deps'] : [];
run(folder, 'npm', 'install', '--ignore-scripts', ...more, ...application.nest, ...tarballs);
for (const command of application.again ?? []) run(folder, ...command);
installTools();
const { add = ['npx', 'nest', 'generate', '-c', 'nestjs-rest-routes', 'nest-add'] } = application;
run(folder, ...add);
run(folder, 'npx', 'nestjs-rest-routes', 'convert', ...application.convert);
application.byHand?.(edit);
run(folder, ...build);
console.log('\n== Its own tests, after');
await test();

/** What the tests need beside the application. */
function installTools() {
  if (tools.length === 0) return;
  run(folder, 'npm', 'install', '--no-save', '--ignore-scripts', ...tools);
}

/** Starts what the tests talk to, and runs them. */
async function test() {
  const log = openSync(join(folder, 'servers.log'), 'a');
  // It reads its templates below PWD.
  const env = { ...process.env, PWD: folder };
  const children = beside.map(([command, ...args]) =>
    spawn(command, args, { cwd: folder, env, stdio: ['ignore', log, log], detached: true }),
  );
  try {
    for (const url of urls) await responds(url);
    run(folder, ...application.test);
  } finally {
    for (const child of children) {
      if (child.exitCode !== null) continue;
      const ended = once(child, 'exit');
      process.kill(-child.pid);
      await ended;
    }
  }
}

async function responds(url) {
  for (let tries = 0; tries < 120; tries++) {
    try {
      return await fetch(url);
    } catch {
      await wait(500);
    }
  }
  throw new Error(`Nothing responds at ${url}.`);
}

function edit(from, to, change) {
  const text = from === undefined ? '' : readFileSync(join(folder, from), 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${to} is not what it was: the application has changed.`);
  writeFileSync(join(folder, to), changed);
}

function run(cwd, command, ...args) {
  console.log(`$ ${[command, ...args].join(' ')}`);
  execFileSync(command, args, { cwd, stdio: 'inherit' });
}
