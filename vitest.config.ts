import { randomInt } from 'node:crypto';
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

const SEED = propertySeed(process.env['PROPERTY_SEED'] ?? 'random');
console.log(`Properties begin with PROPERTY_SEED=${SEED}.`);
// The processes of the tests inherit it.
process.env['PROPERTY_SEED'] = SEED;
const setupFiles = ['test/support/property-seed.ts'];

/** A whole number, also for `random`. */
function propertySeed(text: string): string {
  if (text === 'random' || text === '') return String(randomInt(2 ** 31));
  if (/^-?\d{1,10}$/.test(text)) return text;
  throw new RangeError(`PROPERTY_SEED is a whole number or "random", not ${JSON.stringify(text)}.`);
}

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'by hand',
          setupFiles,
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
        test: {
          name: 'signatures',
          setupFiles,
          include: SIGNED,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
