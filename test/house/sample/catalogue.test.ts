import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS } from '../../support/application.js';
import { startSampleInProcess } from './sample-in-process.js';
import type { StartedSample } from './started-sample.js';

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(ADAPTERS)('the sample on %s', (adapter) => {
  let sample: StartedSample;
  beforeAll(async () => {
    sample = await startSampleInProcess(adapter);
  });
  afterAll(() => sample.stop());

  test('an order reduces the stock, and the cached list of items is updated', async () => {
    const stocks = async () => {
      const { body } = await send('GET', '/items?per_page=8');
      return (body as { stock: number }[]).map(({ stock }) => stock);
    };
    expect(await stocks()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const order = { email: 'cem@example.com', lines: [{ item: 5, quantity: 3 }, { item: 4 }] };
    expect(await send('POST', '/orders', 'cem', order)).toMatchObject({
      status: 201,
      body: {
        user_id: 3,
        lines: [
          { item: 5, quantity: 3 },
          { item: 4, quantity: 1 },
        ],
      },
    });
    expect(await stocks()).toEqual([0, 1, 2, 2, 1, 5, 6, 7]);
  });

  test('the catalogue has three tools, one of them for editors', async () => {
    const names = async (user?: string) => {
      const { tools } = (await message('tools/list', {}, user)) as { tools: { name: string }[] };
      return tools.map(({ name }) => name);
    };
    expect(await names()).toEqual(['items_list', 'items_one']);
    expect(await names('bob')).toEqual(['items_list', 'items_one', 'items_create']);
    const add = { name: 'items_create', arguments: { title: 'Dune', kind: 'book', price: 9.5 } };
    expect(await message('tools/call', add)).toMatchObject({ isError: true });
    expect(await message('tools/call', add, 'bob')).toMatchObject({
      structuredContent: { title: 'Dune', price: 9.5, author: 2 },
    });
    const find = { name: 'items_list', arguments: { search: 'Dune' } };
    expect(await message('tools/call', find)).toMatchObject({
      structuredContent: { items: [{ title: 'Dune' }], total: 1, total_pages: 1 },
    });
  });

  test('the root leads to the API reference', async () => {
    const root = await fetch(`${sample.url}/`, { redirect: 'manual' });
    expect([root.status, root.headers.get('location')]).toEqual([302, '/reference']);
    const reference = await fetch(`${sample.url}/`);
    expect(reference.headers.get('content-type')).toContain('text/html');
    const start = await fetch(`${sample.url}/reference/swagger-ui-init.js`);
    expect(await start.text()).toContain('Catalogue');
  });

  test('an order that exceeds the stock changes nothing', async () => {
    const before = await send('GET', '/items/8');
    const order = { email: 'cem@example.com', lines: [{ item: 8 }, { item: 1 }] };
    expect(await send('POST', '/orders', 'cem', order)).toMatchObject({
      status: 409,
      body: { code: 'item_out_of_stock', data: { item: 1, stock: 0 } },
    });
    order.lines = [{ item: 8 }, { item: 9_999 }];
    expect(await send('POST', '/orders', 'cem', order)).toMatchObject({
      status: 404,
      body: { code: 'item_not_found' },
    });
    expect(await send('GET', '/items/8')).toEqual(before);
  });

  test('only its owner may read an order', async () => {
    const order = { email: 'bob@example.com', lines: [{ item: 6 }] };
    const { body } = await send('POST', '/orders', 'bob', order);
    const path = `/orders/${(body as { id: number }).id}`;
    expect(await send('GET', path, 'bob')).toMatchObject({ status: 200, body });
    expect(await send('GET', path, 'ada')).toMatchObject({ status: 403 });
    expect(await send('GET', path)).toMatchObject({ status: 401 });
  });

  test('values that the database cannot hold are a 400', async () => {
    const paths = [
      '/items/9007199254740991',
      '/items?search=%00',
      '/items?since=0000-01-01T00:00:00Z',
    ];
    for (const path of paths) {
      expect({ path, ...(await send('GET', path)) }).toMatchObject({
        path,
        status: 400,
        body: { code: 'value_refused' },
      });
    }
    const title = 'a\u0000b';
    expect(await send('POST', '/items', 'bob', { title, kind: 'book', price: 1 })).toMatchObject({
      status: 400,
    });
  });

  test('an item gets a cover, which is what its content is, and shows it', async () => {
    const cover = (type: string, content: string | Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      form.append('cover', new File([content], 'cover.html', { type }));
      return form;
    };
    const upload = async (path: string, body: FormData, headers: Record<string, string> = {}) => {
      const url = `${sample.url}/api/acme/v1/items/${path}`;
      const response = await fetch(url, { method: 'POST', headers, body });
      return { status: response.status, body: (await response.json()) as unknown };
    };
    const bob = { authorization: 'Bearer demo-bob' };
    expect(await send('GET', '/items/7/cover')).toMatchObject({ status: 404 });
    expect(await upload('7/cover', cover('image/png', PNG))).toMatchObject({ status: 401 });
    expect(await upload('7/cover', cover('image/png', 'a text'), bob)).toMatchObject({
      status: 415,
    });
    const large = new Uint8Array(1024 ** 2 + 1);
    expect(await upload('7/cover', cover('image/png', large), bob)).toMatchObject({ status: 413 });
    expect(await upload('9999/cover', cover('image/png', PNG), bob)).toMatchObject({ status: 404 });
    expect(await upload('7/cover', cover('text/html', PNG), bob)).toEqual({
      status: 201,
      body: { type: 'image/png', size: PNG.length },
    });
    const shown = await fetch(`${sample.url}/api/acme/v1/items/7/cover`);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG);
  });

  test('a token that is unknown, or not a bearer token, is a 401', async () => {
    expect(await send('GET', '/me', 'nobody')).toMatchObject({ status: 401 });
    const response = await fetch(`${sample.url}/api/acme/v1/me`, {
      headers: { authorization: 'demo-ada' },
    });
    expect(response.status).toBe(401);
  });

  /** A message of the Model Context Protocol. */
  async function message(method: string, params: object, user?: string): Promise<unknown> {
    const response = await fetch(`${sample.url}/mcp`, {
      method: 'POST',
      headers: {
        ...(user !== undefined && { authorization: `Bearer demo-${user}` }),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return ((await response.json()) as { result: unknown }).result;
  }

  async function send(method: string, path: string, user?: string, body?: object) {
    const response = await fetch(`${sample.url}/api/acme/v1${path}`, {
      method,
      headers: {
        ...(user !== undefined && { authorization: `Bearer demo-${user}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  }
});
