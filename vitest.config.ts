import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Plugin } from 'vite';
import type { ProvidedContext } from 'vitest';
import { defineConfig } from 'vitest/config';
import { restRoutes } from './lib/compiler/integrations/vite/vite.js';
import { sayWhatIsLeft } from './test/support/left-to-ci.js';
import { repeatSkips } from './test/support/repeat-skips.js';
import { SOURCE_ALIAS as alias } from './test/support/source-alias.js';
import {
  asksForAdapters,
  asksForExtent,
  hasUsualParts,
  testFiles,
} from './test/support/test-files.js';

/**
 * What no build may read: declarations by hand, and declarations that the build refuses, so that startup must. All
 * other tests are compiled as applications are.
 */
const NOT_BUILT = /\/test\/(?:decorators|diagnostics|routes\/rules)\/|\.by-hand\./;

/** What counts the blocks of code that run. */
const COUNTED = /^test\/security\/(?:linear-.*|wide-values)\.test\.ts$/;

/** What needs `dist` or `dist-sample`, which `npm run test:builds` and `npm run test:all` build. */
const DIST = /\.dist\.test\.ts$/;

/**
 * What builds, generates or starts whole applications, clusters or browsers, or checks for minutes: the same commands
 * run it.
 */
const BUILDS = /\.builds\.test\.ts$/;

/** They are about the usual parts. */
const ONLY_USUAL = 'test/nest/usual-application.test.ts';

const files = testFiles();
const counted = files.filter((file) => COUNTED.test(file));
const builds = files.filter((file) => BUILDS.test(file));
const dist = files.filter((file) => DIST.test(file));
const others = files.filter((file) => ![...counted, ...builds, ...dist].includes(file));
const usual = files.filter(hasUsualParts);
const alsoBare = others.filter((file) => usual.includes(file) && file !== ONLY_USUAL);
const inTwoExtents = others.filter(asksForExtent);
const inOneExtent = others.filter((file) => !inTwoExtents.includes(file));

const ofAdapters = (some: readonly string[]) => some.filter(asksForAdapters);

const SEED = propertySeed(process.env['PROPERTY_SEED'] ?? '1001');
console.log(`Properties begin with PROPERTY_SEED=${SEED}.`);
// The processes of the tests inherit it.
process.env['PROPERTY_SEED'] = SEED;

sayWhatIsLeft({
  'the same on Express': ofAdapters(inOneExtent),
  'applications without the usual parts': alsoBare,
  'recordings and random requests that were sent in part': inTwoExtents,
  'what needs dist': dist,
  'what builds applications': builds,
});

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

/** The files of a project share the modules of their worker: loading them for each file takes minutes. */
const shared = {
  isolate: false,
  setupFiles: ['test/support/property-seed.ts'],
  testTimeout: HANG,
  hookTimeout: HANG,
  // Compilers and servers make much that is garbage soon: with room for it, a seventh of the time goes.
  execArgv: ['--max-semi-space-size=64'],
};

/** Blocks are counted only in code that is loaded after the counter has started. */
const counting = {
  setupFiles: [...shared.setupFiles, 'test/security/support/start-counting.ts'],
};

const onFastify = { adapters: ['fastify'], extent: 'part' } as const;
const onExpress = { adapters: ['express'], extent: 'part' } as const;

/** The files of `test/types` that only state types; all others are for `npm run typecheck`. */
const typecheck = {
  enabled: true,
  include: ['test/types/**/*.test-d.ts'],
  spawnTimeout: HANG,
  tsconfig: 'test/types/tsconfig.json',
};

/**
 * `npm test` runs `fastify` and `counted`: each test once, and a part of recordings and of random requests. The others are
 * what it leaves to `npm run test:all`. The projects run one after the other, and have one group: a worker that has
 * nothing more to do for a project goes on with the next one.
 */
export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism()),
    onConsoleLog: repeatSkips(),
    projects: [
      project('fastify', others, { ...onFastify, usual }, { typecheck }),
      project('counted', counted, onFastify, counting),
      project('express', ofAdapters(inOneExtent), { ...onExpress, usual }),
      project('whole', inTwoExtents, { usual }),
      project('bare', alsoBare, { extent: 'part' }),
      project('counted-express', ofAdapters(counted), onExpress, counting),
      project('dist', dist, { usual }),
      project('builds', builds, { usual }, { isolate: true }),
    ],
  },
});

function project(
  name: string,
  include: readonly string[],
  provide: ProvidedContext = {},
  more: object = {},
) {
  const test = { ...shared, name, include: [...include], provide, ...more };
  return { resolve: { alias }, plugins: [signatures], test };
}
