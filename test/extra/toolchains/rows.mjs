import {
  cpSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JEST_ROWS } from './jest-rows.mjs';

const REGISTER = ['--import', 'nestjs-rest-routes/register'];
const WATCH = fileURLToPath(new URL('./watch.mjs', import.meta.url));
const ESM = 'module';
const COMMONJS = 'commonjs';
const SIGNATURES = ['node_modules/nestjs-rest-routes/dist/cli/main.js', 'signatures'];
const NEST = 'node_modules/@nestjs/cli/bin/nest.js';

/**
 * What is tried. `prepare` writes configuration into the folder of the application; `commands` are run
 * there one after another, and the last one prints `EXPECTED`, or what `expected` says.
 */
export const ROWS = [
  {
    name: 'node --import nestjs-rest-routes/register',
    formats: [ESM, COMMONJS],
    commands: ({ node }) => [[node, ...REGISTER, 'src/main.ts']],
  },
  {
    name: 'tsx --import nestjs-rest-routes/register',
    formats: [ESM, COMMONJS],
    commands: ({ node }) => [[node, 'node_modules/tsx/dist/cli.mjs', ...REGISTER, 'src/main.ts']],
  },
  {
    name: 'esbuild',
    formats: [ESM, COMMONJS],
    prepare: prepareEsbuild,
    commands: ({ node }) => [
      [node, 'build.mjs'],
      [node, '--enable-source-maps', 'out/main.js'],
    ],
  },
  {
    name: 'bun, preload',
    formats: [ESM, COMMONJS],
    isAnyNode: true,
    prepare: ({ root }) => write(root, 'bunfig.toml', 'preload = ["nestjs-rest-routes/bun"]\n'),
    commands: ({ bun }) => [[bun, 'src/main.ts']],
  },
  {
    name: 'Bun.build',
    formats: [ESM, COMMONJS],
    isAnyNode: true,
    prepare: ({ root }) => write(root, 'build.mjs', BUN),
    commands: ({ bun }) => [
      [bun, 'build.mjs'],
      [bun, 'out/main.js'],
    ],
  },
  watch('node --watch --import nestjs-rest-routes/register', ({ node }) => [
    node,
    '--watch',
    ...REGISTER,
    'src/main.ts',
  ]),
  watch('tsx watch --import nestjs-rest-routes/register', ({ node }) => [
    node,
    'node_modules/tsx/dist/cli.mjs',
    'watch',
    '--include',
    'src/**/*.ts',
    ...REGISTER,
    'src/main.ts',
  ]),
  watch('vitest --watch', ({ node }) => [node, 'node_modules/vitest/vitest.mjs', '--watch']),
  {
    name: 'webpack with ts-loader',
    formats: [COMMONJS],
    prepare: ({ root }) => write(root, 'build.mjs', WEBPACK),
    commands: ({ node }) => [
      [node, 'build.mjs'],
      [node, '--enable-source-maps', 'out/main.js'],
    ],
  },
  {
    name: 'nest build, builder swc, file of signatures',
    formats: [ESM, COMMONJS],
    prepare: (application) => {
      useOwnNestCli(application);
      prepareSignatures(application);
    },
    commands: ({ node }) => [
      [node, ...SIGNATURES],
      [node, ...SIGNATURES, '--check'],
      [node, NEST, 'build', '-b', 'swc'],
      [node, '--enable-source-maps', 'out/main.js'],
    ],
  },
  {
    name: 'nest start, builder swc, metadata of its type check',
    formats: [ESM, COMMONJS],
    prepare: (application) => {
      useOwnNestCli(application);
      prepareMetadata(application);
    },
    commands: ({ node }) => [[node, NEST, 'start', '-b', 'swc', '--type-check']],
    // Node runs the output without source maps.
    expected: '200 {"id":7,"n":3,"variant":"full","skus":["a"],"name":"item"} 400',
  },
  {
    name: 'tsc of TypeScript 7, file of signatures',
    formats: [ESM, COMMONJS],
    prepare: (application) => {
      useTypeScript7(application);
      prepareSignatures(application);
    },
    commands: ({ node }) => [
      [node, ...SIGNATURES],
      [node, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
      [node, '--enable-source-maps', 'out/main.js'],
    ],
  },
  {
    name: 'vite with TypeScript 7',
    formats: [ESM],
    prepare: (application) => {
      useTypeScript7(application);
      write(application.root, 'vite.config.js', VITE);
    },
    commands: ({ node }) => [
      [node, 'node_modules/vite/bin/vite.js', 'build', '--ssr', 'src/main.ts'],
      [node, '--enable-source-maps', 'out/main.js'],
    ],
  },
  {
    name: 'esbuild with TypeScript 7',
    formats: [ESM, COMMONJS],
    prepare: (application) => {
      useTypeScript7(application);
      prepareEsbuild(application);
    },
    commands: ({ node }) => [
      [node, 'build.mjs'],
      [node, '--enable-source-maps', 'out/main.js'],
    ],
  },
  ...JEST_ROWS,
];

/** The command starts the application, and again after its signature has changed. */
function watch(name, commandOf) {
  return {
    name,
    formats: [ESM],
    prepare: ({ root }) => write(root, 'vitest.config.ts', VITEST),
    commands: ({ node }) => [[node, WATCH, ...commandOf({ node })]],
    expected: 'the edit was read',
  };
}

/** esbuild writes no decorator metadata, so the constructor names what Nest injects. */
function prepareEsbuild({ root, format }) {
  const path = join(root, 'src/items.controller.ts');
  const source = readFileSync(path, 'utf8')
    .replace('constructor(private', 'constructor(@Inject(ItemsService) private')
    .replace('import', "import { Inject } from '@nestjs/common';\nimport");
  writeFileSync(path, source);
  write(root, 'build.mjs', ESBUILD.replace('FORMAT', format === ESM ? 'esm' : 'cjs'));
}

/** Nest's command line looks for SWC beside its own files, and a link leads elsewhere. */
function useOwnNestCli({ root }) {
  const installed = join(root, 'node_modules/@nestjs/cli');
  const linked = realpathSync(installed);
  unlinkSync(installed);
  cpSync(linked, installed, { recursive: true });
}

/** The module takes the file that the command writes. */
function prepareSignatures({ root, format }) {
  const js = format === ESM ? '.js' : '';
  edit(root, 'src/app.module.ts', [
    ['@Module', `import { signatures } from './rest-signatures${js}';\n\n@Module`],
    ["namespace: 'acme'", "namespace: 'acme', signatures"],
  ]);
}

/** The module takes the file that the type check writes; the first type check needs one to be there. */
function prepareMetadata({ root, format }) {
  const config = { sourceRoot: 'src', compilerOptions: { plugins: ['nestjs-rest-routes'] } };
  write(root, 'nest-cli.json', JSON.stringify(config));
  write(root, 'src/metadata.ts', 'export default async () => ({});\n');
  // Its tests have globals of Jest.
  edit(root, 'tsconfig.json', [['"include"', '"exclude":["**/*.spec.ts"],"include"']]);
  const js = format === ESM ? '.js' : '';
  edit(root, 'src/app.module.ts', [
    ['@Module', `import signatures from './metadata${js}';\n\n@Module`],
    ["namespace: 'acme'", "namespace: 'acme', signatures"],
  ]);
}

/** TypeScript 7 in the place of TypeScript 6; the tools have the interface of the latter beside it. */
function useTypeScript7({ root }) {
  const installed = join(root, 'node_modules/typescript');
  unlinkSync(installed);
  symlinkSync(fileURLToPath(new URL('node_modules/typescript7', import.meta.url)), installed);
  edit(root, 'tsconfig.json', [['"include"', '"exclude":["**/*.spec.ts"],"include"']]);
}

function edit(root, path, changes) {
  const before = readFileSync(join(root, path), 'utf8');
  write(
    root,
    path,
    changes.reduce((text, [from, to]) => text.replace(from, to), before),
  );
}

function write(root, path, text) {
  writeFileSync(join(root, path), text);
}

const ESBUILD = `import { build } from 'esbuild';
import { restRoutes } from 'nestjs-rest-routes/esbuild';

await build({
  entryPoints: ['src/main.ts'],
  outfile: 'out/main.js',
  bundle: true,
  platform: 'node',
  packages: 'external',
  format: 'FORMAT',
  sourcemap: 'inline',
  plugins: [restRoutes()],
});
`;

const BUN = `import { restRoutes } from 'nestjs-rest-routes/bun';

const { success, logs } = await Bun.build({
  entrypoints: ['src/main.ts'],
  outdir: 'out',
  target: 'bun',
  packages: 'external',
  sourcemap: 'inline',
  plugins: [restRoutes()],
});
if (!success) throw new AggregateError(logs);
`;

const VITEST = `import { restRoutes } from 'nestjs-rest-routes/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({ plugins: [restRoutes()], test: { globals: true } });
`;

const WEBPACK = `import webpack from 'webpack';
import { withRestRoutes } from 'nestjs-rest-routes/loader';

const config = withRestRoutes({
  mode: 'none',
  target: 'node',
  entry: './src/main.ts',
  devtool: 'inline-source-map',
  externals: /^[^./]/,
  externalsType: 'commonjs',
  output: { filename: 'main.js', path: process.cwd() + '/out' },
  resolve: { extensions: ['.ts', '.js'] },
  module: { rules: [{ test: /\\.ts$/, loader: 'ts-loader', options: { transpileOnly: true } }] },
});
webpack(config, (error, stats) => {
  if (error || stats.hasErrors()) {
    console.error(error ?? stats.toString());
    process.exitCode = 1;
  }
});
`;

const VITE = `import { defineConfig } from 'vite';
import { restRoutes } from 'nestjs-rest-routes/vite';

export default defineConfig({
  plugins: [restRoutes()],
  build: { outDir: 'out', sourcemap: true, minify: false },
});
`;
