import { join } from 'node:path';
import { Tree } from '@angular-devkit/schematics';
import { SchematicTestRunner } from '@angular-devkit/schematics/testing/index.js';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';

const MODULE = `import { Module } from '@nestjs/common';

@Module({})
export class AppModule {}
`;

/** From the build, as Nest loads it. */
async function add(files: Readonly<Record<string, string>>) {
  const tree = Tree.empty();
  for (const [path, text] of Object.entries(files)) tree.create(path, text);
  const collection = join(REPOSITORY, 'dist/schematics/collection.json');
  const made = await new SchematicTestRunner('ours', collection).runSchematic('nest-add', {}, tree);
  return (path: string): string => (made.exists(path) ? made.readContent(path) : '');
}

const SWC = JSON.stringify({ compilerOptions: { builder: 'swc' } });

describe('nest add in a project with SWC', () => {
  test('adds the file of signatures, and writes it before each build and start', async () => {
    const read = await add({
      '/package.json': JSON.stringify({
        name: 'shop',
        type: 'module',
        scripts: { build: 'nest build', 'start:dev': 'nest start --watch', test: 'vitest' },
      }),
      '/nest-cli.json': SWC,
      '/src/app.module.ts': MODULE,
    });
    expect(read('/src/rest-signatures.ts')).toContain('export const signatures: RestSignatures');
    const module = read('/src/app.module.ts');
    expect(module).toContain("import { signatures } from './rest-signatures.js';");
    expect(module).toContain(
      "RestModule.forRoot({ namespace: 'shop', style: 'nest', signatures })",
    );
    const { scripts } = JSON.parse(read('/package.json')) as { scripts: Record<string, string> };
    expect(scripts).toEqual({
      build: 'nest build',
      'start:dev': 'nest start --watch',
      test: 'vitest',
      prebuild: 'nestjs-rest-routes signatures',
      'prestart:dev': 'nestjs-rest-routes signatures',
    });
  });

  test('knows SWC from the command line of a script, and runs a script that is there first', async () => {
    const scripts = { build: 'nest build -b swc', prebuild: 'rimraf dist' };
    const read = await add({
      '/package.json': JSON.stringify({ name: 'shop', scripts }),
      '/nest-cli.json': '{}',
      '/src/main/app.module.ts': MODULE,
      '/src/main.ts':
        "import { AppModule } from './main/app.module';\nNestFactory.create(AppModule);\n",
    });
    expect(JSON.parse(read('/package.json'))).toMatchObject({
      scripts: { ...scripts, prebuild: 'rimraf dist && nestjs-rest-routes signatures' },
    });
    expect(read('/src/rest-signatures.ts')).toContain('files: []');
  });

  test('keeps the indentation of package.json', async () => {
    const text = '{\n\t"name": "shop",\n\t"scripts": {\n\t\t"build": "nest build"\n\t}\n}\n';
    const read = await add({
      '/package.json': text,
      '/nest-cli.json': SWC,
      '/src/app.module.ts': MODULE,
    });
    expect(read('/package.json')).toContain('\n\t\t"prebuild": "nestjs-rest-routes signatures"\n');
  });

  test('changes nothing of that for another builder', async () => {
    const read = await add({
      '/package.json': JSON.stringify({ name: 'shop', scripts: { build: 'nest build' } }),
      '/nest-cli.json': '{}',
      '/src/app.module.ts': MODULE,
    });
    expect(read('/src/rest-signatures.ts')).toBe('');
    expect(read('/src/app.module.ts')).not.toContain('signatures');
    expect(read('/package.json')).not.toContain('prebuild');
  });
});

test('nest add puts the plugin into each configuration of Vitest', async () => {
  const configuration = 'export default defineConfig({\n  plugins: [swc()],\n});\n';
  const read = await add({
    '/package.json': JSON.stringify({ name: 'shop', type: 'module' }),
    '/nest-cli.json': '{}',
    '/src/app.module.ts': MODULE,
    '/vitest.config.mts': configuration,
    '/vitest.config.e2e.mts': configuration,
    '/vitest.config.md': configuration,
  });
  const line = "import { restRoutes } from 'nestjs-rest-routes/vite';\n";
  for (const path of ['/vitest.config.mts', '/vitest.config.e2e.mts']) {
    expect(read(path)).toBe(line + configuration.replace('[swc()]', '[restRoutes(), swc()]'));
  }
  expect(read('/vitest.config.md')).toBe(configuration);
});

test('nest add names the update of an older Nest, and changes nothing', async () => {
  const dependencies = { '@nestjs/common': '11.1.6', '@nestjs/core': '11.1.6', rxjs: '7.8.1' };
  const files = {
    '/package.json': JSON.stringify({
      name: 'shop',
      dependencies,
      devDependencies: { '@nestjs/testing': '11.1.6' },
    }),
    '/nest-cli.json': '{}',
    '/src/app.module.ts': MODULE,
  };
  const installed = (version: string) => ({
    ...files,
    '/node_modules/@nestjs/core/package.json': JSON.stringify({ version }),
  });
  await expect(add(installed('11.1.6'))).rejects.toThrow(
    /needs @nestjs\/core .*, and 11\.1\.6 is installed\. Update Nest: npm install @nestjs\/common@11 @nestjs\/core@11 @nestjs\/testing@11\nThen .* nest-add\. Nothing is changed yet\.$/,
  );
  for (const [lock, command] of [
    ['/pnpm-lock.yaml', 'pnpm add @nestjs/common@11'],
    ['/yarn.lock', 'yarn add "@nestjs/common@^11" "@nestjs/core@^11"'],
  ] as const) {
    await expect(add({ ...installed('11.1.6'), [lock]: '' })).rejects.toThrow(command);
  }
  const manifest = JSON.stringify({ name: 'shop', dependencies: { '@nestjs/core': 'catalog:' } });
  await expect(
    add({ ...installed('11.1.6'), '/package.json': manifest, '/pnpm-lock.yaml': '' }),
  ).rejects.toThrow('set @nestjs/core to ^11 in pnpm-workspace.yaml, then pnpm install');
  const read = await add(installed('11.2.10'));
  expect(read('/src/app.module.ts')).toContain('RestModule.forRoot');
});
