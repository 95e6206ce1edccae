import { defineConfig } from 'vitest/config';
import { restRoutes } from './lib/compiler/integrations/vite/vite.js';
import { SOURCE_ALIAS as alias } from './test/support/source-alias.js';

/** What is written in signature style. */
const SIGNED = [
  'test/signature/**/*.test.ts',
  'test/comparison/ours.test.ts',
  'test/conformance/library.test.ts',
  'test/contract/contract.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'by hand',
          include: ['test/**/*.test.ts'],
          exclude: [...SIGNED, 'test/bench/**', '**/node_modules/**'],
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
