import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { restRoutes } from './lib/compiler/integrations/vite/vite.js';
import { repeatSkips } from './test/support/repeat-skips.js';
import { SOURCE_ALIAS as alias } from './test/support/source-alias.js';

/** What is written in signature style. */
const SIGNED = [
  'test/signature/**/*.test.ts',
  'test/comparison/ours.test.ts',
  'test/conformance/library.test.ts',
  'test/contract/contract.test.ts',
  'test/security/{entering-again,ways-to-start}.test.ts',
];

/** What counts the blocks of code that run: they are counted only in code that is loaded after the counter. */
const COUNTED = ['test/security/linear-*.test.ts', 'test/security/wide-values.test.ts'];

/**
 * What builds, generates or starts whole applications, clusters or browsers, or checks for minutes: `npm run test:builds`
 * runs it, `npm test` does not.
 */
const BUILDS = [
  'test/clients/typed-client.test.ts',
  'test/compiler/integrations/*.test.ts',
  'test/compiler/{corpus-producers,targets}.test.ts',
  'test/conformance/{producers,published-indexes,wordpress-import}.test.ts',
  'test/house/{docs-examples,regular-expressions}.test.ts',
  'test/openapi/reference-in-browsers.test.ts',
  'test/sample/{documented-commands,servers}.test.ts',
  'test/scaling/redis.test.ts',
  'test/schematics/{monorepo,new-application,unusual-index}.test.ts',
  'test/types/registered-user.test.ts',
];
const SIGNED_BUILDS = ['test/signature/{corpus-boots,nest-build}.test.ts'];

/** What runs a second time, in the shape that applications usually have: `test/support/usual-application.ts`. */
const USUAL = [
  'test/{batch,cached-routes,http,permissions}/**/*.test.ts',
  'test/conformance/{http,multipart,values,vocabulary,wordpress-routes}.test.ts',
  'test/security/unserializable-results.test.ts',
];
const USUAL_SIGNED = ['test/conformance/library.test.ts'];
const ONLY_USUAL = ['test/http/usual-application.test.ts'];
/** They start no application, or one of another process, or are about values or stores, which no shape changes. */
const NOT_USUAL = [
  'test/cached-routes/{memory,redis}.test.ts',
  'test/http/express-server.test.ts',
  'test/http/validation-parity.test.ts',
  'test/http/arguments/{data-schemas,file-limits,patterns,types-by-hand,uuids}.test.ts',
];

const NEVER = ['test/bench/**', '**/node_modules/**'];

const SEED = propertySeed(process.env['PROPERTY_SEED'] ?? '1001');
console.log(`Properties begin with PROPERTY_SEED=${SEED}.`);
// The processes of the tests inherit it.
process.env['PROPERTY_SEED'] = SEED;

/** A whole number, also for `random`. */
function propertySeed(text: string): string {
  if (text === 'random' || text === '') return String(randomInt(2 ** 31));
  if (/^-?\d{1,10}$/.test(text)) return text;
  throw new RangeError(`PROPERTY_SEED is a whole number or "random", not ${JSON.stringify(text)}.`);
}

/** For what hangs. A test on a busy machine takes its time, so that none has a limit of its own. */
const HANG = 900_000;

const common = {
  setupFiles: ['test/support/property-seed.ts'],
  testTimeout: HANG,
  hookTimeout: HANG,
  // Compilers and servers make much that is garbage soon: with room for it, a seventh of the time goes.
  execArgv: ['--max-semi-space-size=64'],
};

/** The files of a project share the modules of their worker: loading them for each file takes minutes. */
const shared = { ...common, isolate: false };

const usual = { provide: { shape: 'usual' as const } };

/**
 * The projects run one after the other, so that a worker keeps its modules. They have one group: a worker that has
 * nothing more to do for a project goes on with the next one.
 */
export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism()),
    onConsoleLog: repeatSkips(),
    projects: [
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'by hand',
          include: ['test/**/*.test.ts'],
          exclude: [...SIGNED, ...COUNTED, ...BUILDS, ...ONLY_USUAL, ...NEVER],
          typecheck: {
            enabled: true,
            include: ['test/types/**/*.test-d.ts'],
            spawnTimeout: HANG,
            // All other files are for "npm run typecheck".
            tsconfig: 'test/types/tsconfig.json',
          },
        },
      },
      {
        resolve: { alias },
        plugins: [restRoutes()],
        test: {
          ...shared,
          name: 'signatures',
          include: SIGNED,
          exclude: [...SIGNED_BUILDS, ...NEVER],
        },
      },
      {
        resolve: { alias },
        test: {
          ...shared,
          ...usual,
          name: 'usual',
          include: USUAL,
          exclude: [...NOT_USUAL, ...NEVER],
        },
      },
      {
        resolve: { alias },
        plugins: [restRoutes()],
        test: { ...shared, ...usual, name: 'usual with signatures', include: USUAL_SIGNED },
      },
      {
        resolve: { alias },
        test: { ...common, name: 'counted', include: COUNTED },
      },
      {
        resolve: { alias },
        test: { ...common, name: 'builds', include: BUILDS },
      },
      {
        resolve: { alias },
        plugins: [restRoutes()],
        test: {
          ...common,
          name: 'builds with signatures',
          include: SIGNED_BUILDS,
        },
      },
    ],
  },
});
