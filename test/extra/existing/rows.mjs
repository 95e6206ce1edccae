import {
  ESBUILD,
  ESLINT_OF_PNPM,
  INJECTED,
  JEST_PRESET,
  JEST_PROJECTS,
  JEST_SWC,
  NPM_WORKSPACE,
  PNPM_WORKSPACE,
  SWC,
  SWC_BUILDER,
  VITEST_PROJECTS,
} from './setups.mjs';
import { existingSources } from './sources.mjs';

const NEST_12 = 'nest12-esm';
const NEST_12_COMMONJS = 'nest12-cjs';
const NEST_11 = 'nest11';

/** What the DTOs of an application need. */
export const VALIDATION = { 'class-transformer': '^0.5.1', 'class-validator': '^0.14.2' };
const NPM_INSTALL = ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline'];
const PNPM = ['npx', '--yes', 'pnpm@10'];

/** What an application of `nest new` is checked by. */
const SCRIPTS = [script('build'), script('lint'), typeCheck(), script('test'), script('test:e2e')];

/**
 * The applications that exist: what they are made of, and the commands by which their teams check them.
 * `js` is the extension of relative imports, `folder` that of the application in a workspace, `entry` what Node starts.
 */
export const ROWS = [
  row('nest12-esm', { template: NEST_12 }),
  row('nest12-cjs', {
    template: NEST_12_COMMONJS,
    // Jest requires ES modules, of which Nest 12 consists, from Node 24.9 on. nest add has them compiled.
    failsBefore: requiresModules() ? [] : ['npm run test', 'npm run test:e2e'],
  }),
  row('nest11', { template: NEST_11 }),
  row('nest12-monorepo', {
    template: NEST_12,
    prepare({ run }) {
      run(['npx', 'nest', 'generate', 'sub-app', 'shop']);
      // The command line of Nest asks for these.
      const rspack = ['@rspack/core', 'webpack-node-externals', 'tsconfig-paths-webpack-plugin'];
      run([...NPM_INSTALL, '--save-dev', ...rspack]);
    },
    after: 'apps/app/src',
    source: 'apps/app',
    add: ['npx', 'nest', 'add', 'nestjs-rest-routes', '--skip-install', '--project', 'app'],
    entry: 'dist/apps/app/main.js',
    checks: [script('build'), script('test'), script('test:e2e')],
  }),
  row('nx', {
    template: 'nx',
    base: 'apps/api/src/app',
    source: 'apps/api',
    entry: 'dist/apps/api/main.js',
    prefix: '/api',
    // ts-node, which Nx reads the file by, does not know `module` with TypeScript 6: also without this library.
    prepare: ({ run }) => run(['mv', 'apps/api/jest.config.cts', 'apps/api/jest.config.cjs']),
    add: ['npx', 'nx', 'g', 'nestjs-rest-routes:nest-add', '--no-interactive'],
    checks: [
      ['npx', 'nx', 'build', 'api'],
      ['npx', 'nx', 'lint', 'api'],
      ['npx', 'tsc', '--noEmit', '-p', 'apps/api/tsconfig.app.json'],
      ['npx', 'nx', 'test', 'api'],
    ],
  }),
  row('npm-workspace', {
    template: NEST_11,
    folder: 'apps/api',
    files: NPM_WORKSPACE,
    // ESLint brings it, and npm hoists it: the store of the cache needs another version.
    hoisted: { keyv: 4 },
  }),
  row('pnpm-workspace', {
    template: NEST_12,
    folder: 'apps/api',
    files: PNPM_WORKSPACE,
    manifest: (one) => ({
      ...one,
      name: '@acme/api',
      scripts: { ...one.scripts, lint: 'eslint "src/**/*.ts" "test/**/*.ts"' },
      devDependencies: { ...one.devDependencies, ...ESLINT_OF_PNPM },
    }),
    install: [...PNPM, 'install', '--prefer-offline'],
    addPackage: (tarball) => [...PNPM, 'add', tarball],
    add: [...PNPM, 'exec', 'nest', 'add', 'nestjs-rest-routes', '--skip-install'],
    checks: [
      ...['build', 'lint', 'test', 'test:e2e'].map((name) => [...PNPM, 'run', name]),
      [...PNPM, 'exec', 'tsc', '--noEmit'],
    ],
  }),
  row('esbuild-script', {
    template: NEST_12,
    isMetadataMissing: true,
    manifest: (one) => ({
      ...one,
      scripts: { ...one.scripts, build: 'node build.mjs' },
      devDependencies: { ...one.devDependencies, esbuild: '^0.28.0' },
    }),
    files: { 'build.mjs': ESBUILD },
    edits: { 'src/app.controller.ts': INJECTED },
  }),
  row('vitest-projects', {
    template: NEST_12,
    manifest: (one) => ({
      ...one,
      scripts: {
        ...one.scripts,
        test: 'vitest run --project=unit',
        'test:e2e': 'vitest run --project=e2e',
      },
    }),
    files: { 'vitest.config.ts': VITEST_PROJECTS },
  }),
  row('ts-jest-preset', {
    template: NEST_11,
    manifest: ({ jest: { transform, ...jest }, ...one }) => ({
      ...one,
      jest: { ...jest, preset: 'ts-jest' },
    }),
    files: { 'test/jest-e2e.json': JEST_PRESET },
  }),
  row('ts-jest-transform', {
    template: NEST_11,
    manifest: ({ jest, ...one }) => ({
      ...one,
      scripts: {
        ...one.scripts,
        test: 'jest --selectProjects unit',
        'test:e2e': 'jest --selectProjects e2e',
      },
    }),
    files: { 'jest.config.js': JEST_PROJECTS },
  }),
  row('swc', {
    template: NEST_11,
    manifest: ({ jest, ...one }) => ({
      ...one,
      jest: { ...jest, transform: { '^.+\\.(t|j)s$': '@swc/jest' } },
      devDependencies: {
        ...one.devDependencies,
        '@swc/cli': '^0.7.8',
        '@swc/core': '^1.13.0',
        '@swc/jest': '^0.2.39',
      },
    }),
    files: { '.swcrc': SWC, 'test/jest-e2e.json': JEST_SWC, 'nest-cli.json': SWC_BUILDER },
  }),
];

function row(name, settings) {
  const { template } = settings;
  const js = template === NEST_12 ? '.js' : '';
  return {
    name,
    folder: '.',
    source: '.',
    base: 'src',
    prefix: '',
    entry: 'dist/main.js',
    install: NPM_INSTALL,
    addPackage: (tarball) => [...NPM_INSTALL, tarball],
    add: ['npx', 'nest', 'add', 'nestjs-rest-routes', '--skip-install'],
    checks: SCRIPTS,
    edits: {},
    hoisted: {},
    failsBefore: [],
    files: {},
    manifest: (one) => one,
    ...settings,
    js,
    sources: existingSources({ ...settings, js }),
  };
}

function script(name) {
  return ['npm', 'run', name];
}

function typeCheck() {
  return ['npx', 'tsc', '--noEmit'];
}

function requiresModules() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 9);
}
