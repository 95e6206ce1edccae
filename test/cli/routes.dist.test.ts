import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenApiDocument } from 'nestjs-rest-routes/openapi';

const root = fileURLToPath(new URL('../../', import.meta.url));
const main = join(root, 'dist/cli/main.js');

interface Finished {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function cli(cwd: string, ...args: readonly string[]): Finished {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

/** An application in plain JavaScript whose providers log when they are created. */
const MODULE = `
import { Module } from '@nestjs/common';
import { Cache, Callback, Capability, HttpMethod, Param, PublicAccess, RestController, RestModule, RestRoute } from 'nestjs-rest-routes';

export class Service { constructor() { console.log('CREATED service'); } onModuleInit() { console.log('STARTED service'); } }
class ThingsController {
  constructor() { console.log('CREATED controller'); }
  list(page) { return page; }
  change(id, name) { return { id, name }; }
  secret() { return 1; }
  static isEven(id) { return id % 2 === 0; }
}
const decorate = (name, ...decorators) => {
  const descriptor = Object.getOwnPropertyDescriptor(ThingsController.prototype, name);
  for (const decorator of decorators) decorator(ThingsController.prototype, name, descriptor);
};
Param({ name: 'page', type: 'integer', minimum: 1, default: 1 })(ThingsController.prototype, 'list', 0);
Param({ name: 'id', type: 'integer' })(ThingsController.prototype, 'change', 0);
Param({ name: 'name', type: 'string', minLength: 2, maxLength: 40, required: false })(ThingsController.prototype, 'change', 1);
Param({ name: 'id' })(ThingsController, 'isEven', 0);
decorate('list', Cache({ ttl: '5m' }), RestRoute('', HttpMethod.Get, PERMISSION));
decorate('change', RestRoute('/{id}', [HttpMethod.Put, HttpMethod.Patch], new Callback(ThingsController.isEven)));
decorate('secret', RestRoute('/secret', HttpMethod.Get, new Capability('see | all'), { hidden: true }));
RestController('v1', '/things')(ThingsController);

export class AppModule {}
Module({ imports: [REST], providers: [ThingsController, Service] })(AppModule);
`;

/** A webhook, which a guard admits. */
const GUARDED = `
import { SetMetadata, UseGuards } from '@nestjs/common';
class SignatureGuard { constructor() { console.log('CREATED guard'); } canActivate() { return true; } }
class TenantGuard extends SignatureGuard {}
UseGuards(TenantGuard)(ThingsController);
decorate('list', UseGuards(SignatureGuard), SetMetadata('roles', ['partner']));
`;

/** Guards of the whole application, one of which nothing has created. */
const GUARDED_EVERYWHERE = `
import { APP_GUARD } from '@nestjs/core';
class LimitGuard { constructor() { console.log('CREATED guard'); } canActivate() { return true; } }
export class GuardsModule {}
Module({ providers: [
  { provide: APP_GUARD, useClass: LimitGuard },
  { provide: APP_GUARD, useFactory: () => { console.log('CREATED guard'); return { canActivate: () => true }; } },
] })(GuardsModule);
`;

function application(permission: string, rest: string): string {
  return MODULE.replace('PERMISSION', permission).replace('REST]', `${rest}]`);
}

/** What an application states, and its documents repeat. */
const SCHEMES = { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } as const;

/** What a document says of the errors and the callers of a route. */
function statedIn(text: string) {
  const { paths, components } = JSON.parse(text) as OpenApiDocument;
  const get = paths['/api/acme/v1/things']?.['get'];
  const { InvalidRequest, Unauthenticated } = components.responses;
  return {
    schemes: components.securitySchemes,
    security: get?.security,
    errors: [InvalidRequest, Unauthenticated].flatMap((one) => Object.keys(one?.content ?? {})),
  };
}

describe('nestjs-rest-routes routes', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rest-routes-cli-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/nestjs-rest-routes'));
    symlinkSync(join(root, 'node_modules/@nestjs'), join(folder, 'node_modules/@nestjs'));
    const options = "RestModule.forRoot({ namespace: 'acme' })";
    const factory =
      "RestModule.forRootAsync({ inject: [Service], useFactory: () => ({ namespace: 'made' }), extraProviders: [] })";
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    write('package.json', '{ "type": "module" }');
    mkdirSync(join(folder, 'dist'));
    write('dist/app.module.js', application('new PublicAccess()', options));
    write('closed.js', application("new Capability('read')", options));
    const stated = `namespace: 'acme', errors: 'problem', securitySchemes: ${JSON.stringify(SCHEMES)}`;
    write('stated.js', application("new Capability('read')", `RestModule.forRoot({ ${stated} })`));
    const made = `RestModule.forRootAsync({ useFactory: () => ({ ${stated} }) })`;
    write('stated-by-factory.js', application("new Capability('read')", made));
    write('none.js', application('undefined', options));
    const writing = (permission: string) =>
      MODULE.replace('HttpMethod.Get, PERMISSION', 'HttpMethod.Post, PERMISSION')
        .replace("Cache({ ttl: '5m' }), ", '')
        .replace('PERMISSION', permission)
        .replace('REST]', `${options}]`);
    write('writing.js', writing('new PublicAccess()'));
    write('meant.js', writing('new PublicAccess(), { publicWrite: true }'));
    write('guarded.js', `${writing('new PublicAccess()')}${GUARDED}`);
    const everywhere = (cache: string) => {
      const rest = `RestModule.forRoot({ namespace: 'acme', cache: ${cache} }), GuardsModule`;
      const text = application('new PublicAccess()', rest);
      return text.replace(
        'export class AppModule',
        `${GUARDED_EVERYWHERE}\nexport class AppModule`,
      );
    };
    write('everywhere.js', everywhere('{}'));
    write('uniform.js', everywhere("{ uniform: [LimitGuard, 'GuardsModule.APP_GUARD'] }"));
    write('made.js', application('new PublicAccess()', factory.replace('inject: [Service], ', '')));
    for (const name of ['project', 'elsewhere']) {
      mkdirSync(join(folder, name));
      const settings = { type: 'module', 'nestjs-rest-routes': { namespace: name } };
      write(`${name}/package.json`, JSON.stringify(settings));
    }
    write('project/app.module.js', application('new PublicAccess()', 'RestModule.forRoot()'));
    write('empty.js', 'export class AppModule {}');
    write(
      'routed.js',
      application(
        'new PublicAccess()',
        `${options}, RouterModule.register([{ path: 'area', module: AppModule }])`,
      ).replace('import {', "import { RouterModule } from '@nestjs/core';\nimport {"),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('prints a table of all routes, and creates neither controllers nor services', () => {
    const { code, out, err } = cli(folder, 'routes');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).not.toContain('CREATED');
    expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['METHOD', 'PATH', 'PERMISSION', 'CACHE', 'HANDLER', 'ARGUMENTS'],
      [
        'GET',
        '/api/acme/v1/things',
        'public',
        '300 s, shared, public',
        'ThingsController.list',
        'page: integer ≥ 1 = 1',
      ],
      [
        'GET',
        '/api/acme/v1/things/secret',
        'capability see | all',
        'ThingsController.secret (hidden)',
      ],
      [
        'PATCH',
        '/api/acme/v1/things/{id}',
        'callback ThingsController.isEven',
        'ThingsController.change',
        'id: integer, name?: string 2–40 characters',
      ],
      [
        'PUT',
        '/api/acme/v1/things/{id}',
        'callback ThingsController.isEven',
        'ThingsController.change',
        'id: integer, name?: string 2–40 characters',
      ],
      [''],
    ]);
  });

