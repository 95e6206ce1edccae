import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPackedScratch, type Scratch } from '../support/scratch/scratch.js';

const CONTROLLER = `import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { CommonService } from '../common.service.js';

@RestController('v1', '/shared')
export class SharedController {
  constructor(private readonly service: CommonService) {}

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int, n: int = 3) {
    return { id, n, service: this.service.constructor.name };
  }
}
`;

/** An application and a library with a controller, in the monorepo mode of the Nest command line. */
describe('in a monorepo of the Nest command line', () => {
  let scratch: Scratch;
  const run = (...args: readonly string[]): string => {
    const { status, text } = scratch.nest(...args);
    expect(status, text).toBe(0);
    return text;
  };

  beforeAll(() => {
    scratch = createPackedScratch('--strict');
    run('generate', 'sub-app', 'shop');
    run('generate', 'library', 'common');
  });
  afterAll(() => scratch.dispose());

  test('nest add sets an application up, with a loader for rspack', () => {
    for (const _ of [1, 2]) {
      const text = run('add', 'nestjs-rest-routes', '--skip-install', '--project', 'shop');
      expect(text).not.toContain('warn');
    }
    const { builder, plugins } = (
      JSON.parse(scratch.read('nest-cli.json')) as {
        compilerOptions: { builder: string; plugins: string[] };
      }
    ).compilerOptions;
    expect({ builder, plugins }).toEqual({ builder: 'rspack', plugins: ['nestjs-rest-routes'] });
    expect(scratch.read('apps/shop/src/shop.module.ts')).toMatch(
      /imports: \[RestModule.forRoot\(\{ namespace: 'app', style: 'nest' \}\)\]/,
    );
    expect(scratch.read('rspack.config.js')).toContain('withRestRoutes');
  });

  test('a resource of an application and a controller of a library are generated', () => {
    const generate = ['generate', '-c', 'nestjs-rest-routes'];
    run(...generate, 'rest-resource', 'items', '--project', 'shop');
    run(...generate, 'rest-controller', 'shared', '--project', 'common');
    expect(scratch.read('apps/shop/test/items.e2e-spec.ts')).toContain('ShopModule');
    expect(scratch.read('libs/common/src/common.module.ts')).toContain('SharedController');
    mkdirSync(join(scratch.root, 'libs/common/src/shared'), { recursive: true });
    scratch.write('libs/common/src/shared/shared.controller.ts', CONTROLLER);
    scratch.edit('apps/shop/src/shop.module.ts', 'imports: [', 'imports: [CommonModule, ');
    const module = scratch.read('apps/shop/src/shop.module.ts');
    scratch.write(
      'apps/shop/src/shop.module.ts',
      `import { CommonModule } from '@app/common';\n${module}`,
    );
    scratch.write('apps/shop/src/main.ts', MAIN);
  });

  const responses = ['200 []', '200 {"id":7,"n":3,"service":"CommonService"}', '400'];
  test.each([
    ['rspack', 'dist/apps/shop/main.js'],
    ['tsc', 'dist/apps/shop/apps/shop/src/main.js'],
  ])('both are built by %s, and respond', (builder, entry) => {
    scratch.write(
      'nest-cli.json',
      scratch.read('nest-cli.json').replace(/"builder": "\w+"/, `"builder": "${builder}"`),
    );
    run('build', 'shop');
    const { text } = scratch.run(entry);
    expect(text.trim().split('\n')).toEqual(responses);
  });

  test('the loader stops the build at an invalid declaration, and reports its place', () => {
    scratch.edit('nest-cli.json', '"builder": "tsc"', '"builder": "rspack"');
    scratch.edit('libs/common/src/shared/shared.controller.ts', 'n: int = 3', 'n: bigint = 3n');
    const { status, text } = scratch.nest('build', 'shop');
    expect(status).not.toBe(0);
    expect(text).toMatch(/shared\.controller\.ts:9:\d+ - RR2\d{3}/);
  });
});

const MAIN = `import { NestFactory } from '@nestjs/core';
import { ShopModule } from './shop.module.js';

const app = await NestFactory.create(ShopModule, { logger: false, abortOnError: false });
await app.listen(0, '127.0.0.1');
const url = \`\${await app.getUrl()}/api/app/v1\`;
for (const path of ['/items', '/shared/7', '/shared/7?n=y']) {
  const response = await fetch(url + path);
  console.log(response.ok ? \`\${response.status} \${await response.text()}\` : String(response.status));
}
await app.close();
`;
