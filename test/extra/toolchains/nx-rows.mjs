import { sourcesOf } from './application.mjs';
import { makeInstalledApplication } from './installed-application.mjs';

const FOLDER = 'apps/api';
const ESM = 'module';
const COMMONJS = 'commonjs';
/** The packages of Nx must have one version. */
const NX = '23.2.1';
const PATHS = {
  outputPath: `dist/${FOLDER}`,
  main: `${FOLDER}/src/main.ts`,
  tsConfig: `${FOLDER}/tsconfig.app.json`,
};

const COMPOSED = `const { composePlugins, withNx } = require('@nx/webpack');
const { withRestRoutes } = require('nestjs-rest-routes/loader');

module.exports = composePlugins(
  withNx({ target: 'node', compiler: 'tsc' }),
  (config) => withRestRoutes(config, { tsconfig: 'tsconfig.app.json' }),
);
`;

const PLUGIN = `const { NxAppWebpackPlugin } = require('@nx/webpack/app-plugin');
const { withRestRoutes } = require('nestjs-rest-routes/loader');

module.exports = withRestRoutes(
  {
    output: { path: \`\${__dirname}/../../dist/${FOLDER}\` },
    plugins: [
      new NxAppWebpackPlugin({
        target: 'node',
        compiler: 'tsc',
        main: './src/main.ts',
        tsConfig: './tsconfig.app.json',
        sourceMap: true,
        optimization: false,
        outputHashing: 'none',
      }),
    ],
  },
  { tsconfig: 'tsconfig.app.json' },
);
`;

const WORKSPACE = {
  'nx.json': '{ "analytics": false }',
  'tsconfig.base.json': '{ "compilerOptions": { "skipLibCheck": true } }',
  [`${FOLDER}/tsconfig.json`]: JSON.stringify({
    extends: '../../tsconfig.base.json',
    files: [],
    include: [],
    references: [{ path: './tsconfig.app.json' }],
  }),
};

/** A workspace of Nx with an application, built by each of its tools that can read signatures. */
export const NX_ROWS = [
  nx('Nx, @nx/js:tsc', [ESM, COMMONJS], {
    packages: { '@nx/js': NX },
    build: {
      executor: '@nx/js:tsc',
      options: { ...PATHS, transformers: [{ name: 'nestjs-rest-routes/plugin' }] },
    },
    output: 'src/main.js',
  }),
  nx('Nx, @nx/webpack with composePlugins', [COMMONJS], {
    packages: { '@nx/webpack': NX, webpack: '^5.100.0' },
    build: {
      executor: '@nx/webpack:webpack',
      options: {
        ...PATHS,
        target: 'node',
        compiler: 'tsc',
        sourceMap: true,
        optimization: false,
        outputHashing: 'none',
        webpackConfig: `${FOLDER}/webpack.config.js`,
      },
    },
    files: { [`${FOLDER}/webpack.config.js`]: COMPOSED },
    output: 'main.js',
  }),
  nx('Nx, @nx/webpack with NxAppWebpackPlugin', [COMMONJS], {
    packages: { '@nx/webpack': NX, webpack: '^5.100.0', 'webpack-cli': '^6.0.0' },
    build: { command: 'webpack-cli build', options: { cwd: FOLDER } },
    files: { [`${FOLDER}/webpack.config.js`]: PLUGIN },
    output: 'main.js',
  }),
];

function nx(name, formats, { packages, build, files, output }) {
  return {
    name,
    formats,
    isAnyNode: true,
    make: (format) =>
      makeInstalledApplication({
        format,
        folder: FOLDER,
        packages: '.',
        manifest: { devDependencies: { nx: NX, ...packages } },
        files: {
          ...WORKSPACE,
          [`${FOLDER}/project.json`]: projectOf(build),
          [`${FOLDER}/tsconfig.app.json`]: tsconfigOf(format),
          ...files,
        },
      }),
    // Nothing of Nx runs on in the background or asks another machine.
    env: () => ({ NX_DAEMON: 'false', NX_NO_CLOUD: 'true', CI: 'true' }),
    commands: ({ node }) => [
      ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts'],
      ['npx', 'nx', 'run', 'api:build'],
      [node, '--enable-source-maps', `dist/${FOLDER}/${output}`],
    ],
  };
}

function projectOf(build) {
  return JSON.stringify({
    name: 'api',
    projectType: 'application',
    sourceRoot: `${FOLDER}/src`,
    targets: { build },
  });
}

/** A project of Nx has one file for each purpose; `tsconfig.json` only refers to them. */
function tsconfigOf(format) {
  const { compilerOptions, include } = JSON.parse(sourcesOf(format)['tsconfig.json']);
  const { outDir, rootDir, ...options } = compilerOptions;
  return JSON.stringify({
    extends: './tsconfig.json',
    compilerOptions: options,
    include,
    exclude: ['**/*.spec.ts'],
  });
}