  test('notes the controllers in the sources of the application that no module lists', () => {
    const source = (name: string) =>
      `@RestController('v1', '/x')\nexport class ${name} {\n  @RestRoute('', HttpMethod.Get, open)\n  list() {}\n}\n`;
    const empty = "@RestController('v1', '/x')\nexport abstract class EmptyController {}\n";
    const files = {
      'tsconfig.json': '{ "include": ["src", "other"] }',
      'src/things.ts': source('ThingsController') + source('LostController') + empty,
      'src/things.spec.ts': source('TestedController'),
      'other/others.ts': source('OtherController'),
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const { code, out, err } = cli(folder, 'routes');
    const note = 'no module of the application lists LostController (src/things.ts)';
    expect([code, err]).toEqual([0, `note: ${note}; its routes are 404.\n`]);
    expect(out).toContain('ThingsController.list');
    // The sources of another application are not known.
    expect(cli(folder, 'routes', 'closed.js').err).toBe('');
    for (const name of ['tsconfig.json', 'src', 'other']) {
      rmSync(join(folder, name), { recursive: true });
    }
  });

  test('knows the paths that RouterModule puts in front, where nothing is created', () => {
    const { out } = cli(folder, 'routes', 'routed.js');
    expect(out).toContain('/api/area/acme/v1/things/{id}');
    expect(out).not.toContain('CREATED');
  });

  test('prints JSON and Markdown', () => {
    const json = cli(folder, 'routes', '--format', 'json');
    expect(JSON.parse(json.out)).toContainEqual({
      method: 'GET',
      path: '/api/acme/v1/things',
      permission: 'public',
      permissionOrigin: 'route',
      guards: [],
      metadata: [],
      publicWrite: false,
      arguments: ['page: integer ≥ 1 = 1'],
      cache: '300 s, shared, public',
      handler: 'ThingsController.list',
      hidden: false,
      batch: false,
      tool: false,
      responses: 'returned',
      unknownArguments: 'ignore',
      values: [],
      versioned: false,
      idempotent: '',
      deadline: '',
    });
    const { out } = cli(folder, 'routes', '--format', 'markdown');
    expect(out.split('\n')).toContain(
      '| GET | /api/acme/v1/things/secret | capability see \\| all |  | ThingsController.secret (hidden) |  |',
    );
  });

  test('lists what anyone may call', () => {
    const { out } = cli(folder, 'routes', '--public', '--format', 'json');
    expect((JSON.parse(out) as { handler: string }[]).map(({ handler }) => handler)).toEqual([
      'ThingsController.list',
    ]);
  });

  test('says which routes shared caches may keep, and which guards of the application prevent it', () => {
    for (const [file, cache] of [
      ['everywhere.js', '300 s, shared, private behind LimitGuard, GuardsModule.APP_GUARD'],
      ['uniform.js', '300 s, shared, public'],
    ] as const) {
      const { out, err } = cli(folder, 'routes', file, '--format', 'json');
      expect([out.includes('CREATED'), err]).toEqual([false, '']);
      const rows = JSON.parse(out) as readonly { handler: string; cache: string }[];
      expect(rows.find(({ handler }) => handler === 'ThingsController.list')?.cache).toBe(cache);
    }
  });

  test('takes the namespace from the package.json of the application, not of the current folder', () => {
    const { out } = cli(join(folder, 'elsewhere'), 'routes', '../project/app.module.js');
    expect(out).toContain(' /api/project/v1/things ');
    expect(out).not.toContain('elsewhere');
  });

  test('takes a prefix that only main.ts knows', () => {
    expect(cli(folder, 'routes', '--prefix', 'rest').out).toContain(' /rest/acme/v1/things ');
  });

  test('fails when a route or a permission differs from the committed file, and prints the differences', () => {
    const lock = join(folder, 'routes.lock');
    expect(cli(folder, 'routes', '--check', lock)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--write') as string,
    });
    expect(cli(folder, 'routes', '--write', lock)).toMatchObject({ code: 0 });
    expect(cli(folder, 'routes', '--check', lock)).toMatchObject({ code: 0, err: '' });
    const changed = cli(folder, 'routes', 'closed.js', '--check', lock);
    expect(changed.code).toBe(1);
    expect(changed.err).toContain(
      '~ GET /api/acme/v1/things: permission was "public", is "capability read"',
    );
    const text = readFileSync(lock, 'utf8');
    writeFileSync(lock, text.replace('GET /api/acme/v1/things"', 'GET /api/acme/v1/others"'));
    const moved = cli(folder, 'routes', '--check', lock).err;
    expect(moved).toContain('- GET /api/acme/v1/others is gone');
    expect(moved).toContain('+ GET /api/acme/v1/things is new: public');
  });

