import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRequest } from '../support/application.js';
import type { Scratch } from '../support/scratch/scratch.js';
import { replay } from './library/replay.js';
import { ESBUILD, JEST, RSPACK, WRITE_COMPILED } from './producers/build-scripts.js';
import {
  createLibraryApplication,
  startProcess,
  type RunningApplication,
} from './producers/library-application.js';
import { readLines, type Exchange } from './recordings.js';

const exchanges = readLines<Exchange>('./library.jsonl');

/** How each producer builds the application, and what starts it. library.test.ts does it by Vite. */
const PRODUCERS: Readonly<Record<string, { readonly build?: string; readonly start: string[] }>> = {
  "the plugin of Nest's command line": { build: 'nest', start: ['dist/library/main.js'] },
  'the loader, in rspack': { build: 'rspack.mjs', start: ['out-rspack/main.mjs'] },
  'the plugin of esbuild and Bun': { build: 'esbuild.mjs', start: ['out-esbuild/main.js'] },
  'the transformer of Jest': { build: 'jest.mjs', start: ['out-jest/main.js'] },
  'nestjs-rest-routes/register': {
    start: ['--import', 'nestjs-rest-routes/register', 'src/library/main.ts'],
  },
};

/** The tools themselves, where they are not installed here, are run by `npm run test:extra -- toolchains`. */
describe('the recordings of the server features of WordPress, by every producer of signatures', () => {
  let scratch: Scratch;
  beforeAll(() => {
    scratch = createLibraryApplication();
    scratch.write('rspack.mjs', RSPACK);
    scratch.write('esbuild.mjs', ESBUILD);
    scratch.write('jest.mjs', JEST);
    scratch.write('write-compiled.mjs', WRITE_COMPILED);
    scratch.edit(
      'nest-cli.json',
      '"deleteOutDir"',
      '"plugins": ["nestjs-rest-routes"], "deleteOutDir"',
    );
  });
  afterAll(() => scratch.dispose());

  describe.each(Object.entries(PRODUCERS))('%s', (_name, { build, start }) => {
    let app: RunningApplication;
    beforeAll(async () => {
      if (build !== undefined) {
        const built = build === 'nest' ? scratch.nest('build') : scratch.run(build);
        expect(built).toEqual({ status: 0, text: '' });
      }
      app = await startProcess(scratch.root, start);
    });
    afterAll(() => app.stop());

    test.each(exchanges)('$id $group $method $path', (exchange) => {
      const port = Number(new URL(app.url).port);
      return replay(
        { url: app.url, fetch: (...request) => sendRequest(port, ...request) },
        exchange,
      );
    });
  });
});
