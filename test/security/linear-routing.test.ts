import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApplication } from '../support/application.js';
import { startCounting, type StepCounter } from './support/steps.js';

/** A little more than twice, as buffers come in pieces. */
const MOST = 2.2;
const SIZE = 1_500;
const BASE = '/api/acme/v1';

const SEGMENTS = [
  '-',
  'a-',
  '-a',
  '--a',
  '1',
  '1-',
  'a',
  'ab',
  'a.',
  '.ab-',
  '%2D',
  '%2Da-',
  '%61-',
  'A-',
];
const PATHS: readonly string[] = [
  '/a',
  '/',
  '/-',
  '/acme',
  '/a/',
  '/%61',
  '/1',
  '/..',
  '/A',
  ...['a', 'b', 'c', 'd', 'e'].flatMap((route) => SEGMENTS.map((part) => `/${route}/ ${part}`)),
  ...SEGMENTS.map((part) => `/x/a/ ${part}`),
  ...['a/', '/a', '/a/a', '%20', '/.', 'a/a/', ':'].map((part) => `/e/ ${part}`),
];

/** A path of a length: what stands before a space is written once. */
function pathOf(pattern: string, size: number): string {
  const [first = '', part] = pattern.split(' ');
  const repeated = part ?? first;
  const beginning = part === undefined ? BASE : BASE + first;
  return beginning + repeated.repeat(Math.ceil(size / repeated.length));
}

let counter: StepCounter;

// Once: the blocks of code that was loaded before are not all counted.
beforeAll(async () => {
  counter = await startCounting();
});
afterAll(() => counter.stop());

/** On one adapter: the table of routes is the same, and `linear-input` reads paths on both. */
describe('on fastify', () => {
  let app: TestApplication;

  beforeAll(async () => {
    // Loaded only now, so that their blocks are counted.
    const { startRouting } = await import('./support/routing-application.js');
    app = await startRouting('fastify');
    for (const route of ['a', 'b', 'c', 'd']) await app.fetch('GET', `${BASE}/${route}/x-y`);
  });
  afterAll(() => app.close());

  const stepsOf = (method: string, path: string): Promise<number> =>
    counter.countOf(async () => {
      const body =
        method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
      const { status } = await app.fetch(method, path, body);
      expect([204, 400, 404, 414]).toContain(status);
    });

  test('The route of a request is found in time linear in the length of its path, however its segments mix literals and placeholders.', async () => {
    const superlinear: string[] = [];
    for (const pattern of PATHS) {
      for (const end of ['', '-!']) {
        const once = await stepsOf('POST', pathOf(pattern, SIZE) + end);
        const twice = await stepsOf('POST', pathOf(pattern, 2 * SIZE) + end);
        if (twice > MOST * once)
          superlinear.push(`${pattern} … ${end}: ${once} steps, then ${twice}`);
      }
    }
    expect(superlinear).toEqual([]);
  });

  test('A path with more segments than any route is read once, also if the request has a body', async () => {
    const short = await stepsOf('POST', pathOf('/a', 2_000));
    const long = await stepsOf('POST', pathOf('/a', 4_000));
    // Node, the adapter and the library each look at every character a bounded number of times.
    expect((long - short) / 2_000).toBeLessThan(60);
  });
});
