import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const REGISTER = ['--import', 'nestjs-rest-routes/register'];
const ESM = 'module';
const COMMONJS = 'commonjs';

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
    name: 'webpack with ts-loader',
    formats: [COMMONJS],
    prepare: ({ root }) => write(root, 'build.mjs', WEBPACK),
    commands: ({ node }) => [
      [node, 'build.mjs'],
      [node, '--enable-source-maps', 'out/main.js'],
    ],
  },
  jest('ts-jest', (format) => ({ useESM: format === ESM })),
  jest('@swc/jest', () => ({
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2022',
    },
  })),
];

/** Nest is ESM: Jest needs the flag, and Node 24.9 where a CommonJS test requires it. */
function jest(transformer, optionsOf) {
  return {
    name: `jest with ${transformer}`,
    formats: [ESM, COMMONJS],
    needs: ({ format, version }) => format === ESM || version >= 24,
    prepare: ({ root, format }) => {
      const ours = ['nestjs-rest-routes/jest', { transformer: [transformer, optionsOf(format)] }];
      const config = {
        rootDir: 'src',
        testRegex: '.*\\.spec\\.ts$',
        testEnvironment: 'node',
        moduleFileExtensions: ['js', 'json', 'ts'],
        moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
        transform: { '^.+\\.ts$': ours },
        ...(format === ESM ? { extensionsToTreatAsEsm: ['.ts'] } : {}),
      };
      write(root, 'jest.config.json', JSON.stringify(config));
    },
    commands: ({ node }) => [
      [node, '--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--no-cache'],
    ],
    expected: '1 passed, 1 total',
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
