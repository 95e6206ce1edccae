// Runs tests that "npm test" leaves out, because they install tools or run for many minutes:
// npm run test:extra -- NAME [argument]... docs/contributing.md says what each tests.
import { runNamed } from '../support/run-named.mjs';

const BUILD = 'npm run build';
const BUILD_SAMPLE = 'npx nest build';
const VITEST = 'node_modules/vitest/vitest.mjs run --config';

runNamed('test:extra', {
  browser: [
    'npm ci --prefix test/extra/browser --ignore-scripts',
    BUILD,
    BUILD_SAMPLE,
    `${VITEST} test/extra/browser/vitest.config.ts`,
  ],
  contract: [
    'npm ci --prefix test/extra/contract/tools --ignore-scripts',
    'npm ci --prefix test/extra/contract/wordpress --ignore-scripts',
    BUILD,
    `${VITEST} test/extra/contract/vitest.config.ts`,
  ],
  existing: [BUILD, 'test/extra/existing/run.mjs'],
  'first-hour': [BUILD, 'test/extra/first-hour/run.mjs'],
  fuzz: [`${VITEST} test/extra/fuzz/vitest.config.ts`],
  mcp: [
    'npm ci --prefix test/extra/mcp/tools --ignore-scripts',
    `${VITEST} test/extra/mcp/vitest.config.ts`,
  ],
  mutation: ['test/extra/mutation/run.mjs'],
  parity: ['test/extra/parity/run.mjs'],
  'parity-planted': ['test/extra/parity/planted.mjs'],
  queries: [
    'npm install --prefix test/extra/queries --no-save --no-package-lock --ignore-scripts',
    BUILD,
    'test/extra/queries/run.mjs',
  ],
  soak: [BUILD, 'test/extra/soak/run.mjs'],
  'soak-planted': [BUILD, 'test/extra/soak/planted.mjs'],
  toolchains: [
    'npm install --prefix test/extra/toolchains --no-save',
    BUILD,
    'test/extra/toolchains/run.mjs',
  ],
  uploads: [BUILD, 'test/extra/uploads/run.mjs'],
});
