import { execFileSync } from 'node:child_process';
import { EXPECTED } from './application.mjs';
import { makeInstalledApplication } from './installed-application.mjs';
import { NEST, NEST_11, TURBOREPO } from './installed-files.mjs';

/** Applications that install the tarball, each with its tools: package managers and tools of workspaces. */
export const INSTALLED_ROWS = [
  packageManager('pnpm', {
    manager: ['npx', '--yes', 'pnpm@10'],
    node: 'node22',
    files: { 'pnpm-workspace.yaml': 'packages: []\n' },
  }),
  packageManager("Yarn 4, Plug'n'Play", {
    manager: ['npx', '--yes', '--package', '@yarnpkg/cli-dist@4', 'yarn'],
    // Nest's command line requires ES modules, which Plug'n'Play can resolve from this version on.
    node: 'node24',
    files: { '.yarnrc.yml': 'nodeLinker: pnp\nenableTelemetry: false\n', 'yarn.lock': '' },
  }),
  {
    name: 'Turborepo, npm workspaces',
    formats: ['module'],
    isAnyNode: true,
    make: () =>
      makeInstalledApplication({
        folder: 'apps/api',
        manifest: { scripts: { build: 'nest build', test: 'vitest run' } },
        files: { ...inFolder('apps/api', NEST), ...TURBOREPO },
      }),
    env: () => ({ TURBO_TELEMETRY_DISABLED: '1' }),
    commands: ({ node }) => [
      npmInstall(),
      ['npm', 'exec', '--workspace=apps/api', '--', 'nest', 'add', ...ADDED],
      ['npx', 'turbo', 'run', 'build', 'test', '--no-daemon'],
      [node, '--enable-source-maps', 'apps/api/out/main.js'],
    ],
  },
  nest11Webpack('with the plugin', {
    'nest-cli.json': settings({ webpack: true, plugins: ['nestjs-rest-routes'] }),
  }),
  nest11Webpack('withRestRoutes', {
    'nest-cli.json': settings({ builder: 'webpack' }),
    'webpack.config.js': `const { withRestRoutes } = require('nestjs-rest-routes/loader');

module.exports = (config) => withRestRoutes(config);
`,
  }),
];

const ADDED = ['nestjs-rest-routes', '--skip-install'];

/** Nothing is set up at first: `nest add` does that. */
function packageManager(name, { manager, files, node }) {
  const run = (...words) => [...manager, 'exec', ...words];
  return {
    name,
    formats: ['module'],
    isAnyNode: true,
    make: () => makeInstalledApplication({ files: { ...NEST, ...files } }),
    env: (tools) => ({ ...registry(), PATH: `${tools}${node}/bin:${process.env.PATH}` }),
    commands: () => [
      [...manager, 'install'],
      run('nest', 'add', ...ADDED),
      run('nest', 'generate', '-c', 'nestjs-rest-routes', 'rest-controller', 'shelves'),
      run('nest', 'build'),
      run('vitest', 'run'),
      run('node', '--enable-source-maps', 'out/main.js'),
    ],
  };
}

function nest11Webpack(name, files) {
  return {
    name: `webpack of the Nest CLI 11, ${name}`,
    formats: ['commonjs'],
    isAnyNode: true,
    make: (format) => makeInstalledApplication({ format, manifest: NEST_11, files }),
    commands: ({ node }) => [
      npmInstall(),
      [node, 'node_modules/@nestjs/cli/bin/nest.js', 'build'],
      // Not where tsconfig.json says: webpack has a folder of its own.
      [node, 'dist/main.js'],
    ],
    // This builder writes no source maps.
    expected: EXPECTED.replace(/ main\.ts.*/, ''),
  };
}

function settings(compilerOptions) {
  return JSON.stringify({ sourceRoot: 'src', compilerOptions });
}

function npmInstall() {
  return ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts'];
}

function inFolder(folder, files) {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]),
  );
}

/** Yarn asks a registry of its own otherwise, and takes the lock file of a CI for finished. */
function registry() {
  const url = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  return {
    YARN_NPM_REGISTRY_SERVER: url,
    YARN_UNSAFE_HTTP_WHITELIST: new URL(url).hostname,
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_ENABLE_GLOBAL_CACHE: 'false',
  };
}
