import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ADAPTERS } from '../../support/application.js';
import type { Scratch } from '../../support/scratch/scratch.js';
import {
  createApiFetch,
  createWooCommerce,
  createWpApi,
  createWpApiClient,
  fetchForGatsby,
  signed,
  type WooCommerce,
} from './wordpress/clients.js';
import { importShop } from './wordpress/import-shop.js';
import { startSite, type Site } from './wordpress/start-site.js';

interface Product {
  readonly id: number;
  readonly name: string;
  readonly status?: string;
}

interface WooError {
  readonly response: { readonly status: number; readonly data: object };
}

const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489',
  'hex',
);

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe('an API imported from the index of WooCommerce, with routes of WordPress', () => {
  let scratch: Scratch;
  beforeAll(() => {
    scratch = importShop();
  });
  afterAll(() => scratch.dispose());

  describe.each(ADAPTERS)('on %s', (adapter) => {
    let site: Site;
    beforeAll(async () => {
      site = await startSite(scratch, adapter);
    });
    afterAll(() => site.stop());

    describe('serves @woocommerce/woocommerce-rest-api, which', () => {
      let shop: WooCommerce;
      const clientOf = (consumerKey: string, consumerSecret: string) =>
        createWooCommerce({ url: site.url, consumerKey, consumerSecret });
      const failure = (request: Promise<unknown>) =>
        request.then(
          () => expect.unreachable('the request succeeded'),
          (error: unknown) => (error as WooError).response,
        );
      beforeAll(() => {
        shop = clientOf('ck_shop', 'cs_shop');
      });

      test('creates, lists by page and reads products', async () => {
        const made: Product[] = [];
        for (const name of ['Lamp', 'Chair & table', 'Sofa']) {
          const created = await shop.post<Product>('products', { name, regular_price: '9.50' });
          expect(created).toMatchObject({ status: 201, data: { name, regular_price: '9.50' } });
          made.push(created.data);
        }
        const page = await shop.get<readonly Product[]>('products', { per_page: 2, page: 2 });
        expect(page.headers).toMatchObject({ 'x-wp-total': '3', 'x-wp-totalpages': '2' });
        expect(page.headers['link']).toContain('rel="prev"');
        expect(page.data).toMatchObject([{ id: made[2]?.id, name: 'Sofa' }]);
        const found = await shop.get<readonly Product[]>('products', { search: 'Chair & table' });
        expect(found.data).toMatchObject([{ id: made[1]?.id }]);
        const ids = [made[0]?.id, made[2]?.id];
        for (const include of [ids, ids.join()]) {
          const some = { include, _fields: 'id,name' };
          const chosen = await shop.get<readonly Product[]>('products', some);
          expect(chosen.data).toEqual([
            { id: made[0]?.id, name: 'Lamp' },
            { id: made[2]?.id, name: 'Sofa' },
          ]);
        }
      });

      test('puts back a whole product that it has read, as WooCommerce shows it', async () => {
        const readOnly = { permalink: 'https://shop.example/ship', price: '', related_ids: [31] };
        const writable = {
          name: 'Ship',
          date_created: '2026-03-23T17:03:12',
          type: 'variable',
          date_on_sale_from: null,
          downloads: [],
          download_limit: -1,
          manage_stock: false,
          stock_quantity: null,
          low_stock_amount: null,
          weight: '',
          dimensions: { length: '', width: '', height: '' },
          categories: [{ id: 9, name: 'Clothing', slug: 'clothing' }],
          images: [{ id: 7, src: 'https://shop.example/a.jpg', name: '', alt: '' }],
          attributes: [{ id: 6, name: 'Color', variation: true, options: ['Black', 'Green'] }],
          meta_data: [{ id: 1, key: 'a', value: { x: [1] } }],
        };
        const { data: made } = await shop.post<Product>('products', writable);
        const whole = { ...made, ...readOnly, name: 'Boat' };
        const { data } = await shop.put<Product>(`products/${made.id}`, whole);
        expect(data).toMatchObject({ ...writable, name: 'Boat' });
        for (const name of Object.keys(readOnly)) expect(data).not.toHaveProperty(name);
      });

      test('updates by PUT, and deletes with and without force', async () => {
        const { data } = await shop.post<Product>('products', { name: 'Desk' });
        const path = `products/${data.id}`;
        const changed = await shop.put<Product>(path, { name: 'Big desk', stock_quantity: 7 });
        expect(changed.data).toMatchObject({ name: 'Big desk', stock_quantity: 7 });
        expect((await shop.delete<Product>(path)).data).toMatchObject({ status: 'trash' });
        const gone = await shop.delete<Product>(path, { force: true });
        expect(gone.data).toMatchObject({ id: data.id, name: 'Big desk' });
        expect(await failure(shop.get(path))).toMatchObject({
          status: 404,
          data: { code: 'woocommerce_rest_product_invalid_id', data: { status: 404 } },
        });
      });

      test('creates customers and orders, with objects in objects', async () => {
        const billing = { first_name: 'Ada', country: 'GB', email: 'ada@example.com' };
        const customer = await shop.post<Product>('customers', {
          email: 'ada@example.com',
          billing,
        });
        expect(customer).toMatchObject({ status: 201, data: { billing } });
        const lines = [{ product_id: 1, quantity: 2 }];
        const order = { customer_id: customer.data.id, set_paid: true, line_items: lines, billing };
        const created = await shop.post<Product>('orders', order);
        expect(created).toMatchObject({ status: 201, data: order });
        const path = `orders/${created.data.id}`;
        const done = await shop.put<Product>(path, { status: 'completed' });
        expect(done.data).toMatchObject({ status: 'completed', line_items: lines });
        expect(await failure(shop.delete(`customers/${customer.data.id}`))).toMatchObject({
          status: 501,
          data: { code: 'woocommerce_rest_customer_trash_not_supported' },
        });
      });

      test('changes many products at once', async () => {
        const { data: one } = await shop.post<Product>('products', { name: 'One' });
        const { data: two } = await shop.post<Product>('products', { name: 'Two' });
        const changes = {
          create: [{ name: 'Three' }],
          update: [
            { id: one.id, name: 'Uno' },
            { id: 999, name: 'None' },
          ],
          delete: [two.id],
        };
        const { data } = await shop.post('products/batch', changes);
        expect(data).toMatchObject({
          create: [{ name: 'Three' }],
          update: [
            { id: one.id, name: 'Uno' },
            { id: 999, error: { code: 'woocommerce_rest_product_invalid_id' } },
          ],
          delete: [{ id: two.id }],
        });
      });

      test('gets errors of arguments, and the description of a path', async () => {
        expect(await failure(shop.get('products', { per_page: 1000 }))).toMatchObject({
          status: 400,
          data: { code: 'rest_invalid_param', data: { params: { per_page: expect.any(String) } } },
        });
        const { data } = await shop.options<{ readonly methods: readonly string[] }>('products');
        expect(data.methods).toEqual(['GET', 'POST']);
      });

      test('is rejected with another secret, and with a key that may not manage the shop', async () => {
        expect(await failure(clientOf('ck_shop', 'cs_other').get('products'))).toMatchObject({
          status: 401,
          data: { code: 'woocommerce_rest_authentication_error' },
        });
        expect(await failure(clientOf('ck_guest', 'cs_guest').get('orders'))).toMatchObject({
          status: 403,
          data: { code: 'rest_forbidden' },
        });
      });
    });

    describe('serves requests as wc-api-php sends them, with', () => {
      /** Signs the method that is sent and all parameters of the query. */
      const send = async (
        path: string,
        query: Readonly<Record<string, string>>,
        headers: Readonly<Record<string, string>>,
        data?: object,
      ) => {
        const url = `${site.url}/wp-json/wc/v3/${path}`;
        const target = `${url}?${new URLSearchParams(query).toString()}`;
        const oauth = signed({ url: target, method: 'POST' }, 'ck_shop', 'cs_shop');
        const response = await fetch(
          `${url}?${new URLSearchParams({ ...query, ...oauth }).toString()}`,
          {
            method: 'POST',
            headers: { 'Content-Type': 'application/json;charset=utf-8', ...headers },
            ...(data === undefined ? {} : { body: JSON.stringify(data) }),
          },
        );
        return { status: response.status, body: (await response.json()) as Product };
      };

      test.each([
        ['_method in the query', (method: string) => [{ _method: method }, {}] as const],
        [
          'X-HTTP-Method-Override',
          (method: string) => [{}, { 'X-HTTP-Method-Override': method }] as const,
        ],
      ])('%s for PUT and DELETE', async (_title, override) => {
        const { body } = await send('products', {}, {}, { name: 'Shelf' });
        const path = `products/${body.id}`;
        const [putQuery, putHeaders] = override('PUT');
        const changed = await send(path, putQuery, putHeaders, { name: 'Long shelf' });
        expect(changed).toMatchObject({ status: 200, body: { id: body.id, name: 'Long shelf' } });
        const [deleteQuery, deleteHeaders] = override('DELETE');
        const gone = await send(path, { force: 'true', ...deleteQuery }, deleteHeaders);
        expect(gone).toMatchObject({ status: 200, body: { id: body.id } });
        const again = await send(path, { force: 'true', ...deleteQuery }, deleteHeaders);
        expect(again.status).toBe(404);
      });
    });

    describe('serves wordpress-api-client, which', () => {
      const errors: string[] = [];
      afterEach(() => void errors.splice(0));
      const client = () => createWpApiClient(site.url, (message) => void errors.push(message));

      test('creates, lists, updates and deletes posts', async () => {
        const posts = client().post();
        const created = await posts.create({ title: { raw: 'Momo' }, content: { raw: 'A book' } });
        expect(created.title.rendered).toBe('Momo');
        const all = await posts.find();
        expect(all.map(({ id }) => id)).toContain(created.id);
        const [one] = await posts.find(created.id);
        expect(one).toMatchObject({ id: created.id, type: 'post' });
        const updated = await posts.update({ title: { raw: 'Emil' } }, created.id);
        expect(updated.title.rendered).toBe('Emil');
        expect(await posts.delete(created.id)).toMatchObject([{ status: 'trash' }]);
        expect(errors).toEqual([]);
        await expect(posts.find(4711)).rejects.toThrow('Invalid ID.');
        expect(errors).toEqual([expect.stringContaining('(404)')]);
      });

      test('uploads media as the body', async () => {
        const media = client().media();
        const text = Buffer.from('a text file: é\n');
        const uploaded = await media.create('note.txt', text, 'text/plain');
        expect(uploaded).toMatchObject({ mime_type: 'text/plain', sha256: sha256(text) });
        expect(await media.delete(uploaded.id)).toMatchObject([{ deleted: true }]);
        expect(errors).toEqual([]);
      });

      test('uploads a picture as the body', async () => {
        const uploaded = await client().media().create('sun.png', PNG, 'image/png');
        expect(uploaded).toMatchObject({ mime_type: 'image/png', sha256: sha256(PNG) });
      });
    });

    describe('serves wpapi, which', () => {
      test('creates, lists by page, updates and deletes posts', async () => {
        const wp = createWpApi(site.url);
        const { id } = await wp.posts().create({ title: 'Momo', content: 'A book' });
        await wp.posts().create({ title: 'Emil' });
        const page = await wp.posts().perPage(1).page(2).get();
        expect(page).toHaveLength(1);
        expect(Number(page._paging?.total)).toBeGreaterThanOrEqual(2);
        const updated = await wp.posts().id(id).update({ title: 'Momo again' });
        expect(updated.title.rendered).toBe('Momo again');
        expect(await wp.posts().id(id).delete({ force: true })).toMatchObject({ deleted: true });
        await expect(wp.posts().id(id)).rejects.toMatchObject({ code: 'rest_post_invalid_id' });
      });

      test('uploads media as a form', async () => {
        const wp = createWpApi(site.url);
        const uploaded = await wp.media().file(PNG, 'sun.png').create({ title: 'Sun' });
        expect(uploaded).toMatchObject({ title: { rendered: 'Sun' }, sha256: sha256(PNG) });
      });
    });

    describe('serves @wordpress/api-fetch, which', () => {
      const credentials = Buffer.from('editor:abcd EFGH 1234').toString('base64');
      const headers = { Authorization: `Basic ${credentials}` };
      const url = (path: string) => `${site.url}/wp-json/wp/v2${path}`;

      test('uploads media as a form, and embeds it in a post', async () => {
        const apiFetch = createApiFetch();
        const body = new FormData();
        body.append('file', new Blob([PNG], { type: 'image/png' }), 'sun.png');
        const media = (await apiFetch({ url: url('/media'), method: 'POST', headers, body })) as {
          readonly id: number;
        };
        const data = { title: 'Sun', featured_media: media.id };
        const made = await apiFetch({ url: url('/posts'), method: 'POST', headers, data });
        const { id } = made as { readonly id: number };
        const post = await apiFetch({ url: url(`/posts/${id}?_embed`) });
        expect(post).toMatchObject({
          _links: { curies: [{ name: 'wp' }] },
          _embedded: { 'wp:featuredmedia': [{ id: media.id, sha256: sha256(PNG) }] },
        });
        const path = url(`/posts/${id}`);
        const changed = await apiFetch({ url: path, method: 'PUT', headers, data: { title: 'x' } });
        expect(changed).toMatchObject({ title: { rendered: 'x' } });
        const removal = { url: `${path}?force=true`, method: 'DELETE', headers };
        expect(await apiFetch(removal)).toMatchObject({ deleted: true });
        await expect(apiFetch({ url: path })).rejects.toMatchObject({
          code: 'rest_post_invalid_id',
        });
      });
    });

    describe('serves gatsby-source-wordpress 3, which', () => {
      afterEach(() => vi.restoreAllMocks());

      test('finds the entities of the API by its index, and reads all pages', async () => {
        // It reports what it has read.
        vi.spyOn(console, 'log').mockImplementation(() => undefined);
        const wp = createWpApi(site.url);
        for (const title of ['One', 'Two', 'Three']) await wp.posts().create({ title });
        const { length } = await wp.posts().perPage(100).get();
        const routes = ['**/posts', '**/media', '**/types'];
        const entities = await fetchForGatsby(site.url, routes);
        const counted = (type: string) => entities.filter(({ __type }) => __type === type).length;
        expect(counted('wordpress__POST')).toBe(length);
        expect(length).toBeGreaterThan(2);
        expect(new Set(entities.map(({ __type }) => __type))).toEqual(
          new Set([
            'wordpress__site_metadata',
            'wordpress__POST',
            'wordpress__wp_media',
            'wordpress__wp_types',
          ]),
        );
      });
    });
  });
});
