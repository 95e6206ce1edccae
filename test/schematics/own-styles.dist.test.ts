import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tree } from '@angular-devkit/schematics';
import { SchematicTestRunner } from '@angular-devkit/schematics/testing/index.js';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { REPOSITORY } from '../support/repository.js';

/** What `nest add` makes of files, by the build, and what it says. */
async function add(files: Readonly<Record<string, string>>) {
  const tree = Tree.empty();
  const all = { '/package.json': '{ "name": "shop" }\n', '/nest-cli.json': '{}\n', ...files };
  for (const [path, text] of Object.entries(all)) tree.create(path, text);
  const collection = join(REPOSITORY, 'dist/schematics/collection.json');
  const runner = new SchematicTestRunner('ours', collection);
  const messages: string[] = [];
  runner.logger.subscribe(({ message }) => messages.push(message));
  const made = await runner.runSchematic('nest-add', { style: 'wordpress' }, tree);
  return {
    messages: messages.join('\n'),
    read: (path: string): string => (made.exists(path) ? made.readContent(path) : ''),
  };
}

const MODULE =
  "import { Module } from '@nestjs/common';\n\n@Module({})\nexport class AppModule {}\n";

/** Modules as teams write them; each is one that no Prettier formats. */
const STYLES = [
  [
    'four spaces, no semicolons, and a comment beside each element',
    `import { Module } from "@nestjs/common"
import { ConfigModule } from "@nestjs/config"

@Module({
    imports: [
        ConfigModule.forRoot(), // first
        ItemsModule // last
    ],
    providers: [ ],
})
export class AppModule { }
`,
    `import { Module } from "@nestjs/common"
import { ConfigModule } from "@nestjs/config"
import { RestModule } from "nestjs-rest-routes"

@Module({
    imports: [
        ConfigModule.forRoot(), // first
        ItemsModule, // last
        RestModule.forRoot({ namespace: "shop" })
    ],
    providers: [ ],
})
export class AppModule { }
`,
  ],
  [
    'tabs, trailing commas and a comment behind the last element',
    `import { Module } from '@nestjs/common'

@Module({
\timports: [
\t\tItemsModule, /* all */
\t],
})
export class AppModule { }
`,
    `import { Module } from '@nestjs/common'
import { RestModule } from 'nestjs-rest-routes'

@Module({
\timports: [
\t\tItemsModule, /* all */
\t\tRestModule.forRoot({ namespace: 'shop' }),
\t],
})
export class AppModule { }
`,
  ],
  [
    'imports on one line',
    `import { Module } from '@nestjs/common';

@Module({ imports: [ItemsModule], providers: [ ] })
export class AppModule { }
`,
    `import { Module } from '@nestjs/common';
import { RestModule } from 'nestjs-rest-routes';

@Module({ imports: [ItemsModule, RestModule.forRoot({ namespace: 'shop' })], providers: [ ] })
export class AppModule { }
`,
  ],
  [
    'no imports, and a comment before the first property',
    `import { Module } from '@nestjs/common'

@Module({
    // the items
    providers: [ ],
})
export class AppModule { }
`,
    `import { Module } from '@nestjs/common'
import { RestModule } from 'nestjs-rest-routes'

@Module({
    imports: [RestModule.forRoot({ namespace: 'shop' })],
    // the items
    providers: [ ],
})
export class AppModule { }
`,
  ],
] as const;

/** Where linters that order imports want one of a package. */
const ORDERS = [
  [
    'after the imports of packages, before those of files',
    `// Ours.
import 'reflect-metadata';
import { Module } from '@nestjs/common';

import { ItemsModule } from './items/items.module';
import { Clock } from 'src/clock';
`,
    `// Ours.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { RestModule } from 'nestjs-rest-routes';

import { ItemsModule } from './items/items.module';
import { Clock } from 'src/clock';
`,
  ],
  [
    'before the imports of files, if there are no others',
    `// Ours.
import { Module } from '../nest';
`,
    `// Ours.
import { RestModule } from 'nestjs-rest-routes';
import { Module } from '../nest';
`,
  ],
] as const;

