import { join } from 'node:path';
import { Tree } from '@angular-devkit/schematics';
import { SchematicTestRunner } from '@angular-devkit/schematics/testing/index.js';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';

const MODULE = `import { Module } from '@nestjs/common';

@Module({})
export class AppModule {}
`;

const INDEX = join(REPOSITORY, 'test/wordpress/shop/shop-index.json');

/** The relative imports of what `rest-resource` and `wordpress-routes` create and change. From the build, as Nest loads it. */
async function relativeImports(
  type: 'module' | 'commonjs',
  tsconfig = '{}',
): Promise<readonly string[]> {
  const tree = Tree.empty();
  tree.create('/tsconfig.json', tsconfig);
  tree.create('/package.json', JSON.stringify({ type }));
  tree.create('/src/app.module.ts', MODULE);
  const runner = new SchematicTestRunner(
    'ours',
    join(REPOSITORY, 'dist/schematics/collection.json'),
  );
  const made = await runner.runSchematic(
    'rest-resource',
    { name: 'items', sourceRoot: 'src' },
    await runner.runSchematic(
      'wordpress-routes',
      { name: 'shop/v1', index: INDEX, sourceRoot: 'src' },
      tree,
    ),
  );
  return made.files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...made.readContent(file).matchAll(/from '(\.[^']*)'/g)])
    .map(([, specifier = '']) => specifier);
}

test('Generated files of an ESM project import with ".js"', async () => {
  const specifiers = await relativeImports('module');
  expect(specifiers.length).toBeGreaterThan(9);
  expect(specifiers.filter((one) => !one.endsWith('.js'))).toEqual([]);
});

test('Generated files of a CommonJS project import without an extension', async () => {
  const specifiers = await relativeImports('commonjs');
  expect(specifiers.length).toBeGreaterThan(9);
  expect(specifiers.filter((one) => one.endsWith('.js'))).toEqual([]);
});

test('Generated files of a project that imports with ".ts" do so too', async () => {
  const options = '{ "compilerOptions": { "allowImportingTsExtensions": true } }';
  const specifiers = await relativeImports('module', options);
  expect(specifiers.length).toBeGreaterThan(9);
  expect(specifiers.filter((one) => !one.endsWith('.ts'))).toEqual([]);
});

test.each([
  ['items', 'Item'],
  ['order-lines', 'OrderLine'],
  ['categories', 'Category'],
  ['boxes', 'Box'],
  ['news', 'News'],
])('A resource %s returns %s, and states the status 201', async (name, single) => {
  const tree = Tree.empty();
  tree.create('/package.json', '{ "type": "module" }');
  tree.create('/src/app.module.ts', MODULE);
  const collection = join(REPOSITORY, 'dist/schematics/collection.json');
  const options = { name, sourceRoot: 'src' };
  const made = await new SchematicTestRunner('ours', collection).runSchematic(
    'rest-resource',
    options,
    tree,
  );
  const text = made.readContent(`/src/${name}/${name}.controller.ts`);
  expect(text).toContain(`): RestResponse<${single}[]> {`);
  expect(text).toContain(`): RestResponse<${single}, 201> {`);
});
