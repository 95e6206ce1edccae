import { join } from 'node:path';
import { Tree } from '@angular-devkit/schematics';
import { SchematicTestRunner } from '@angular-devkit/schematics/testing/index.js';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';

const MODULE = `import { Module } from '@nestjs/common';

@Module({})
export class AppModule {}
`;

const NEST = "RestModule.forRoot({ namespace: 'shop', style: 'nest' })";
const WORDPRESS = "RestModule.forRoot({ namespace: 'shop' })";

/** The root module after `nest add`, from the build, as Nest loads it. */
async function moduleOf(
  files: Readonly<Record<string, string>>,
  options = {},
  messages: string[] = [],
): Promise<string> {
  const tree = Tree.empty();
  const all = {
    '/package.json': '{ "name": "shop" }',
    '/nest-cli.json': '{}',
    '/src/app.module.ts': MODULE,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) tree.create(path, text);
  const collection = join(REPOSITORY, 'dist/schematics/collection.json');
  const runner = new SchematicTestRunner('ours', collection);
  runner.logger.subscribe(({ message }) => messages.push(message));
  const made = await runner.runSchematic('nest-add', options, tree);
  return made.readContent('/src/app.module.ts');
}

describe('nest add chooses the style of an API', () => {
  test('nest, for a project that says nothing of WordPress', async () => {
    expect(await moduleOf({})).toContain(NEST);
    const others = { '/node_modules/a/index.js': '// WordPress', '/docs/a.md': 'press' };
    expect(await moduleOf(others)).toContain(NEST);
  });

  test.each<[string, string]>([
    ['/package.json', '{ "name": "shop", "dependencies": { "@wordpress/api-fetch": "^7.0.0" } }'],
    ['/README.md', 'The API of our WordPress.'],
    ['/src/shop/client.ts', "export const BASE = 'https://example.com/wp-json';"],
  ])('wordpress, for a project that mentions it in %s', async (path, text) => {
    expect(await moduleOf({ [path]: text })).toContain(WORDPRESS);
  });

  test('the one that --style states', async () => {
    expect(await moduleOf({}, { style: 'wordpress' })).toContain(WORDPRESS);
    const mentioned = { '/README.md': 'WordPress' };
    expect(await moduleOf(mentioned, { style: 'nest' })).toContain(NEST);
  });

  test('and says which one it has taken, and how to change it, if nothing has asked for it', async () => {
    const messages: string[] = [];
    await moduleOf({}, {}, messages);
    await moduleOf({ '/README.md': 'WordPress' }, {}, messages);
    expect(messages).toEqual([
      "The API has the style 'nest', because the project does not mention WordPress. To change it, write RestModule.forRoot({ style: 'wordpress' }) in src/app.module.ts.",
      "The API has the style 'wordpress', because the project mentions WordPress. To change it, write RestModule.forRoot({ style: 'nest' }) in src/app.module.ts.",
    ]);
    await moduleOf({}, { style: 'nest' }, messages);
    const module = await moduleOf({});
    await moduleOf({ '/src/app.module.ts': module }, {}, messages);
    expect(messages).toHaveLength(2);
  });

  test.each<[string, string]>([
    ['whitelist: true', "style: 'nest', unknownArguments: 'ignore', methodNotAllowed: false })"],
    ['whitelist: true, forbidNonWhitelisted: true', "style: 'nest', methodNotAllowed: false })"],
  ])(
    'and keeps the habits of existing controllers behind ValidationPipe({ %s })',
    async (pipe, habits) => {
      const messages: string[] = [];
      const files = {
        '/src/cats.controller.ts': "@Controller('cats')\nexport class CatsController {}\n",
        '/src/main.ts': `app.useGlobalPipes(new ValidationPipe({ ${pipe} }));\n`,
      };
      const text = await moduleOf(files, {}, messages);
      expect(text.replaceAll(/\s+/g, ' ').replaceAll(', })', ' })')).toContain(habits);
      expect(messages.join('\n')).toContain('The project has controllers');
    },
  );

  test('the controller that nest new writes is no existing API', async () => {
    const hello = '@Controller()\nexport class AppController {\n  getHello(): string {}\n}\n';
    expect(await moduleOf({ '/src/app.controller.ts': hello })).toContain(NEST);
  });

  test('and knows no other', async () => {
    await expect(moduleOf({}, { style: 'drupal' })).rejects.toThrow('style');
  });
});
