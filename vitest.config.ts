import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { restRoutes } from './lib/compiler/integrations/vite/vite.js';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The files behind the subpaths of the package. */
const ENTRIES = {
  plugin: 'compiler/integrations/nest-cli/plugin',
  vite: 'compiler/integrations/vite/vite',
  loader: 'compiler/integrations/loader/loader',
  openapi: 'openapi/openapi',
  testing: 'testing/testing',
  lint: 'lint/lint',
};

const alias = [
  ...Object.entries(ENTRIES).map(([name, file]) => ({
    find: `nestjs-rest-routes/${name}`,
    replacement: source(`./lib/${file}.ts`),
  })),
  { find: /^nestjs-rest-routes$/, replacement: source('./lib/index.ts') },
];

/** What is written in signature style. */
const SIGNED = ['test/signature/**/*.test.ts', 'test/comparison/ours.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'by hand',
          include: ['test/**/*.test.ts'],
          exclude: [...SIGNED, 'test/bench/**', 'node_modules/**'],
          typecheck: { enabled: true, include: ['test/types/**/*.test-d.ts'] },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        plugins: [restRoutes()],
        test: { name: 'signatures', include: SIGNED, testTimeout: 120_000, hookTimeout: 120_000 },
      },
    ],
  },
});
