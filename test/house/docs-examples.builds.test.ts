import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScratch, type Scratch } from '../support/scratch/scratch.js';
import { PLUGIN_LINE } from '../support/scratch/scratch-sources.js';
import { compileExamples } from './docs/compile.js';
import { allExamples, uncheckedBlocks, type Example } from './docs/examples.js';
import { exchangesOf, isAsShown, type Exchange, type Received } from './docs/exchanges.js';
import { SERVE } from './docs/serve.js';

/** The examples of the README and of `docs/`, in an application of `nest new`, built by `nest build`. */
const examples = allExamples();
const applications = examples.filter(({ isApplication }) => isApplication);
const named = examples.filter(({ file }) => !file.includes('/example-') && !isConfiguration(file));

const ADAPTERS = ['express', 'fastify'] as const;
const PLAIN_CONFIG = '"deleteOutDir": true';
const SIGNED_CONFIG = `${PLAIN_CONFIG}, ${PLUGIN_LINE}`;

/** Built once more without the compiler plugin. */
const BY_HAND = 'docs/without-a-compiler.md';

/** The responses to the exchanges of each example, or the error that it failed with. */
type Served = Readonly<Record<string, readonly Received[] | string>>;

/** Pages that must have an application which is served and sent requests. */
const SERVED = [
  'README.md',
  'docs/adopt-one-part-at-a-time.md',
  'docs/arguments.md',
  'docs/authentication.md',
  'docs/caching.md',
  'docs/declared-responses.md',
  'docs/getting-started.md',
  'docs/migrating-from-wordpress.md',
  'docs/permissions-in-practice.md',
  'docs/permissions.md',
  'docs/requests-within-requests.md',
  'docs/responses.md',
  'docs/uploads.md',
  'docs/value-classes.md',
  'docs/without-a-compiler.md',
];

test('every TypeScript example of the README and of docs/ compiles', () => {
  expect(examples.length).toBeGreaterThan(20);
  expect(compileExamples(examples)).toEqual([]);
});

test('an error in an example is reported at its line in the page', () => {
  const first = examples.find(({ offset }) => offset > 0);
  if (first === undefined) throw new Error('There is no example with a prelude.');
  const lines = first.text.split('\n');
  const text = lines.toSpliced(first.offset, 1, 'unknownName();').join('\n');
  const [found] = compileExamples([{ ...first, text }]);
  expect(found).toContain(`${first.block.page}:${first.block.line} TS`);
});

test('a response that is not as shown is found', () => {
  expect(isAsShown('{"id":7,"title":"Chair"}', '{"id":7,…}')).toBe(true);
  expect(isAsShown('{"id":8,"title":"Chair"}', '{"id":7,…}')).toBe(false);
  expect(isAsShown('text', '')).toBe(false);
});

test('every example that is not compiled states the reason', () => {
  const unexplained = [...uncheckedBlocks()].filter(([, reason]) => reason.length < 10);
  expect(unexplained).toEqual([]);
});

test('the pages that teach the basics have an example that is served', () => {
  const pages = new Set(applications.map(({ block }) => block.page));
  expect(SERVED.filter((page) => !pages.has(page))).toEqual([]);
});

describe('in an application of nest new', () => {
  let scratch: Scratch;
  beforeAll(() => {
    scratch = createScratch({}, '--strict');
    scratch.write('serve.mjs', SERVE);
    scratch.edit('nest-cli.json', PLAIN_CONFIG, SIGNED_CONFIG);
    for (const { file, text } of [...applications, ...named]) writeSource(file, text);
    expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
  });
  afterAll(() => scratch.dispose());

  describe.each(ADAPTERS)('on %s', (adapter) => {
    let served: Served;
    beforeAll(() => {
      served = serve(adapter, applications, exchangesOf);
    });

    test.each(applications)('the example at $place serves what its page shows', (example) => {
      const exchanges = exchangesOf(example);
      expect(exchanges, `${example.place} shows no exchange.`).not.toEqual([]);
      expectShown(exchanges, served[moduleOf(example)]);
    });
  });

  test('the tests of docs/testing.md and docs/getting-started.md pass', () => {
    scratch.write(
      'vitest.config.ts',
      `import { restRoutes } from 'nestjs-rest-routes/vite';\n${scratch.read('vitest.config.ts')}`,
    );
    scratch.edit('vitest.config.ts', '[tsconfigPaths()]', '[tsconfigPaths(), restRoutes()]');
    const { status, text } = scratch.vitest('src/testing', 'src/getting-started');
    expect(text).toMatch(/Tests +\d+ passed/);
    expect(status, text).toBe(0);
  });

  test('the first example, declared by hand, serves the same without the plugin', () => {
    const [first] = applications;
    const byHand = applications.find(({ block }) => block.page === BY_HAND);
    if (first === undefined || byHand === undefined) throw new Error('An example is missing.');
    scratch.edit('nest-cli.json', SIGNED_CONFIG, PLAIN_CONFIG);
    for (const { file } of [...applications, ...named]) {
      if (file !== byHand.file) rmSync(join(scratch.root, 'src', file), { force: true });
    }
    expect(scratch.nest('build')).toEqual({ status: 0, text: '' });
    const exchanges = exchangesOf(first);
    expect(exchanges.length).toBeGreaterThanOrEqual(5);
    const served = serve('express', [byHand], () => exchanges);
    expectShown(exchanges, served[moduleOf(byHand)]);
  });

  function writeSource(file: string, text: string): void {
    mkdirSync(join(scratch.root, 'src', dirname(file)), { recursive: true });
    scratch.write(`src/${file}`, text);
  }

  function serve(
    adapter: string,
    started: readonly Example[],
    requests: (example: Example) => readonly Exchange[],
  ): Served {
    const plan = started.map((example) => ({
      module: moduleOf(example),
      exchanges: requests(example),
    }));
    const { status, text } = scratch.run('serve.mjs', adapter, JSON.stringify(plan));
    expect(status, text).toBe(0);
    return JSON.parse(text.trim().split('\n').at(-1) ?? '') as Served;
  }
});

function moduleOf({ file }: Example): string {
  return `./dist/${file.replace(/\.ts$/, '.js')}`;
}

function isConfiguration(file: string): boolean {
  return file.endsWith('.config.ts');
}

function expectShown(exchanges: readonly Exchange[], received: Served[string] | undefined): void {
  if (!Array.isArray(received)) throw new Error(String(received));
  const shown = exchanges.map(({ page, line, ...exchange }, at) => {
    const { status = 0, body = '', headers = {} } = received[at] ?? ({} as Partial<Received>);
    const isShown =
      status === exchange.status &&
      isAsShown(body, exchange.shown) &&
      Object.entries(exchange.shownHeaders).every(([name, value]) =>
        isAsShown(headers[name] ?? '', value),
      );
    return isShown ? 'as shown' : { at: `${page}:${line}`, status, body, headers };
  });
  expect(shown).toEqual(exchanges.map(() => 'as shown'));
}
