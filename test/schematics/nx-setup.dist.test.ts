import { join } from 'node:path';
import { Tree } from '@angular-devkit/schematics';
import { SchematicTestRunner } from '@angular-devkit/schematics/testing/index.js';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';

const MODULE = `import { Module } from '@nestjs/common';

@Module({})
export class AppModule {}
`;

const MAIN = `import { NestFactory } from '@nestjs/core';
import { AppModule } from './app/app.module';

void NestFactory.create(AppModule).then((app) => app.listen(3000));
`;

const APPLICATION = {
  'apps/api/src/main.ts': MAIN,
  'apps/api/src/app/app.module.ts': MODULE,
  'apps/api/tsconfig.app.json': '{}',
  'apps/web/src/main.ts': 'bootstrapApplication(App);\n',
};

/** What `nx g nestjs-rest-routes:nest-add` makes of a workspace; messages to the user are collected. */
async function add(
  files: Readonly<Record<string, string>>,
  options: object = {},
  messages: string[] = [],
) {
  const tree = Tree.empty();
  const workspace = { 'nx.json': '{}', 'package.json': '{ "name": "@acme/shop" }', ...files };
  for (const [path, text] of Object.entries(workspace)) tree.create(`/${path}`, text);
  const collection = join(REPOSITORY, 'dist/schematics/collection.json');
  const runner = new SchematicTestRunner('ours', collection);
  runner.logger.subscribe(({ message }) => messages.push(message));
  const made = await runner.runSchematic('nest-add', { style: 'nest', ...options }, tree);
  return (path: string): string => (made.exists(path) ? made.readContent(path) : '');
}

describe('nest add in a workspace of Nx', () => {
  test('adds the transformer to the executor @nx/js:tsc of the application that it finds', async () => {
    const messages: string[] = [];
    const project = {
      name: 'api',
      targets: {
        lint: { executor: '@nx/eslint:lint' },
        build: { executor: '@nx/js:tsc', options: { main: 'apps/api/src/main.ts' } },
      },
    };
    const text = `${JSON.stringify(project, undefined, 4)}\n`;
    const files = { ...APPLICATION, 'apps/api/project.json': text };
    const read = await add(files, {}, messages);
    expect(messages).toEqual([]);
    expect(read('/apps/api/src/app/app.module.ts')).toContain(
      "RestModule.forRoot({ namespace: 'shop', style: 'nest' })",
    );
    const changed = JSON.parse(read('/apps/api/project.json')) as object;
    expect(changed).toEqual({
      ...project,
      targets: {
        ...project.targets,
        build: {
          executor: '@nx/js:tsc',
          options: {
            main: 'apps/api/src/main.ts',
            transformers: [{ name: 'nestjs-rest-routes/plugin' }],
          },
        },
      },
    });
    const again = await add({ ...files, 'apps/api/project.json': read('/apps/api/project.json') });
    expect(again('/apps/api/project.json')).toBe(read('/apps/api/project.json'));
  });

  test.each([
    [
      'an object',
      `const path = require('path');\n\nmodule.exports = { plugins: [] };\n`,
      `const { withRestRoutes } = require('nestjs-rest-routes/loader');\nconst path = require('path');\n\nmodule.exports = withRestRoutes({ plugins: [] }, { tsconfig: 'tsconfig.app.json' });\n`,
    ],
    [
      'a function',
      `// Ours.\nmodule.exports = async () => ({ plugins: [] });\n`,
      `// Ours.\nconst { withRestRoutes } = require('nestjs-rest-routes/loader');\nmodule.exports = async () => withRestRoutes({ plugins: [] }, { tsconfig: 'tsconfig.app.json' });\n`,
    ],
    [
      'composePlugins',
      `const { composePlugins, withNx } = require('@nx/webpack');\n\nmodule.exports = composePlugins(withNx());\n`,
      `const { withRestRoutes } = require('nestjs-rest-routes/loader');\nconst { composePlugins, withNx } = require('@nx/webpack');\n\nmodule.exports = composePlugins(withNx(), (config) =>\n  withRestRoutes(config, { tsconfig: 'tsconfig.app.json' }),\n);\n`,
    ],
    [
      'a module',
      `export default { plugins: [] };\n`,
      `import { withRestRoutes } from 'nestjs-rest-routes/loader';\nexport default withRestRoutes({ plugins: [] }, { tsconfig: 'tsconfig.app.json' });\n`,
    ],
  ])('adds the loader to a configuration of webpack: %s', async (_title, text, expected) => {
    const messages: string[] = [];
    const read = await add({ ...APPLICATION, 'apps/api/webpack.config.js': text }, {}, messages);
    expect([read('/apps/api/webpack.config.js'), messages]).toEqual([expected, []]);
  });

  test('wraps the transformer of Jest of the application, with its options', async () => {
    const text = `export default {\n  transform: {\n    '^.+\\\\.[tj]s$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.spec.json' }]\n  }\n};\n`;
    const read = await add({
      ...APPLICATION,
      'apps/api/webpack.config.js': 'module.exports = {};\n',
      'apps/api/jest.config.ts': text,
      'jest.config.ts':
        'export default async () => ({ projects: await getJestProjectsAsync() });\n',
    });
    expect(read('/apps/api/jest.config.ts')).toContain(
      `['nestjs-rest-routes/jest', { transformer: ['ts-jest', { tsconfig: '<rootDir>/tsconfig.spec.json' }] }]`,
    );
    expect(read('/jest.config.ts')).not.toContain('nestjs-rest-routes');
  });

  test('says what to do by hand', async () => {
    const messages: string[] = [];
    const webpack = 'module.exports = require("../shared");\n';
    await add({ ...APPLICATION, 'apps/api/webpack.config.js': webpack }, {}, messages);
    await add(APPLICATION, {}, messages);
    expect(messages).toEqual([
      expect.stringMatching(
        /^\/apps\/api\/webpack.config.js could not be read: wrap its configuration in withRestRoutes/,
      ),
      expect.stringMatching(/^\/apps\/api: no target has the executor @nx\/js:tsc/),
    ]);
  });

  test('asks which application it is, where there are several', async () => {
    const files = { ...APPLICATION, 'apps/admin/src/main.ts': MAIN };
    const webpack = { 'apps/admin/webpack.config.js': 'module.exports = {};\n' };
    await expect(add(files)).rejects.toThrow(
      'Add --source-root=apps/<name>/src. Found: apps/admin/src, apps/api/src.',
    );
    const read = await add({ ...files, ...webpack }, { sourceRoot: 'apps/admin/src' });
    expect(read('/apps/admin/webpack.config.js')).toContain('module.exports = withRestRoutes({});');
  });
});
