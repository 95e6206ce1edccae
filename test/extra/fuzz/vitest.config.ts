import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { restRoutes } from '../../../lib/compiler/integrations/vite/vite.js';
import { REPOSITORY } from '../../support/repository.js';
import { SOURCE_ALIAS } from '../../support/source-alias.js';

/** `npm run test:extra -- fuzz`: what looks for counterexamples, as long as FUZZ_RUNS says. */
export default defineConfig({
  root: REPOSITORY,
  plugins: [restRoutes()],
  resolve: {
    alias: SOURCE_ALIAS,
  },
  test: {
    maxWorkers: Math.max(2, availableParallelism()),
    include: ['test/extra/fuzz/**/*.fuzz.ts', 'test/features/caching/twin-routes.test.ts'],
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
});