  test('fails when everyone may call a route that writes, until the route states that it is meant', () => {
    const lock = join(folder, 'writing.lock');
    expect(cli(folder, 'routes', 'writing.js', '--write', lock)).toMatchObject({ code: 0 });
    const { code, err } = cli(folder, 'routes', 'writing.js', '--check', lock);
    expect({ code, err }).toEqual({
      code: 1,
      err:
        'Everyone may call these routes, and they write:\n  POST /api/acme/v1/things\n' +
        'If that is meant, state it: @RestRoute(…, { publicWrite: true }). If a guard decides, state it as the permission: new GuardedBy(Guard).\n',
    });
    expect(cli(folder, 'routes', 'meant.js', '--check', lock)).toMatchObject({ code: 0 });
  });

  test('shows guards and the metadata of own decorators beside permissions, and creates no guard', () => {
    const { out } = cli(folder, 'routes', 'guarded.js');
    expect(out).not.toContain('CREATED');
    expect(out).toContain('  public behind TenantGuard, SignatureGuard; roles: ["partner"]  ');
  });

  test('options from a factory are made, since only it knows the namespace', () => {
    const { code, out } = cli(folder, 'routes', 'made.js');
    expect(code).toBe(0);
    expect(out).toContain(' /api/made/v1/things ');
    expect(out).not.toContain('CREATED controller');
  });

