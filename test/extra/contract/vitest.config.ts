import { defineConfig } from 'vitest/config';
import { restRoutes } from '../../../lib/compiler/integrations/vite/vite.js';
import { REPOSITORY } from '../../support/repository.js';
import { SOURCE_ALIAS } from '../../support/source-alias.js';

/** `npm run test:extra -- contract`: a proxy between requests and the API, and clients of other generators. */
export default defineConfig({
  root: REPOSITORY,
  resolve: { alias: SOURCE_ALIAS },
  plugins: [restRoutes()],
  test: {
    include: ['test/extra/contract/*.contract.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
