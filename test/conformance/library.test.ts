import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startApplication, type TestApplication } from '../support/application.js';
import { comparableBody } from './library/comparable-response.js';
import { libraryModule } from './library/library.module.js';
import { readLines, type Exchange } from './recordings.js';

const exchanges = readLines<Exchange>('./library.jsonl');

test('the recorded exchanges exist', () => {
  expect(exchanges.length).toBe(55);
});

describe.each(ADAPTERS)('the server features of WordPress on %s', (adapter) => {
  let app: TestApplication;
  let root: string;
  beforeAll(async () => {
    app = await startApplication(libraryModule, { adapter });
    root = `${app.url}/api`;
  }, 60_000);
  afterAll(() => app.close());

  test.each(exchanges)('$id $group $method $path', async (exchange) => {
    const { method, path, user, headers, body, expect: expected } = exchange;
    const response = await app.fetch(method, `/api${path}`, {
      headers: { ...headers, ...(user === undefined ? {} : { 'x-test-user': String(user) }) },
      ...(body === undefined ? {} : { body }),
    });
    expect({
      status: response.status,
      ...(expected.allow && { allow: response.headers.allow?.split(', ').toSorted() }),
      body: comparableBody(listedOf(response.body, path), root),
    }).toEqual({
      status: expected.status,
      ...(expected.allow && { allow: expected.allow.toSorted() }),
      body: comparableBody(expected.body, root),
    });
  });
});

/** Of an envelope the recordings list status and body, not the headers. */
function listedOf(body: unknown, path: string): unknown {
  if (!path.includes('_envelope')) return body;
  const { status, body: inner } = body as { readonly status: unknown; readonly body: unknown };
  return { status, body: inner };
}