  test.each([
    [['routes', 'none.js'], 'RR1008'],
    [['routes', 'gone.js'], 'There is no '],
    [
      ['routes', 'dist/app.module.js#OtherModule'],
      'exports no OtherModule, but AppModule, Service',
    ],
    [['routes', 'empty.js'], 'does not import RestModule'],
    [['routes', '--format', 'xml'], '--format is table, json, markdown'],
    [['routes', '--frob'], "Unknown option '--frob'"],
    [['routes', '--frmat', 'json'], "Unknown option '--frmat'. Did you mean --format?"],
    [['dance'], 'There is no command "dance"'],
    [['openapi', '--namespace', 'other/v1'], 'There is no namespace "other/v1", but acme/v1.'],
  ])('%j ends with 1 and a message that explains it', (args, text) => {
    const { code, err } = cli(folder, ...args);
    expect(code).toBe(1);
    expect(err).toContain(text);
  });

  test.each([
    [['signatures', '--dry-run'], '--dry-run is not an option of signatures, but of import.'],
    [
      ['routes', '--header', 'A: b'],
      '--header is not an option of routes, but of compare and import.',
    ],
    [['import', 'index.json', '--probe'], '--probe is not an option of import, but of compare.'],
  ])('%j has an option of another command, which is an error', (args, text) => {
    const { code, err } = cli(folder, ...args);
    expect(code).toBe(1);
    expect(err).toContain(text);
  });

  test.each(['routes', 'openapi', 'compare', 'import', 'signatures'])(
    '%s --help lists the options of the command only',
    (name) => {
      const { code, out } = cli(folder, name, '--help');
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`^Usage: nestjs-rest-routes ${name} `));
      const commands = out.split('\n').flatMap((line) => /^ {2}([a-z]+) /.exec(line)?.[1] ?? []);
      expect(commands.filter((one) => one !== 'module')).toEqual([name]);
      expect(out.includes('--dry-run')).toBe(name === 'import');
    },
  );

  test('prints how it is used', () => {
    expect(cli(folder, '--help')).toMatchObject({ code: 0 });
    expect(cli(folder).out).toContain('Usage: nestjs-rest-routes <command>');
  });

  test('writes the OpenAPI document', () => {
    const file = join(folder, 'openapi.json');
    const { code } = cli(folder, 'openapi', '--title', 'Things', '--output', file);
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'Things' },
    });
    expect(JSON.parse(cli(folder, 'openapi').out)).toMatchObject({ openapi: '3.1.1' });
  });

  test.each(['stated.js', 'stated-by-factory.js'])(
    'the OpenAPI document of %s has the errors and the security schemes of its RestModule',
    (module) => {
      // The factory creates a service, which writes to standard output.
      const file = join(folder, 'stated.json');
      expect(cli(folder, 'openapi', module, '--output', file)).toMatchObject({ code: 0, err: '' });
      expect(statedIn(readFileSync(file, 'utf8'))).toEqual({
        schemes: SCHEMES,
        security: [{ key: ['read'] }],
        errors: ['application/problem+json', 'application/problem+json'],
      });
    },
  );

  test('the OpenAPI document of a module that states neither has JSON and a bearer token', () => {
    expect(statedIn(cli(folder, 'openapi', 'closed.js').out)).toEqual({
      schemes: { bearer: { type: 'http', scheme: 'bearer' } },
      security: [{ bearer: ['read'] }],
      errors: ['application/json', 'application/json'],
    });
  });
});

// The command finds the shop by `entryFile` of `nest-cli.json`, and is given the other one.
test.each([
  { lock: 'sample/shop/routes.lock', module: [] },
  {
    lock: 'sample/catalogue/routes.lock',
    module: ['dist-sample/catalogue/app.module.js'],
  },
])('the routes of the sample are those of $lock', ({ lock, module }) => {
  expect(cli(root, 'routes', ...module, '--check', lock)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`The routes are those of ${lock}.`) as string,
    err: '',
  });
});
