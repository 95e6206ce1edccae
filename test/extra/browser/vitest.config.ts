import { defineConfig } from 'vitest/config';
import { REPOSITORY } from '../../support/repository.js';

/** `npm run test:extra -- browser`: WordPress's clients in Chromium, and the sample. */
export default defineConfig({
  root: REPOSITORY,
  test: { include: ['test/extra/browser/*.browser.ts'], testTimeout: 60_000, hookTimeout: 120_000 },
});