test.each(ORDERS)('nest add puts the import %s', async (_what, imports, expected) => {
  const text = `${imports}\n@Module({ imports: [ItemsModule] })\nexport class AppModule { }\n`;
  const { read } = await add({ '/src/app.module.ts': text });
  expect(read('/src/app.module.ts').split('\n@Module')[0]).toBe(expected);
});

describe('nest add takes the name of the product as the namespace', () => {
  const root = mkdtempSync(join(tmpdir(), 'rest-routes-workspace-'));
  afterEach(() => void vi.restoreAllMocks());
  afterAll(() => rmSync(root, { recursive: true }));

  test.each([
    ['shop', { name: 'bookstore', workspaces: [] }, 'shop'],
    ['@acme/orders', { name: 'bookstore', workspaces: [] }, 'orders'],
    ['server', { name: '@acme/bookstore', workspaces: ['apps/*'] }, 'bookstore'],
    ['@shop/backend', { name: 'monorepo', workspaces: ['apps/*'] }, 'shop'],
    ['@shop/api', { name: 'not-a-workspace' }, 'shop'],
    ['server', {}, 'server'],
  ])('of the package %s in %j: %s', async (name, manifest, namespace) => {
    writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
    vi.spyOn(process, 'cwd').mockReturnValue(join(root, 'apps/api'));
    const files = { '/package.json': JSON.stringify({ name }), '/src/app.module.ts': MODULE };
    const { read } = await add(files);
    expect(read('/src/app.module.ts')).toContain(`namespace: '${namespace}'`);
  });
});

describe('nest add writes into the root module in its style', () => {
  test.each(STYLES)('%s', async (_what, text, expected) => {
    const { read } = await add({ '/src/app.module.ts': text });
    expect(read('/src/app.module.ts')).toBe(expected);
  });

  test('and names what to write if the imports are not a list', async () => {
    const text = MODULE.replace('{}', '{ imports: common }');
    const { read, messages } = await add({ '/src/app.module.ts': text });
    expect(read('/src/app.module.ts')).toBe(text);
    expect(messages).toContain("add RestModule.forRoot({ namespace: 'shop' }) to the imports");
  });
});

test('nest add writes into vitest.config.ts in its style', async () => {
  const config = `import { defineConfig } from "vitest/config"

export default defineConfig({
    test: { globals: true }
})
`;
  const { read } = await add({ '/src/app.module.ts': MODULE, '/vitest.config.ts': config });
  expect(read('/vitest.config.ts')).toBe(`import { defineConfig } from "vitest/config"
import { restRoutes } from "nestjs-rest-routes/vite"

export default defineConfig({
    plugins: [restRoutes()],
    test: { globals: true }
})
`);
});

describe('nest add in a project without nest-cli.json', () => {
  const withoutCli = async (scripts: object) => {
    const tree = Tree.empty();
    tree.create('/package.json', JSON.stringify({ name: 'shop', scripts }));
    tree.create('/src/app.module.ts', MODULE);
    const collection = join(REPOSITORY, 'dist/schematics/collection.json');
    const runner = new SchematicTestRunner('ours', collection);
    const messages: string[] = [];
    runner.logger.subscribe(({ message }) => messages.push(message));
    const made = await runner.runSchematic('nest-add', { style: 'wordpress' }, tree);
    return { made, messages: messages.join('\n') };
  };

  test('creates it if a script runs nest build, which reads the plugin there', async () => {
    const { made, messages } = await withoutCli({ build: 'nest build' });
    expect(JSON.parse(made.readContent('/nest-cli.json'))).toMatchObject({
      sourceRoot: 'src',
      compilerOptions: { plugins: ['nestjs-rest-routes'] },
    });
    expect(messages).toBe('');
  });

  test('sets up the file of signatures if another tool builds the application, and says why', async () => {
    const { made, messages } = await withoutCli({ build: 'tsc -p tsconfig.build.json' });
    expect(made.exists('/nest-cli.json')).toBe(false);
    expect(messages).toContain('npx nestjs-rest-routes signatures');
    expect(made.readContent('/src/rest-signatures.ts')).toContain('signatures: RestSignatures');
    expect(made.readContent('/src/app.module.ts')).toContain(
      "RestModule.forRoot({ namespace: 'shop', signatures })",
    );
  });

  test('names what to do if nothing says what builds the application', async () => {
    const { made, messages } = await withoutCli({ lint: 'eslint .' });
    expect(made.exists('/nest-cli.json')).toBe(false);
    expect(messages).toContain('by the file that "npx nestjs-rest-routes signatures" writes');
  });
});

