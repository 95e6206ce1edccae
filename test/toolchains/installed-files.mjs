/** An application of Nest's command line without the library, which `nest add` sets up. */
export const NEST = {
  'src/app.module.ts': `import { Module } from '@nestjs/common';
import { ItemsController } from './items.controller.js';
import { ItemsService } from './items.service.js';

@Module({
  imports: [],
  providers: [ItemsController, ItemsService],
})
export class AppModule {}
`,
  'nest-cli.json': '{ "sourceRoot": "src" }',
  'vitest.config.ts': `import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { globals: true } });
`,
};

/** The root of the workspace. Turborepo runs the scripts of each package. */
export const TURBOREPO = {
  'package.json': JSON.stringify({
    name: 'workspace',
    private: true,
    packageManager: 'npm@10.9.0',
    workspaces: ['apps/*'],
    devDependencies: { turbo: '^2.11.0' },
  }),
  'turbo.json': JSON.stringify({
    tasks: {
      build: { dependsOn: ['^build'], outputs: ['out/**'] },
      test: { dependsOn: ['^build'] },
    },
  }),
};

/** A workspace of one application, in CommonJS as Nx generates it. */
export const NX = {
  'nx.json': JSON.stringify({ analytics: false }),
  'project.json': JSON.stringify({
    name: 'acme',
    sourceRoot: 'src',
    projectType: 'application',
    targets: {
      build: {
        executor: '@nx/js:tsc',
        options: {
          outputPath: 'out',
          main: 'src/main.ts',
          tsConfig: 'tsconfig.build.json',
          transformers: [{ name: 'nestjs-rest-routes/plugin', options: {} }],
        },
      },
      bundle: {
        executor: '@nx/webpack:webpack',
        options: {
          outputPath: 'out',
          main: 'src/main.ts',
          tsConfig: 'tsconfig.build.json',
          target: 'node',
          compiler: 'tsc',
          sourceMap: true,
          webpackConfig: 'webpack.config.js',
        },
      },
    },
  }),
  'webpack.config.js': `const { composePlugins, withNx } = require('@nx/webpack');
const { withRestRoutes } = require('nestjs-rest-routes/loader');

module.exports = composePlugins(withNx(), (config) => withRestRoutes(config));
`,
};
