import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { Tree } from '@angular-devkit/schematics';
import {
  SchematicTestRunner,
  type UnitTestTree,
} from '@angular-devkit/schematics/testing/index.js';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';

const IGNORED_ON_12 = '/node_modules/(?!.*@nestjs/)';
const TS_JEST = { '^.+\\.(t|j)s$': 'ts-jest' };
const WRAPPED = { '^.+\\.(t|j)s$': ['nestjs-rest-routes/jest', { transformer: 'ts-jest' }] };

/** As `nest new --type cjs` of Nest 12 writes it. */
const SOURCE = `import type { Config } from 'jest';

const config: Config = {
  rootDir: '.',
  transform: {
    '^.+\\\\.(t|j)s$': 'ts-jest',
  },
  testEnvironment: 'node',
};

export default config;
`;

const PACKAGE_OF_11 = {
  name: 'shop',
  dependencies: { '@nestjs/core': '^11.0.1' },
  jest: { rootDir: 'src', transform: TS_JEST, testEnvironment: 'node' },
};

const PACKAGE_OF_12 = { ...PACKAGE_OF_11, dependencies: { '@nestjs/core': '^12.0.1' } };

/** What `nest add` makes of files; messages to the user are collected. */
async function added(
  files: Readonly<Record<string, unknown>>,
  messages: string[] = [],
): Promise<UnitTestTree> {
  const tree = Tree.empty();
  const module =
    "import { Module } from '@nestjs/common';\n\n@Module({})\nexport class AppModule {}\n";
  const all = { 'nest-cli.json': {}, 'src/app.module.ts': module, ...files };
  for (const [path, content] of Object.entries(all)) {
    tree.create(`/${path}`, typeof content === 'string' ? content : JSON.stringify(content));
  }
  const collection = join(REPOSITORY, 'dist/schematics/collection.json');
  const runner = new SchematicTestRunner('ours', collection);
  runner.logger.subscribe(({ message }) => messages.push(message));
  return runner.runSchematic('nest-add', { style: 'nest' }, tree);
}

const json = (tree: UnitTestTree, path: string): Record<string, unknown> =>
  JSON.parse(tree.readContent(path)) as Record<string, unknown>;

/** What a configuration in CommonJS exports. */
function evaluated(text: string, globals: object = {}): unknown {
  const module: { exports?: unknown } = {};
  runInNewContext(text, { module, ...globals });
  return JSON.parse(JSON.stringify(module.exports)) as unknown;
}