describe('nest add in a project whose scripts do not read its nest-cli.json', () => {
  const files = (scripts: object, more: Readonly<Record<string, string>> = {}) => ({
    '/package.json': JSON.stringify({ name: 'shop', scripts }),
    '/nest-cli.json': '{ "sourceRoot": "src" }',
    '/src/app.module.ts': MODULE,
    ...more,
  });

  test.each([
    ['node scripts/build.mjs'],
    ['esbuild src/main.ts --bundle --outdir=dist'],
    ['rimraf dist && swc src -d dist'],
    ['tsup'],
  ])('sets up the file of signatures: %s', async (build) => {
    const { read, messages } = await add(files({ build, dev: 'tsx watch src/main.ts' }));
    expect(read('/nest-cli.json')).toBe('{ "sourceRoot": "src" }');
    expect(JSON.parse(read('/package.json'))).toMatchObject({
      scripts: {
        build,
        prebuild: 'nestjs-rest-routes signatures',
        predev: 'nestjs-rest-routes signatures',
      },
    });
    expect(read('/src/rest-signatures.ts')).toContain('signatures: RestSignatures');
    expect(messages).toContain('src/rest-signatures.ts has the signatures');
    const again = await add({
      ...files({}),
      '/package.json': read('/package.json'),
      '/src/app.module.ts': read('/src/app.module.ts'),
    });
    expect(again.read('/package.json')).toBe(read('/package.json'));
  });

  test('also if Nest starts the application from its sources, which then reads the file too', async () => {
    const { read } = await add(files({ build: 'node build.mjs', start: 'nest start' }));
    expect(read('/nest-cli.json')).toBe('{ "sourceRoot": "src" }');
    expect(JSON.parse(read('/package.json'))).toMatchObject({
      scripts: {
        prebuild: 'nestjs-rest-routes signatures',
        prestart: 'nestjs-rest-routes signatures',
      },
    });
  });

  test('with Yarn, which runs no script before another, the script itself writes the file', async () => {
    const { read } = await add(files({ build: 'node build.mjs' }, { '/yarn.lock': '' }));
    expect(JSON.parse(read('/package.json'))).toMatchObject({
      scripts: { build: 'nestjs-rest-routes signatures && node build.mjs' },
    });
    const once = { '/package.json': read('/package.json') };
    const again = await add(files({}, { '/yarn.lock': '', ...once }));
    expect(again.read('/package.json')).toBe(once['/package.json']);
  });

  test.each([['nest build'], ['npm run clean && npx nest build --all'], ['turbo run build']])(
    'and keeps to the plugin for %s',
    async (build) => {
      const { read } = await add(files({ build, start: 'node dist/main', test: 'node --test' }));
      expect(read('/nest-cli.json')).toContain('nestjs-rest-routes');
      expect(read('/src/rest-signatures.ts')).toBe('');
    },
  );
});

