import { describe, expect, test } from 'vitest';
import { ADAPTERS } from '../support/application.js';
import { freezeAndFetch } from './support/frozen-globals.js';

describe.each(ADAPTERS)('A hardened environment on %s', (adapter) => {
  test('Requests are served where Error, Object and their prototypes are frozen', async () => {
    const outcome = await freezeAndFetch(adapter);
    expect(outcome).toEqual([
      [200, '[{"id":1}]'],
      [404, 'rest_no_route'],
      [400, 'rest_invalid_param'],
    ]);
  });
});
