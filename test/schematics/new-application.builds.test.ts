import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPackedScratch, type Outcome, type Scratch } from '../support/scratch/scratch.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const IMPORT_SECRETS =
  "import { PlainSecretsController, SecretsController } from './shop/secrets.controller.js';\n";

const SECRETS = `import { Controller, Get, UseGuards } from '@nestjs/common';
import {
  Callback,
  HttpMethod,
  PermissionGuard,
  RequirePermission,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { EditItemsPermission } from '../edit-items/edit-items.permission.js';
import { READ_SECRETS } from './read-secrets.permission.js';

@RestController('v1', '/secrets')
export class SecretsController {
  @RestRoute('', HttpMethod.Get, READ_SECRETS)
  list(): string[] {
    return [];
  }

  @RestRoute('/{id}', HttpMethod.Get, new Callback(EditItemsPermission.allows))
  one(id: int): int {
    return id;
  }
}

@Controller('plain-secrets')
@UseGuards(PermissionGuard)
export class PlainSecretsController {
  @Get()
  @RequirePermission(READ_SECRETS)
  list(): string[] {
    return [];
  }

  @Get('one')
  @RequirePermission(new Callback(EditItemsPermission.allows))
  one(): string {
    return 'secret';
  }
}
`;

/** The generated code works in a new application of `nest new`: it builds, and its tests pass. */
describe('the schematics of the packed tarball in an application of nest new', () => {
  let scratch: Scratch;
  beforeAll(() => {
    scratch = createPackedScratch('--strict');
    const schematics = join(scratch.root, 'node_modules/@nestjs/schematics');
    expect(readdirSync(schematics)).toContain('dist');
  });
  afterAll(() => scratch.dispose());

  const generate = (...args: readonly string[]): Outcome =>
    scratch.nest('generate', '-c', 'nestjs-rest-routes', ...args);
  const json = (path: string): Record<string, unknown> =>
    JSON.parse(scratch.read(path)) as Record<string, unknown>;

  test('nest add sets everything up, and a second run changes nothing', () => {
    const paths = [
      'package.json',
      'nest-cli.json',
      'vitest.config.ts',
      'vitest.config.e2e.ts',
      'src/app.module.ts',
    ];
    const first = scratch.nest('add', 'nestjs-rest-routes', '--skip-install');
    expect(first.status, first.text).toBe(0);
    expect(json('nest-cli.json')['compilerOptions']).toMatchObject({
      plugins: ['nestjs-rest-routes'],
    });
    expect(scratch.read('vitest.config.ts')).toContain('plugins: [restRoutes(), tsconfigPaths()]');
    expect(scratch.read('vitest.config.e2e.ts')).toContain('restRoutes()');
    expect(scratch.read('src/app.module.ts')).toContain(
      "RestModule.forRoot({ namespace: 'app', style: 'nest' })",
    );
    const before = paths.map((path) => scratch.read(path));
    expect(scratch.nest('add', 'nestjs-rest-routes', '--skip-install').status).toBe(0);
    expect(paths.map((path) => scratch.read(path))).toEqual(before);
  });

  test('a dry run writes nothing', () => {
    const before = readdirSync(join(scratch.root, 'src'));
    const dry = generate('rest-resource', 'nothing', '--dry-run');
    expect(dry.text).toContain('nothing.controller.ts');
    expect(readdirSync(join(scratch.root, 'src'))).toEqual(before);
  });

  test('a resource, a controller and a route are generated and registered', () => {
    for (const args of [
      ['rest-resource', 'items'],
      ['rest-controller', 'order-lines'],
      ['rest-controller', 'flat', 'shop', '--flat'],
      ['rest-route', 'items/publish'],
    ]) {
      const made = generate(...args);
      expect(made.status, made.text).toBe(0);
    }
    const module = scratch.read('src/app.module.ts');
    expect(module).toMatch(/providers: \[[^\]]*ItemsController[^\]]*\]/);
    expect(module).toMatch(/providers: \[[^\]]*ItemsService[^\]]*\]/);
    expect(module).toContain("from './items/items.controller.js'");
    expect(module).toContain("from './shop/flat.controller.js'");
    expect(scratch.read('src/items/items.controller.ts')).toContain(
      "@RestRoute('/publish', HttpMethod.Get, new Capability('publish_items'))",
    );
  });

  test('a permission is generated as a callback, and as a capability', () => {
    for (const args of [
      ['permission', 'edit-items'],
      ['permission', 'read-secrets', 'shop', '--flat', '--type', 'capability'],
      ['rp', 'publish-items', '--no-spec'],
    ]) {
      const made = generate(...args);
      expect(made.status, made.text).toBe(0);
      expect(made.text).toContain('.permission.ts');
    }
    const listed = (folder: string): readonly string[] =>
      readdirSync(join(scratch.root, 'src', folder)).filter((name) =>
        name.includes('.permission.'),
      );
    expect(listed('edit-items')).toEqual([
      'edit-items.permission.spec.ts',
      'edit-items.permission.ts',
    ]);
    expect(listed('shop')).toEqual([
      'read-secrets.permission.spec.ts',
      'read-secrets.permission.ts',
    ]);
    expect(listed('publish-items')).toEqual(['publish-items.permission.ts']);
  });

  test('the version and the base, which the Nest CLI does not forward, can be passed to the schematics CLI', () => {
    const command = join(root, 'node_modules/@angular-devkit/schematics-cli/bin/schematics.js');
    const options = ['--name=stores', '--source-root=src', '--api-version=v2', '--base=/shops'];
    execFileSync(process.execPath, [command, 'nestjs-rest-routes:rest-controller', ...options], {
      cwd: scratch.root,
      stdio: 'ignore',
    });
    expect(scratch.read('src/stores/stores.controller.ts')).toContain(
      "@RestController('v2', '/shops')",
    );
  });

  test('routes and plain controllers use the generated permissions, which deny until they are written', () => {
    scratch.write('src/shop/secrets.controller.ts', SECRETS);
    scratch.edit('src/app.module.ts', 'providers: [', 'providers: [SecretsController, ');
    scratch.edit('src/app.module.ts', 'controllers: [', 'controllers: [PlainSecretsController, ');
    const module = scratch.read('src/app.module.ts');
    scratch.write('src/app.module.ts', `${IMPORT_SECRETS}${module}`);
  });

  test('the generated application builds, and responds', () => {
    const built = scratch.nest('build');
    expect(built).toEqual({ status: 0, text: '' });
    const { text } = scratch.boot(
      '/api/app/v1/items?per_page=5',
      '/api/app/v1/items/1',
      '/api/app/v1/items/publish',
      '/api/app/v1/order-lines',
      '/api/app/v2/shops',
      '/api/app/v1/secrets',
      '/api/app/v1/secrets/1',
      '/plain-secrets',
      '/plain-secrets/one',
    );
    expect(text.trim().split('\n')).toEqual([
      expect.stringMatching(/^200 \[\]/),
      expect.stringMatching(/^404 .*not_found/),
      expect.stringMatching(/^401 .*Unauthorized/),
      expect.stringMatching(/^200 \[\]/),
      expect.stringMatching(/^200 \[\]/),
      expect.stringMatching(/^401 .*Unauthorized/),
      expect.stringMatching(/^401 .*Unauthorized/),
      expect.stringMatching(/^401 .*Unauthorized/),
      expect.stringMatching(/^401 .*Unauthorized/),
    ]);
  });

  test('the generated tests pass', () => {
    const { status, text } = scratch.vitest();
    expect(status, text).toBe(0);
    expect(text).toMatch(/Tests +9 passed/);
  });

  test('the generated test of the whole application passes', () => {
    // Nest's own, beside it, needs supertest.
    const { status, text } = scratch.vitest(
      '--config',
      './vitest.config.e2e.ts',
      'test/items.e2e-spec.ts',
    );
    expect(status, text).toBe(0);
    expect(text).toMatch(/Tests +3 passed/);
  });

  test('the generated code satisfies the linter of a new application', () => {
    expect(json('package.json')['scripts']).toMatchObject({
      lint: 'oxlint --type-aware src/ test/',
    });
    const linted = scratch.lint(
      '--type-aware',
      '--deny-warnings',
      'src/',
      'test/items.e2e-spec.ts',
    );
    expect(linted.status, linted.text).toBe(0);
  });

  test.each([
    [['rest-route', 'missing/list'], 'There is no controller at'],
    [['rest-route', 'list'], 'write items/publish'],
    [['rest-controller', '1a'], 'is not a name'],
    [['permission', '1a'], 'is not a name'],
    [['permission', 'x', '--type', 'rest'], 'must be equal to one of the allowed values'],
  ])('%j is rejected with a message that states what to write', (args, reason) => {
    const rejected = generate(...args);
    expect(rejected.text).toContain(reason);
  });
});

test('every option has a description', () => {
  for (const name of [
    'nest-add/nest-add',
    'rest-element/element',
    'rest-route/route',
    'permission/permission',
    'wordpress-routes/wordpress-routes',
  ]) {
    const path = new URL(`../../lib/schematics/${name}.schema.json`, import.meta.url);
    const { properties } = JSON.parse(readFileSync(path, 'utf8')) as {
      properties: Record<string, { description?: string }>;
    };
    for (const option of Object.values(properties)) expect(option.description).toBeDefined();
  }
});