describe('nest add puts the plugin into every project of Vitest', () => {
  test('written in the configuration, with or without the plugins of the root', async () => {
    const text = `import { defineConfig } from 'vitest/config';

const slow = { test: { name: 'slow' } };

export default defineConfig({
  plugins: [swc()],
  test: {
    projects: [
      { plugins: [swc()], test: { name: 'unit' } },
      { extends: true, test: { name: 'e2e' } },
      {
        test: { name: 'api' },
      },
      slow,
      './vitest.db.ts',
      'packages/*',
    ],
  },
});
`;
    const own =
      "import { defineProject } from 'vitest/config';\n\nexport default defineProject({});\n";
    const { read, messages } = await add({
      '/src/app.module.ts': MODULE,
      '/vitest.config.ts': text,
      '/vitest.db.ts': own,
      '/packages/a/vitest.config.ts': own,
    });
    const line = "import { restRoutes } from 'nestjs-rest-routes/vite';\n";
    expect(read('/vitest.config.ts')).toBe(
      text
        .replace("'vitest/config';\n", `'vitest/config';\n${line}`)
        .replaceAll('plugins: [swc()]', 'plugins: [restRoutes(), swc()]')
        .replace('{\n        test:', '{\n        plugins: [restRoutes()],\n        test:')
        .replace(
          "{ test: { name: 'slow' } }",
          "{ plugins: [restRoutes()], test: { name: 'slow' } }",
        ),
    );
    for (const path of ['/vitest.db.ts', '/packages/a/vitest.config.ts']) {
      expect(read(path)).toContain('defineProject({ plugins: [restRoutes()] })');
    }
    expect(messages).toBe('');
  });

  test.each([
    [
      'a function',
      'defineConfig(() => ({ test: {} }))',
      'defineConfig(() => ({ plugins: [restRoutes()], test: {} }))',
    ],
    [
      'a merge',
      'mergeConfig(base, { test: {} })',
      'mergeConfig(base, { plugins: [restRoutes()], test: {} })',
    ],
    [
      'an object',
      '{ plugins: [] } satisfies Config',
      '{ plugins: [restRoutes()] } satisfies Config',
    ],
  ])('also in %s', async (_what, config, expected) => {
    const text = `export default ${config};\n`;
    const { read } = await add({ '/src/app.module.ts': MODULE, '/vitest.config.ts': text });
    expect(read('/vitest.config.ts')).toContain(`export default ${expected};`);
  });

  test('in the configuration of Vite, which Vitest reads too', async () => {
    const { read } = await add({
      '/package.json': '{ "name": "shop", "scripts": { "test": "vitest run" } }',
      '/src/app.module.ts': MODULE,
      '/vite.config.ts': 'export default { test: {} };\n',
    });
    expect(read('/vite.config.ts')).toContain('plugins: [restRoutes()]');
  });

  test.each([
    ['export default { plugins: common };\n'],
    ['export default { test: { projects: [project("unit"), { test: {} }] } };\n'],
    ['export default { test: { projects: all() } };\n'],
  ])('or says what to write: %s', async (text) => {
    const { messages } = await add({ '/src/app.module.ts': MODULE, '/vitest.config.ts': text });
    expect(messages).toContain(
      '/vitest.config.ts could not be read: add restRoutes() of nestjs-rest-routes/vite to its plugins.',
    );
  });
});

test('nest add with SWC and its type check sets up the file of signatures, and not the plugin too', async () => {
  const { read } = await add({
    '/nest-cli.json': JSON.stringify({ compilerOptions: { builder: 'swc', typeCheck: true } }),
    '/src/app.module.ts': MODULE,
  });
  // The plugin would let the type check write src/metadata.ts, which imports controllers that are deleted later.
  expect(JSON.parse(read('/nest-cli.json'))).toEqual({
    compilerOptions: { builder: 'swc', typeCheck: true },
  });
  expect(read('/src/rest-signatures.ts')).toContain('signatures: RestSignatures');
  expect(read('/src/metadata.ts')).toBe('');
});

test('nest add says that paths which the global prefix excludes are those of plain controllers', async () => {
  const main = (options: string) =>
    `import { AppModule } from './app.module';\nconst app = await NestFactory.create(AppModule);\napp.setGlobalPrefix('api'${options});\n`;
  const started = (options: string) =>
    add({ '/src/app.module.ts': MODULE, '/src/main.ts': main(options) });
  const { messages } = await started(", { exclude: ['health'] }");
  expect(messages).toContain(
    'src/main.ts excludes paths from the global prefix. Routes stay below',
  );
  expect((await started('')).messages).toBe('');
});
