import { describe, expect, test } from 'vitest';
import { CoversController } from './library/form-covers.controller.js';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { comparable, readLines, type Exchange } from './recordings.js';

const exchanges = readLines<Exchange>('./library.jsonl').filter(
  ({ group }) => group === 'multipart',
);

test('the recorded forms exist', () => {
  expect(exchanges.length).toBeGreaterThan(10);
});

describe.each(ADAPTERS)('forms with files on %s, as WordPress reads them', (adapter) => {
  const app = useRoutes([CoversController], {
    adapter,
    rest: { namespace: 'lib', values: 'wordpress' },
  });

  test.each(exchanges)('$id $method $path', async (exchange) => {
    const { method, path, headers = {}, body = '', expect: expected } = exchange;
    const response = await app.fetch(method, `/api${path}`, { headers, body });
    expect({
      status: response.status,
      allow: response.headers.allow?.split(', ').toSorted(),
      body: comparable(response.body),
    }).toEqual({ ...expected, body: comparable(expected.body) });
  });
});
