import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { restRoutes } from './lib/compiler/integrations/vite/vite.js';
import { repeatSkips } from './test/support/repeat-skips.js';
import { SOURCE_ALIAS as alias } from './test/support/source-alias.js';

/**
 * What no build may read: declarations by hand, and declarations that the build refuses, so that startup must. All
 * other tests are compiled as applications are.
 */
const NOT_BUILT = /\/test\/(?:by-hand|diagnostics|rules)\//;

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
  'test/signature/{corpus-boots,nest-build}.test.ts',
  'test/types/registered-user.test.ts',
];

/** What runs a second time, in the usual variant: `test/support/usual-application.ts`. */
const USUAL = [
  'test/{batch,cached-routes,http,in-and-out,mcp,permissions}/**/*.test.ts',
  'test/conformance/{http,library,multipart,values,vocabulary,wordpress-routes}.test.ts',
  'test/security/unserializable-results.test.ts',
];
const ONLY_USUAL = ['test/http/usual-application.test.ts'];
/** They start no application, or one of another process, or are about values or stores, which no variant changes. */
const NOT_USUAL = [
  'test/cached-routes/{memory,redis}.test.ts',
  'test/http/express-server.test.ts',
  'test/http/validation-parity.test.ts',
  'test/http/arguments/{data-schemas,file-limits,uuids}.test.ts',
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
const HANG = 420_000;

/** One for all projects, so that they have one program of the compiler. */
const signatures = readSignatures();

/** The plugin of the library, as applications have it, but for some files. */
function readSignatures(): Plugin {
  const plugin = restRoutes();
  const { transform } = plugin;
  if (typeof transform !== 'object' || !(transform.filter?.id instanceof RegExp))
    throw new TypeError('The plugin has another filter.');
  const id = { include: transform.filter.id, exclude: NOT_BUILT };
  return { ...plugin, transform: { ...transform, filter: { ...transform.filter, id } } };
}

const common = {
  setupFiles: ['test/support/property-seed.ts'],
  testTimeout: HANG,
  hookTimeout: HANG,
  // Compilers and servers make much that is garbage soon: with room for it, a seventh of the time goes.
  execArgv: ['--max-semi-space-size=64'],
};

/** The files of a project share the modules of their worker: loading them for each file takes minutes. */
const shared = { ...common, isolate: false };

const built = { resolve: { alias }, plugins: [signatures] };

const usual = { provide: { variant: 'usual' as const } };

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
        ...built,
        test: {
          ...shared,
          name: 'bare',
          include: ['test/**/*.test.ts'],
          exclude: [...COUNTED, ...BUILDS, ...ONLY_USUAL, ...NEVER],
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
        ...built,
        test: {
          ...shared,
          ...usual,
          name: 'usual',
          include: USUAL,
          exclude: [...NOT_USUAL, ...NEVER],
        },
      },
      { ...built, test: { ...common, name: 'counted', include: COUNTED } },
      { ...built, test: { ...common, name: 'builds', include: BUILDS } },
    ],
  },
});
