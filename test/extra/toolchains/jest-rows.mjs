import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ESM = 'module';
const COMMONJS = 'commonjs';

/** What Jest needs for projects of ES modules, as Nest 12 consists of them. */
const MODULES = {
  flags: ['--experimental-vm-modules'],
  files: '^.+\\.ts$',
  config: {
    extensionsToTreatAsEsm: ['.ts'],
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  },
};

/** In a CommonJS project, the transformer compiles the ES modules of packages. */
const COMPILED = {
  flags: [],
  files: '^.+\\.(t|j)s$',
  config: { transformIgnorePatterns: ['/node_modules/(?!.*@nestjs/)'] },
};

/** From Node 24.9 on, Jest requires ES modules. */
const REQUIRED = { flags: ['--experimental-vm-modules'], files: '^.+\\.ts$', config: {} };

const SWC = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
  },
};

/** Node has both; the plugin for decorators needs them compiled. */
const CLASSES = ['transform-class-properties', 'transform-class-static-block'];

/** Babel has plugins for decorators, and others maintain one for metadata and decorators of parameters. */
const BABEL = {
  babelrc: false,
  configFile: false,
  presets: [
    ['@babel/preset-env', { targets: { node: '20' }, include: CLASSES }],
    '@babel/preset-typescript',
  ],
  plugins: [
    'babel-plugin-transform-typescript-metadata',
    ['@babel/plugin-proposal-decorators', { version: 'legacy' }],
  ],
};

export const JEST_ROWS = [
  jest('jest with ts-jest', 'ts-jest', { [ESM]: { useESM: true }, [COMMONJS]: {} }),
  jest('jest with @swc/jest', '@swc/jest', { [ESM]: SWC, [COMMONJS]: SWC }),
  jest('jest with babel-jest', 'babel-jest', { [ESM]: BABEL, [COMMONJS]: BABEL }),
  {
    ...jest('jest that requires ES modules', 'ts-jest', { [COMMONJS]: {} }, REQUIRED),
    needs: ({ version }) => version >= 24,
  },
];

/** @param options Those of the transformer, for each format. */
function jest(name, transformer, options, commonJs = COMPILED) {
  const setupOf = (format) => (format === ESM ? MODULES : commonJs);
  return {
    name,
    formats: Object.keys(options),
    prepare: ({ root, format }) => {
      const { files, config } = setupOf(format);
      const inner = [transformer, options[format]];
      const all = {
        rootDir: 'src',
        testRegex: '.*\\.spec\\.ts$',
        testEnvironment: 'node',
        // The first request compiles packages.
        testTimeout: 60_000,
        moduleFileExtensions: ['js', 'json', 'ts'],
        transform: { [files]: ['nestjs-rest-routes/jest', { transformer: inner }] },
        ...config,
      };
      writeFileSync(join(root, 'jest.config.json'), JSON.stringify(all));
    },
    commands: ({ node, format }) => [
      [
        node,
        ...setupOf(format).flags,
        'node_modules/jest/bin/jest.js',
        '--no-cache',
        '--forceExit',
      ],
    ],
    expected: '1 passed, 1 total',
  };
}
