import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApplication } from '../support/application.js';
import { startRouting } from './support/routing-application.js';
import { stepCounter, superlinear } from './support/steps.js';

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

const counter = stepCounter();

/** On one adapter: the table of routes is the same, and `linear-input` reads paths on both. */
describe('on fastify', () => {
  let app: TestApplication;

  beforeAll(async () => {
    app = await startRouting('fastify');
    for (const route of ['a', 'b', 'c', 'd']) await app.fetch('GET', `${BASE}/${route}/x-y`);
  });
  afterAll(() => app.close());

  async function send(method: string, path: string): Promise<void> {
    const body =
      method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
    const { status } = await app.fetch(method, path, body);
    expect([204, 400, 404, 414]).toContain(status);
  }

  test('The route of a request is found in time linear in the length of its path, however its segments mix literals and placeholders.', async () => {
    const paths = PATHS.flatMap((pattern) =>
      ['', '-!'].map((end) => ({
        title: `${pattern} … ${end}`,
        size: SIZE,
        run: (size: number) => send('POST', pathOf(pattern, size) + end),
      })),
    );
    expect(await superlinear(counter, paths)).toEqual([]);
  });

  test('A path with more segments than any route is read once, also if the request has a body', async () => {
    await counter.clear();
    const short = await counter.countOf(() => send('POST', pathOf('/a', 2_000)));
    const long = await counter.countOf(() => send('POST', pathOf('/a', 4_000)));
    // Node, the adapter and the library each look at every character a bounded number of times.
    expect((long - short) / 2_000).toBeLessThan(60);
  });
});
