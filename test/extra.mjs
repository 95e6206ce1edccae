// Runs tests that "npm test" leaves out, because they install tools or run for many minutes:
// npm run test:extra -- NAME [argument]... docs/contributing.md says what each tests.
import { runNamed } from './support/run-named.mjs';

const BUILD = 'npm run build';
const BUILD_SAMPLE = 'npx nest build';
const VITEST = 'node_modules/vitest/vitest.mjs run --config';

runNamed('test:extra', {
  browser: [
    'npm ci --prefix test/browser --ignore-scripts',
    BUILD,
    BUILD_SAMPLE,
    `${VITEST} test/browser/vitest.config.ts`,
  ],
  contract: [
    'npm ci --prefix test/contract/tools --ignore-scripts',
    'npm ci --prefix test/contract/wordpress --ignore-scripts',
    BUILD,
    `${VITEST} test/contract/vitest.config.ts`,
  ],
  'first-hour': [BUILD, 'test/first-hour/run.mjs'],
  fuzz: [`${VITEST} test/fuzz/vitest.config.ts`],
  mcp: ['npm ci --prefix test/mcp/tools --ignore-scripts', `${VITEST} test/mcp/vitest.config.ts`],
  mutation: ['test/extra/mutation/run.mjs'],
  parity: ['test/extra/parity/run.mjs'],
  'parity-planted': ['test/extra/parity/planted.mjs'],
  queries: [
    'npm install --prefix test/queries --no-save --no-package-lock --ignore-scripts',
    BUILD,
    'test/queries/run.mjs',
  ],
  soak: [BUILD, 'test/soak/run.mjs'],
  'soak-planted': [BUILD, 'test/soak/planted.mjs'],
  toolchains: ['npm install --prefix test/toolchains --no-save', BUILD, 'test/toolchains/run.mjs'],
  uploads: [BUILD, 'test/uploads/run.mjs'],
});
