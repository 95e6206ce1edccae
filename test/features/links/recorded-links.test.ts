import { describe, expect, test } from 'vitest';
import { comparable, readLines, type Exchange } from '../../conformance/recordings.js';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { fixtureUser } from '../../support/fixture-user.js';
import { BooksController } from './support/books.js';

const exchanges = readLines<Exchange>('./library.jsonl').filter(
  ({ group, path }) => group === 'links' && !path.includes('_embed'),
);

describe.each(ADAPTERS)('links on %s, as WordPress responds', (adapter) => {
  const app = useRoutes([BooksController], {
    adapter,
    rest: { namespace: 'lib', ...fixtureUser },
  });

  test.each(exchanges)('$id $method $path', async ({ method, path, expect: expected }) => {
    const { status, headers, body } = await app.fetch(method, `/api${path}`);
    const listed = 'allow' in expected ? body : withoutHeaders(body);
    expect({ status, body: comparable(listed) }).toEqual({
      status: expected.status,
      body: JSON.parse(JSON.stringify(expected.body).replaceAll('{root}', `${app.url}/api`)),
    });
    expect(headers[':links']).toBeUndefined();
  });

  test('the Link header has the links of linkHeader', async () => {
    const { headers } = await app.fetch('GET', '/api/lib/v1/books');
    expect(headers.link).toContain('<https://example.com/next>; rel="next"; title="More", <');
  });
});

/** Of an envelope the recordings list status and body, not the headers. */
function withoutHeaders(envelope: unknown): unknown {
  const { status, body } = envelope as { readonly status: unknown; readonly body: unknown };
  return { status, body };
}
