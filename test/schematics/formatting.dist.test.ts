import { join } from 'node:path';
import { Tree } from '@angular-devkit/schematics';
import { SchematicTestRunner } from '@angular-devkit/schematics/testing/index.js';
import { format, resolveConfig } from 'prettier';
import { describe, expect, test } from 'vitest';
import { addCompilerPlugin } from '../../lib/schematics/nest-add/nest-add.js';
import { REPOSITORY } from '../support/repository.js';

/** Lines that no Prettier writes. */
const UNFORMATTED = `import { Module } from '@nestjs/common'

@Module({ imports: [ ] , providers: [ ]})
export class AppModule { readonly  name = "mine" }
`;

const FORMATTED = `import { Module } from '@nestjs/common';

@Module({ imports: [], providers: [] })
export class AppModule {}
`;

const LONG_NAME = 'items-of-a-catalogue-with-a-long-name';

/** Runs schematics from the build, as Nest does, in a project with the Prettier of this repository. */
async function generate(module: string, ...names: readonly string[]) {
  const tree = Tree.empty();
  tree.create('/package.json', '{ "name": "app", "type": "module" }\n');
  tree.create('/nest-cli.json', '{ "sourceRoot": "src" }\n');
  tree.create('/src/app.module.ts', module);
  const collection = join(REPOSITORY, 'dist/schematics/collection.json');
  const runner = new SchematicTestRunner('ours', collection);
  let made = await runner.runSchematic('nest-add', {}, tree);
  for (const name of names) {
    made = await runner.runSchematic(name, { name: nameFor(name), sourceRoot: 'src' }, made);
  }
  return made;
}

const nameFor = (schematic: string) =>
  schematic === 'rest-route' ? `${LONG_NAME}/publishAllOfThem` : LONG_NAME;

test('What schematics create and change has the format of the Prettier of the project', async () => {
  const made = await generate(FORMATTED, 'rest-resource', 'rest-route', 'permission');
  const written = made.files.filter((file) => file.endsWith('.ts') || file === '/nest-cli.json');
  expect(written.length).toBeGreaterThan(8);
  for (const file of written) {
    const config = await resolveConfig(join(REPOSITORY, file));
    const text = made.readContent(file);
    expect(text).toBe(await format(text, { ...config, filepath: file }));
  }
});

test('A file that had another format keeps its lines', async () => {
  const made = await generate(UNFORMATTED, 'rest-resource');
  const module = made.readContent('/src/app.module.ts');
  expect(module).toContain('readonly  name = "mine"');
  expect(module).toContain('ItemsOfACatalogueWithALongNameController');
});

describe('nest add leaves nest-cli.json as it is written', () => {
  const PLUGIN = '"nestjs-rest-routes"';
  const WRITTEN = [
    [
      'on one line',
      '{"sourceRoot":"src"}',
      `{"sourceRoot":"src","compilerOptions": {"plugins":[${PLUGIN}]}}`,
    ],
    [
      'on one line with spaces',
      '{ "sourceRoot": "src" }\n',
      `{ "sourceRoot": "src","compilerOptions": {"plugins":[${PLUGIN}]} }\n`,
    ],
    [
      'on one line with other options',
      '{ "compilerOptions": { "plugins": ["@nestjs/swagger"], "assets": [] }, "sourceRoot": "src" }',
      `{ "compilerOptions": { "plugins": ["@nestjs/swagger",${PLUGIN}], "assets": [] }, "sourceRoot": "src" }`,
    ],
    [
      'with lists on one line, before the last option',
      '{\n  "compilerOptions": {\n    "assets": [{ "include": "i18n/**/*" }],\n    "watch": true\n  }\n}\n',
      `{\n  "compilerOptions": {\n    "assets": [{ "include": "i18n/**/*" }],\n    "watch": true,\n    "plugins": [${PLUGIN}]\n  }\n}\n`,
    ],
    [
      'with comments and trailing commas',
      '{\n  // Of the team.\n  "compilerOptions": {\n    "assets": ["i18n"], /* languages */\n  },\n}\n',
      `{\n  // Of the team.\n  "compilerOptions": {\n    "assets": ["i18n"], /* languages */\n    "plugins": [${PLUGIN}],\n  },\n}\n`,
    ],
    [
      'with tabs, blank lines and the line ends of Windows',
      '{\r\n\t"sourceRoot" : "src",\r\n\r\n\t"compilerOptions": {\r\n\t\t"plugins": [\r\n\t\t\t"a"\r\n\t\t]\r\n\t}\r\n}',
      `{\r\n\t"sourceRoot" : "src",\r\n\r\n\t"compilerOptions": {\r\n\t\t"plugins": [\r\n\t\t\t"a",\r\n\t\t\t${PLUGIN}\r\n\t\t]\r\n\t}\r\n}`,
    ],
    [
      'with plugins on one line',
      '{\n    "compilerOptions": {\n        "plugins": ["@nestjs/swagger"]\n    }\n}\n',
      `{\n    "compilerOptions": {\n        "plugins": ["@nestjs/swagger", ${PLUGIN}]\n    }\n}\n`,
    ],
    [
      'with plugins that have options',
      '{\n  "compilerOptions": {\n    "plugins": [\n      { "name": "@nestjs/swagger", "options": {} }\n    ]\n  }\n}\n',
      `{\n  "compilerOptions": {\n    "plugins": [\n      { "name": "@nestjs/swagger", "options": {} },\n      ${PLUGIN}\n    ]\n  }\n}\n`,
    ],
    [
      'with a byte order mark',
      '\ufeff{"sourceRoot":"src"}',
      `\ufeff{"sourceRoot":"src","compilerOptions": {"plugins":[${PLUGIN}]}}`,
    ],
    [
      'with nothing in it',
      '{}\n',
      `{\n  "compilerOptions": {\n    "plugins": [\n      ${PLUGIN}\n    ]\n  }\n}\n`,
    ],
  ] as const;

  test.each(WRITTEN)('%s', (_what, text, expected) => {
    const tree = Tree.empty();
    tree.create('/nest-cli.json', text);
    addCompilerPlugin(tree, { logger: console } as never);
    expect(tree.read('/nest-cli.json')?.toString()).toBe(expected);
    // A second run changes nothing.
    addCompilerPlugin(tree, { logger: console } as never);
    expect(tree.read('/nest-cli.json')?.toString()).toBe(expected);
  });

  test('and Prettier gets it only where it had its format', async () => {
    const text = '{"sourceRoot":"src"}\n';
    const tree = Tree.empty();
    tree.create('/package.json', '{ "name": "app", "type": "module" }\n');
    tree.create('/nest-cli.json', text);
    tree.create('/src/app.module.ts', FORMATTED);
    const collection = join(REPOSITORY, 'dist/schematics/collection.json');
    const made = await new SchematicTestRunner('ours', collection).runSchematic(
      'nest-add',
      {},
      tree,
    );
    expect(made.readContent('/nest-cli.json')).toBe(
      `{"sourceRoot":"src","compilerOptions": {"plugins":[${PLUGIN}]}}\n`,
    );
  });
});
