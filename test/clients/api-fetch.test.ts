import apiFetchModule from '@wordpress/api-fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSample, type StartedSample } from '../sample/started-sample.js';
import { ADAPTERS } from '../support/application.js';

/** What the editor and most plugins of WordPress call their API with, as published. */
const apiFetch = apiFetchModule as unknown as ApiFetch;

interface ApiFetch {
  <T>(options: {
    readonly path?: string;
    readonly url?: string;
    readonly method?: string;
    readonly data?: object;
    readonly headers?: Readonly<Record<string, string>>;
    readonly parse?: boolean;
  }): Promise<T>;
}

interface Item {
  readonly id: number;
  readonly title: string;
}

describe.each(ADAPTERS)('@wordpress/api-fetch and the sample on %s', (adapter) => {
  let sample: StartedSample;
  beforeAll(async () => {
    sample = await startSample(adapter);
  });
  afterAll(() => sample.stop());

  const url = (path: string): string => `${sample.url}/api/acme/v1${path}`;
  const headers = { Authorization: 'Bearer demo-ada' };

  test('gets data', async () => {
    const page = await apiFetch<readonly Item[]>({ url: url('/items?per_page=2&_fields=id') });
    expect(page).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test('gets all pages of a collection by the links between them', async () => {
    const response = await apiFetch<Response>({ url: url('/items'), parse: false });
    const total = Number(response.headers.get('x-wp-total'));
    const all = await apiFetch<readonly Item[]>({ url: url('/items?per_page=-1') });
    // More than fit on the largest page.
    expect(total).toBeGreaterThan(100);
    expect(new Set(all.map(({ id }) => id)).size).toBe(total);
  });

  test('sends PUT and DELETE as POST with a method override, which the API follows', async () => {
    const data = { title: 'Lamp', kind: 'game', price: 9.5 };
    const created = await apiFetch<Item>({ url: url('/items'), method: 'POST', data, headers });
    const changed = await apiFetch<Item>({
      url: url(`/items/${created.id}`),
      method: 'PUT',
      data: { title: 'Big lamp' },
      headers,
    });
    expect(changed.title).toBe('Big lamp');
    const gone = await apiFetch({ url: url(`/items/${created.id}`), method: 'DELETE', headers });
    expect(gone).toBeNull();
  });

  test('gets errors with code, message and data', async () => {
    await expect(apiFetch({ url: url('/items?page=0') })).rejects.toEqual({
      code: 'rest_invalid_param',
      message: expect.stringContaining('page') as string,
      data: {
        status: 400,
        params: { page: expect.any(String) as string },
        details: { page: expect.objectContaining({ code: 'rest_out_of_bounds' }) as object },
      },
    });
    await expect(apiFetch({ url: url('/items'), method: 'POST', data: {} })).rejects.toMatchObject({
      code: 'rest_missing_callback_param',
      data: { status: 400 },
    });
    await expect(apiFetch({ url: url('/items/1'), method: 'DELETE' })).rejects.toMatchObject({
      code: 'rest_forbidden',
      data: { status: 401 },
    });
  });
});
