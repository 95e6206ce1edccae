import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `npm run fuzz`: what looks for counterexamples, as long as FUZZ_RUNS says. */
export default defineConfig({
  root: source('../../'),
  resolve: {
    alias: [
      { find: /^nestjs-rest-routes\/(\w+)$/, replacement: source('../../lib/$1/$1.ts') },
      { find: /^nestjs-rest-routes$/, replacement: source('../../lib/index.ts') },
    ],
  },
  test: {
    include: ['test/fuzz/**/*.fuzz.ts', 'test/cached-routes/twins.test.ts'],
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
});
