import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSample, type StartedSample } from '../sample/started-sample.js';
import { ADAPTERS } from '../support/application.js';

/** The client of WordPress for Node, as published: it knows nothing of this library. */
const WPAPI = createRequire(import.meta.url)('wpapi') as WpApiStatic;

interface Item {
  readonly id: number;
  readonly title: string;
  readonly _paging?: never;
}

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

describe.each(ADAPTERS)('wpapi and the sample on %s', (adapter) => {
  let sample: StartedSample;
  let site: WpApi;
  beforeAll(async () => {
    sample = await startSample(adapter);
    // It finds the index from any response of the API, and the routes from the index.
    site = await WPAPI.discover(`${sample.url}/api`);
    site.setHeaders('Authorization', 'Bearer demo-ada');
  });
  afterAll(() => sample.stop());

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
