import { createRequire } from 'node:module';
import apiFetchModule from '@wordpress/api-fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSampleInProcess } from '../../house/sample/sample-in-process.js';
import type { StartedSample } from '../../house/sample/started-sample.js';
import { ADAPTERS } from '../../support/application.js';

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

interface Batched {
  readonly failed?: string;
  readonly responses: readonly ({ readonly status: number; readonly body: unknown } | null)[];
}

/** The client of WordPress for Node, as published: it knows nothing of this library. */
const WPAPI = createRequire(import.meta.url)('wpapi') as WpApiStatic;

interface Page extends Array<Item> {
  readonly _paging?: {
    readonly total: string;
    readonly totalPages: string;
    readonly next?: Chain;
    readonly prev?: Chain;
    readonly links: Readonly<Record<string, string>>;
  };
}

/** A handler that wpapi makes for a route of the index. */
interface Chain {
  id(id: number): Chain;
  param(name: string, value: unknown): Chain;
  page(page: number): Chain;
  perPage(count: number): Chain;
  search(text: string): Chain;
  get(): Promise<Page>;
  then<T>(done: (page: Page & Item) => T): Promise<T>;
  create(data: object): Promise<Item>;
  update(data: object): Promise<Item>;
  delete(): Promise<unknown>;
}

interface WpApi {
  namespace(name: string): Readonly<Record<'items' | 'orders', () => Chain>>;
  setHeaders(name: string, value: string): WpApi;
}

interface WpApiStatic {
  discover(url: string): Promise<WpApi>;
}

/** Each client removes what it creates: one sample serves both. */
describe.each(ADAPTERS)('clients of WordPress and the sample on %s', (adapter) => {
  let sample: StartedSample;
  beforeAll(async () => {
    sample = await startSampleInProcess(adapter);
  });
  afterAll(() => sample.stop());

  describe('@wordpress/api-fetch', () => {
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

    test('gets what records link to, with the fields it asks for', async () => {
      const query = 'per_page=2&_embed&_fields=id,_links,_embedded';
      const page = await apiFetch({ url: url(`/items?${query}`) });
      const author = (id: number) => [{ href: url(`/users/${id}`), embeddable: true }];
      expect(page).toMatchObject([
        { id: 1, _links: { author: author(1) }, _embedded: { author: [{ id: 1, name: 'ada' }] } },
        { id: 2, _links: { author: author(2) }, _embedded: { author: [{ id: 2, name: 'bob' }] } },
      ]);
      expect(await apiFetch({ url: url('/items?per_page=1&_embed&_fields=id') })).toEqual([
        { id: 1 },
      ]);
      const narrow = 'per_page=1&_embed&_fields=id,_links.author,_embedded';
      expect(await apiFetch({ url: url(`/items?${narrow}`) })).toEqual([
        { id: 1, _links: { author: author(1) }, _embedded: { author: [{ id: 1, name: 'ada' }] } },
      ]);
    });

    test('sends several requests as one, with arguments in query and body', async () => {
      const batch = (requests: readonly object[], validation = 'normal') =>
        apiFetch<Batched>({
          url: `${sample.url}/api/batch/v1`,
          method: 'POST',
          data: { validation, requests },
          headers,
        });
      const create = {
        path: '/acme/v1/items?price=3&_locale=user',
        body: { title: 'Batched', kind: 'book' },
      };
      const { responses } = await batch([create, { ...create, path: '/acme/v1/items?price=-3' }]);
      expect(responses).toMatchObject([
        { status: 201, body: { title: 'Batched', price: 3 } },
        { status: 400, body: { code: 'rest_invalid_param' } },
      ]);
      const id = String((responses[0]?.body as Item | undefined)?.id);
      const path = `/acme/v1/items/${id}`;
      const rest = await batch([
        { method: 'PATCH', path, body: { price: 4 } },
        { method: 'DELETE', path },
        { method: 'DELETE', path },
      ]);
      expect(rest.responses).toMatchObject([
        { status: 200, body: { price: 4, _links: { self: [{ href: url(`/items/${id}`) }] } } },
        { status: 204, body: null },
        { status: 404, body: { code: 'item_not_found' } },
      ]);
      const options = { url: `${sample.url}/api/batch/v1`, method: 'OPTIONS' };
      expect(await apiFetch(options)).toMatchObject({
        endpoints: [{ args: { requests: { maxItems: 25 } } }],
      });
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
      await expect(
        apiFetch({ url: url('/items'), method: 'POST', data: {} }),
      ).rejects.toMatchObject({
        code: 'rest_missing_callback_param',
        data: { status: 400 },
      });
      await expect(apiFetch({ url: url('/items/1'), method: 'DELETE' })).rejects.toMatchObject({
        code: 'rest_forbidden',
        data: { status: 401 },
      });
    });
  });

  describe('wpapi', () => {
    let site: WpApi;
    beforeAll(async () => {
      // It finds the index from any response of the API, and the routes from the index.
      site = await WPAPI.discover(`${sample.url}/api`);
      site.setHeaders('Authorization', 'Bearer demo-ada');
    });

    const items = (): Chain => site.namespace('acme/v1').items();

    test('reads a page and one item through the handlers that it creates from the index', async () => {
      const page = await items().perPage(2).page(2).get();
      expect(page.map(({ id }) => id)).toEqual([3, 4]);
      const one = await items().id(3);
      expect(one.id).toBe(3);
    });

    test('knows the number of pages and reads them all', async () => {
      const first = await items().perPage(2).get();
      expect(Number(first._paging?.total)).toBeGreaterThan(2);
      expect(Object.keys(first._paging?.links ?? {})).toContain('next');
      const second = await first._paging?.next?.get();
      expect(second?.map(({ id }) => id)).toEqual([3, 4]);
      expect(second?._paging?.prev).toBeDefined();
    });

    test('creates, updates and deletes', async () => {
      const created = await items().create({ title: 'Lamp', kind: 'game', price: 9.5 });
      expect(created).toMatchObject({ title: 'Lamp', price: 9.5 });
      const updated = await items().id(created.id).update({ title: 'Big lamp' });
      expect(updated).toMatchObject({ id: created.id, title: 'Big lamp' });
      await items().id(created.id).delete();
      await expect(items().id(created.id).get()).rejects.toMatchObject({ code: 'item_not_found' });
    });

    test('gets errors with code, message and data', async () => {
      await expect(items().create({ title: 'x', kind: 'none' })).rejects.toMatchObject({
        code: 'rest_missing_callback_param',
        data: { status: 400, params: ['price'] },
      });
    });
  });
});