describe('nest add in a project that tests with Jest', () => {
  test('wraps the transformers of Nest 11, and compiles no package: this one has CommonJS for Jest', async () => {
    const tree = await added({
      'package.json': PACKAGE_OF_11,
      'test/jest-e2e.json': { testRegex: '.e2e-spec.ts$', transform: TS_JEST },
    });
    expect(json(tree, 'package.json')['jest']).toEqual({
      rootDir: 'src',
      testEnvironment: 'node',
      transform: WRAPPED,
    });
    expect(json(tree, 'test/jest-e2e.json')).toEqual({
      testRegex: '.e2e-spec.ts$',
      transform: WRAPPED,
    });
  });

  test('keeps the comments and trailing commas of test/jest-e2e.json', async () => {
    const text = `{
  // Only the tests of the application.
  "testRegex": ".e2e-spec.ts$",
  "transform": {
    /* TypeScript */
    "^.+\\\\.(t|j)s$": "ts-jest", // as in the units
  },
}
`;
    const tree = await added({ 'package.json': PACKAGE_OF_11, 'test/jest-e2e.json': text });
    const changed = tree.readContent('test/jest-e2e.json');
    expect(changed.match(/\/\/ .+|\/\*.+\*\//g)).toEqual([
      '// Only the tests of the application.',
      '/* TypeScript */',
      '// as in the units',
    ]);
    const { config, error } = ts.parseConfigFileTextToJson('jest-e2e.json', changed);
    expect(error).toBeUndefined();
    expect(config).toEqual({
      testRegex: '.e2e-spec.ts$',
      transform: WRAPPED,
    });
  });

  test('names the file and the line that cannot be read', async () => {
    const files = {
      'package.json': PACKAGE_OF_11,
      'test/jest-e2e.json': '{\n  "a": 1\n  "b": 2\n}\n',
    };
    await expect(added(files)).rejects.toThrow(
      '/test/jest-e2e.json could not be read: CommaExpected in line 3.',
    );
    await expect(added({ ...files, 'test/jest-e2e.json': '[]' })).rejects.toThrow(
      '/test/jest-e2e.json could not be read: no object in line 1.',
    );
  });

  test('changes nothing the second time', async () => {
    const once = await added({ 'package.json': PACKAGE_OF_11 });
    const manifest = json(once, 'package.json');
    const twice = await added({ 'package.json': manifest });
    expect(json(twice, 'package.json')).toEqual(manifest);
  });

  test('changes jest.config.ts of Nest 12, whose own packages are ES modules too', async () => {
    const tree = await added({
      'package.json': { dependencies: { '@nestjs/core': '^12.0.1' } },
      'jest.config.ts': SOURCE,
    });
    const text = tree.readContent('jest.config.ts');
    expect(text).toContain("['nestjs-rest-routes/jest', { transformer: 'ts-jest' }]");
    expect(text).toContain(`transformIgnorePatterns: ['${IGNORED_ON_12}']`);
  });

  test('in a project of ES modules, which Jest loads itself, only wraps the transformer', async () => {
    const tree = await added({ 'package.json': { ...PACKAGE_OF_11, type: 'module' } });
    expect(json(tree, 'package.json')['jest']).toEqual({
      ...PACKAGE_OF_11.jest,
      transform: WRAPPED,
    });
  });

  test('compiles Nest 12 where the transformer takes TypeScript only', async () => {
    const jest = { transform: { '\\.ts$': ['@swc/jest', { jsc: {} }] } };
    const tree = await added({ 'package.json': { ...PACKAGE_OF_12, jest } });
    expect(json(tree, 'package.json')['jest']).toEqual({
      transform: {
        '\\.ts$': ['nestjs-rest-routes/jest', { transformer: ['@swc/jest', { jsc: {} }] }],
        '/node_modules/.+\\.js$': 'nestjs-rest-routes/jest',
      },
      transformIgnorePatterns: [IGNORED_ON_12],
    });
  });

  test('keeps patterns of the user, and names what they must not match', async () => {
    const jest = { ...PACKAGE_OF_11.jest, transformIgnorePatterns: ['/vendor/'] };
    const messages: string[] = [];
    const tree = await added({ 'package.json': { ...PACKAGE_OF_12, jest } }, messages);
    expect(json(tree, 'package.json')['jest']).toMatchObject({
      transformIgnorePatterns: ['/vendor/'],
    });
    expect(messages.join()).toContain('transformIgnorePatterns must not match @nestjs');
  });

  test('names what to do where a configuration cannot be read', async () => {
    const messages: string[] = [];
    await added(
      { 'package.json': {}, 'jest.config.js': "module.exports = require('./base');" },
      messages,
    );
    expect(messages.join()).toContain('wrap the transformer in nestjs-rest-routes/jest');
  });

  test.each([
    ['ts-jest', '^.+\\.tsx?$', 'ts-jest'],
    ['ts-jest/presets/default-esm', '^.+\\.tsx?$', ['ts-jest', { useESM: true }]],
    ['ts-jest/presets/js-with-ts', '^.+\\.[tj]sx?$', 'ts-jest'],
  ])('keeps the preset %s, and wraps what it makes', async (preset, pattern, transformer) => {
    const text = `module.exports = {\n  preset: '${preset}',\n  testEnvironment: 'node',\n};\n`;
    const messages: string[] = [];
    const tree = await added(
      {
        'package.json': { ...PACKAGE_OF_11, jest: { preset } },
        'jest.config.js': text,
        'test/jest-e2e.json': { preset, moduleFileExtensions: ['js', 'ts'] },
      },
      messages,
    );
    const transform = { [pattern]: ['nestjs-rest-routes/jest', { transformer }] };
    expect(json(tree, 'package.json')['jest']).toEqual({ preset, transform });
    expect(json(tree, 'test/jest-e2e.json')).toMatchObject({ preset, transform });
    expect(evaluated(tree.readContent('jest.config.js'))).toEqual({
      preset,
      testEnvironment: 'node',
      transform,
    });
    expect(messages).toEqual([]);
  });

  test('lets Nest 12 be compiled beside a preset, and leaves what else has the name of a transformer', async () => {
    const text = `/** @type {import('jest').Config} */
module.exports = {
  preset: 'ts-jest',
  runner: 'babel-jest',
  globals: { 'ts-jest': { tsconfig: 'tsconfig.json' } },
};
`;
    const tree = await added({
      'package.json': { ...PACKAGE_OF_12, jest: undefined },
      'jest.config.js': text,
    });
    expect(evaluated(tree.readContent('jest.config.js'))).toEqual({
      preset: 'ts-jest',
      runner: 'babel-jest',
      globals: { 'ts-jest': { tsconfig: 'tsconfig.json' } },
      transform: {
        '^.+\\.tsx?$': ['nestjs-rest-routes/jest', { transformer: 'ts-jest' }],
        '/node_modules/.+\\.js$': 'nestjs-rest-routes/jest',
      },
      transformIgnorePatterns: [IGNORED_ON_12],
    });
  });

  test('changes the projects of a configuration, written in it or named by it', async () => {
    const text = `const transform = { '^.+\\\\.ts$': 'ts-jest' };
module.exports = {
  projects: [
    { displayName: 'unit', preset: 'ts-jest' },
    { displayName: 'old', transform: { '^.+\\\\.js$': 'babel-jest', '\\\\.ts$': './own.js' } },
    { displayName: 'shared', transform },
    '<rootDir>/e2e/*',
    'api/jest.config.json',
  ],
};
`;
    const messages: string[] = [];
    const tree = await added(
      {
        'package.json': { ...PACKAGE_OF_11, jest: undefined },
        'jest.config.js': text,
        'e2e/orders/jest.config.js': "module.exports = { preset: 'ts-jest' };\n",
        'e2e/users/package.json': { jest: { transform: TS_JEST } },
        'api/jest.config.json': { transform: TS_JEST },
      },
      messages,
    );
    const wrap = (transformer: string) => ['nestjs-rest-routes/jest', { transformer }];
    expect(evaluated(tree.readContent('jest.config.js'))).toEqual({
      projects: [
        {
          displayName: 'unit',
          preset: 'ts-jest',
          transform: { '^.+\\.tsx?$': wrap('ts-jest') },
        },
        {
          displayName: 'old',
          transform: { '^.+\\.js$': 'babel-jest', '\\.ts$': wrap('./own.js') },
        },
        { displayName: 'shared', transform: { '^.+\\.ts$': wrap('ts-jest') } },
        '<rootDir>/e2e/*',
        'api/jest.config.json',
      ],
    });
    expect(evaluated(tree.readContent('e2e/orders/jest.config.js'))).toEqual({
      preset: 'ts-jest',
      transform: { '^.+\\.tsx?$': wrap('ts-jest') },
    });
    expect(json(tree, 'e2e/users/package.json')).toEqual({ jest: { transform: WRAPPED } });
    expect(json(tree, 'api/jest.config.json')).toEqual({ transform: WRAPPED });
    expect(messages).toEqual([]);
  });

  test('changes what ts-jest config:init writes', async () => {
    const text = `const tsJestTransformCfg = createDefaultPreset().transform;

module.exports = {
  testEnvironment: 'node',
  transform: {
    ...tsJestTransformCfg,
  },
};
`;
    const tree = await added({
      'package.json': { ...PACKAGE_OF_11, jest: undefined },
      'jest.config.js': text,
    });
    const createDefaultPreset = () => ({ transform: { '^.+\\.tsx?$': ['ts-jest', {}] } });
    const changed = evaluated(tree.readContent('jest.config.js'), { createDefaultPreset }) as {
      readonly transform: object;
    };
    expect(Object.entries(changed.transform)).toEqual([
      ['^.+\\.ts$', ['nestjs-rest-routes/jest', { transformer: 'ts-jest' }]],
      ['^.+\\.tsx?$', ['ts-jest', {}]],
    ]);
  });

  test('names what to do beside a preset that it does not know', async () => {
    const messages: string[] = [];
    const tree = await added(
      {
        'package.json': { ...PACKAGE_OF_11, jest: { preset: '@acme/jest-preset' } },
        'jest.config.js': "module.exports = { preset: '@acme/jest-preset' };\n",
      },
      messages,
    );
    expect(json(tree, 'package.json')['jest']).toEqual({ preset: '@acme/jest-preset' });
    expect(messages).toEqual(
      ['/package.json', '/jest.config.js'].map(
        (path) => `${path} could not be read: wrap the transformer in nestjs-rest-routes/jest.`,
      ),
    );
  });

  test('follows --config of the scripts to configurations in other places', async () => {
    const messages: string[] = [];
    const scripts = {
      test: 'jest',
      lint: 'eslint --config other/eslint.json',
      'test:unit': 'npm run lint && jest -c config/unit.json --runInBand',
      'test:e2e': 'NODE_ENV=test jest --config=./e2e/jest.config.ts --forceExit',
      'test:api':
        'node --experimental-vm-modules node_modules/jest/bin/jest.js --config "e2e/api.json"',
      'test:gone': 'jest --config gone.json',
      'test:own': 'jest --config e2e/own.js',
    };
    const tree = await added(
      {
        'package.json': { ...PACKAGE_OF_11, scripts },
        'config/unit.json': { transform: TS_JEST },
        'e2e/api.json': { transform: TS_JEST },
        'e2e/jest.config.ts': SOURCE,
        'e2e/own.js': "module.exports = require('./base');",
        'other/eslint.json': { rules: {} },
      },
      messages,
    );
    for (const path of ['config/unit.json', 'e2e/api.json']) {
      expect(json(tree, path)).toEqual({ transform: WRAPPED });
    }
    expect(tree.readContent('e2e/jest.config.ts')).toContain(
      "['nestjs-rest-routes/jest', { transformer: 'ts-jest' }]",
    );
    expect(json(tree, 'other/eslint.json')).toEqual({ rules: {} });
    expect(messages).toEqual([
      '/gone.json, which a script of package.json names, does not exist: wrap the transformer in nestjs-rest-routes/jest in your configuration.',
      '/e2e/own.js could not be read: wrap the transformer in nestjs-rest-routes/jest.',
    ]);
  });
});

test('nest add follows --config of the scripts to configurations of Vitest', async () => {
  const config =
    "import { defineConfig } from 'vitest/config';\nexport default defineConfig({});\n";
  const tree = await added({
    'package.json': { scripts: { 'test:e2e': 'vitest run --config ./e2e/vitest.e2e.config.ts' } },
    'e2e/vitest.e2e.config.ts': config,
  });
  expect(tree.readContent('e2e/vitest.e2e.config.ts')).toContain('restRoutes()');
});
