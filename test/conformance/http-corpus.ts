import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, type AdapterName, type TestApplication } from '../support/application.js';
import { comparable, readLines, type Exchange } from './recordings.js';
import { signedAsUser } from '../support/fixture-user.js';
import { belowApi } from '../support/location.js';

const exchanges = readLines<Exchange>('./http.jsonl');

/** Exchanges whose JSON is `"text"`, `5` or `null`, which the parser of Express rejects unless `strict` is off. */
const STRICT_JSON: ReadonlySet<number> = new Set([150, 151, 152]);

/** An application that answers. */
export type Answering = Pick<TestApplication, 'fetch' | 'close'>;

/** Puts every recorded exchange to the fixture, however it was declared. */
export function testHttpCorpus(
  title: string,
  start: (adapter: AdapterName) => Promise<Answering>,
): void {
  test('the recorded exchanges exist', () => {
    expect(exchanges.length).toBeGreaterThan(100);
  });

  describe.each(ADAPTERS)(`${title}, on %s, as WordPress responds`, (adapter) => {
    let app: Answering;
    beforeAll(async () => {
      app = await start(adapter);
    });
    afterAll(() => app.close());

    test.each(exchanges)('$id $group $method $path', async (exchange) => {
      const { id, group, method, path, user, headers, body, expect: expected } = exchange;
      const answer = await app.fetch(method, `/api${path}`, {
        headers: { ...headers, ...signedAsUser(user) },
        ...(body === undefined ? {} : { body }),
      });
      if (adapter === 'express' && STRICT_JSON.has(id)) {
        expect(answer).toMatchObject({ status: 400, body: { code: 'rest_invalid_json' } });
        return;
      }
      const allow = answer.headers.allow?.split(', ').toSorted();
      expect({
        status: answer.status,
        ...(expected.allow === undefined ? {} : { allow }),
        // WordPress sends what the method states; a `Location` of the library is relative to the API.
        ...(expected.location === undefined ? {} : { location: belowApi(answer.headers.location) }),
        ...(expected.body === undefined ? {} : { body: listedOf(answer.body, group) }),
      }).toEqual({
        ...expected,
        ...(expected.allow === undefined ? {} : { allow: expected.allow.toSorted() }),
        ...(expected.body === undefined ? {} : { body: comparable(expected.body) }),
      });
    });
  });
}

/** Of an envelope the recordings list status and body, not the headers. */
function listedOf(body: unknown, group: string): unknown {
  if (group !== 'envelope') return comparable(body);
  const { status, body: inner } = body as { readonly status: unknown; readonly body: unknown };
  return { status, body: comparable(inner) };
}
