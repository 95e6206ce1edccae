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

/** The packages of an application of Nest 11 whose builder is webpack. */
export const NEST_11 = {
  dependencies: {
    '@nestjs/common': '^11.2.10',
    '@nestjs/core': '^11.2.10',
    '@nestjs/platform-express': '^11.2.10',
  },
  devDependencies: {
    '@nestjs/cli': '^11.0.0',
    '@nestjs/schematics': '^11.0.0',
    '@nestjs/testing': '^11.2.6',
    'ts-loader': '^9.5.2',
    typescript: '^5.9.0',
  },
};
