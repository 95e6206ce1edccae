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
