import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, type TestApplication } from '../support/application.js';
import { fixtureModule } from '../support/fixture.js';
import { comparable, readLines, type Exchange } from './recordings.js';

/** The host's global parameters and its self-description: not built yet. */
const LATER: ReadonlySet<string> = new Set(['fields', 'envelope', 'index', 'override']);

const exchanges = readLines<Exchange>('./http.jsonl').filter(({ group }) => !LATER.has(group));

test('the recordings are there', () => {
  expect(exchanges.length).toBeGreaterThan(100);
});

describe.each(ADAPTERS)('on %s, as the host answers', (adapter) => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await startApplication(fixtureModule, { adapter });
  });
  afterAll(() => app.close());

  test.each(exchanges)('$id $group $method $path', async (exchange) => {
    const { method, path, user, headers, body, expect: expected } = exchange;
    const answer = await app.fetch(method, `/api${path}`, {
      headers: { ...headers, ...(user === undefined ? {} : { 'x-test-user': String(user) }) },
      ...(body === undefined ? {} : { body }),
    });
    const allow = answer.headers.allow?.split(', ').toSorted();
    expect({
      status: answer.status,
      ...(expected.allow === undefined ? {} : { allow }),
      ...(expected.location === undefined ? {} : { location: answer.headers.location }),
      ...(expected.body === undefined ? {} : { body: comparable(answer.body) }),
    }).toEqual({
      ...expected,
      ...(expected.allow === undefined ? {} : { allow: expected.allow.toSorted() }),
      ...(expected.body === undefined ? {} : { body: comparable(expected.body) }),
    });
  });
});
