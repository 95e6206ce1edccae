import { join } from 'node:path';
import { Tree } from '@angular-devkit/schematics';
import { SchematicTestRunner } from '@angular-devkit/schematics/testing/index.js';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
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
