// @wordpress/core-data, @wordpress/data and @wordpress/api-fetch as published, in Chromium, and the sample.
//
//   npm run test:extra -- browser
//
// installs the packages from the lock file of this folder, builds the library and the sample, and runs this.
// It needs Chromium: on the path, or at CHROMIUM_PATH.
import puppeteer, { type Browser, type HTTPRequest, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSample, type StartedSample } from '../../house/sample/started-sample.js';
import { ADAPTERS } from '../../support/application.js';
import { chromiumPath } from '../../support/chromium.js';
import { loudly } from '../../support/skip-loudly.js';
import { bundlePage } from './bundle-page.js';
import { servePage, type PageServer } from './page-server.js';
import type { WordPress } from './wordpress.js';

/** In the page. */
declare const wp: WordPress;

const ORIGINS = ['its own origin', 'another origin'] as const;

describe.skipIf(loudly(chromiumPath === undefined, '@wordpress/core-data', 'there is no Chromium'))(
  '@wordpress/core-data in a browser',
  () => {
    let scripts: ReadonlyMap<string, string>;
    beforeAll(async () => void (scripts = await bundlePage()));

    describe.each(ADAPTERS)('with the sample on %s', (adapter) => {
      let sample: StartedSample;
      let server: PageServer;
      let browser: Browser;
      let page: Page;
      const errors: string[] = [];
      beforeAll(async () => {
        server = await servePage(scripts);
        sample = await startSample(adapter, { CORS_ORIGIN: server.origin });
        server.forwardTo(sample.url);
        browser = await puppeteer.launch({
          executablePath: chromiumPath ?? '',
          args: ['--no-sandbox', '--disable-dev-shm-usage'],
        });
        page = await browser.newPage();
        page.on('pageerror', (error) => errors.push(String(error)));
        await page.goto(server.origin);
      });
      afterAll(async () => {
        // Before the servers: Chromium keeps spare connections that have sent nothing, and a server
        // of Node that closes waits for these.
        await browser.close();
        await sample.stop();
        await server.close();
        expect(errors).toEqual([]);
      });

      /** Calls the API as another visitor, who knows nothing of what others have read. */
      const connect = async (origin: (typeof ORIGINS)[number], user?: string): Promise<void> => {
        const api = origin === 'its own origin' ? server.origin : sample.url;
        const token = user === undefined ? null : `demo-${user}`;
        await page.evaluate((root, token) => wp.connect(root, token), `${api}/api/`, token);
      };

      describe.each(ORIGINS)('of %s', (origin) => {
        beforeEach(() => connect(origin, 'ada'));

        test('gets a page of records, and the totals', async () => {
          const query = { page: 2, per_page: 5 };
          const found = await page.evaluate(async (query) => {
            const core = wp.resolveSelect('core');
            const items = await core.getEntityRecords('acme', 'item', query);
            return {
              ids: items?.map(({ id }) => id),
              items: await core.getEntityRecordsTotalItems('acme', 'item', query),
              pages: await core.getEntityRecordsTotalPages('acme', 'item', query),
            };
          }, query);
          expect(found.ids).toEqual([6, 7, 8, 9, 10]);
          expect(found.items).toBeGreaterThanOrEqual(300);
          expect(found.pages).toBe(Math.ceil((found.items ?? 0) / 5));
        });

        test('searches records', async () => {
          const titles = await page.evaluate(async () => {
            const query = { search: 'garden 1', per_page: 100, _fields: 'id,title' };
            const items = await wp.resolveSelect('core').getEntityRecords('acme', 'item', query);
            return items?.map(({ title }) => title);
          });
          expect(titles).toContain('Garden 17');
          expect(titles?.filter((title) => !title.startsWith('Garden 1'))).toEqual([]);
        });

        test('gets all records, page by page', async () => {
          const { ids, total } = await page.evaluate(async () => {
            const core = wp.resolveSelect('core');
            const items = await core.getEntityRecords('acme', 'item', { per_page: -1 });
            const page = { per_page: 1 };
            await core.getEntityRecords('acme', 'item', page);
            const total = await core.getEntityRecordsTotalItems('acme', 'item', page);
            return { ids: items?.map(({ id }) => id) ?? [], total };
          });
          expect(ids.length).toBe(total);
          expect(new Set(ids).size).toBe(total);
        });

        test('creates, edits, saves and deletes a record', async () => {
          const steps = await page.evaluate(async () => {
            const core = wp.dispatch('core');
            const draft = { title: 'Lamp', kind: 'game', price: 9.5 };
            const { id } = await core.saveEntityRecord('acme', 'item', draft);
            const created = await wp.resolveSelect('core').getEntityRecord('acme', 'item', id);
            core.editEntityRecord('acme', 'item', id, { price: 12 });
            const wasDirty = wp.select('core').hasEditsForEntityRecord('acme', 'item', id);
            await core.saveEditedEntityRecord('acme', 'item', id);
            const saved = wp.select('core').getEditedEntityRecord('acme', 'item', id);
            const isDirty = wp.select('core').hasEditsForEntityRecord('acme', 'item', id);
            await core.deleteEntityRecord('acme', 'item', id, undefined, { throwOnError: true });
            const left = await wp
              .apiFetch<object>({ path: `/acme/v1/items/${id}` })
              .catch((error: object) => error);
            return { created, wasDirty, saved, isDirty, left };
          });
          expect(steps).toMatchObject({
            created: { title: 'Lamp', kind: 'game', price: 9.5, author: 1 },
            wasDirty: true,
            saved: { title: 'Lamp', price: 12 },
            isDirty: false,
            left: { code: 'item_not_found', data: { status: 404 } },
          });
        });

        test('shows why a record cannot be saved', async () => {
          const error = await page.evaluate(async () => {
            await wp.dispatch('core').saveEntityRecord('acme', 'item', { id: 1, price: -1 });
            return wp.select('core').getLastEntitySaveError('acme', 'item', 1);
          });
          expect(error).toMatchObject({
            code: 'rest_invalid_param',
            data: { status: 400, details: { price: { code: 'rest_out_of_bounds' } } },
          });
        });

        test('gets the author of each record with the records', async () => {
          const embedded = await page.evaluate(async () => {
            const query = { per_page: 4, _embed: 'author' };
            const items = await wp.resolveSelect('core').getEntityRecords('acme', 'item', query);
            return items?.map(({ _links, _embedded }) => ({
              href: _links?.['author']?.[0]?.href,
              name: _embedded?.author?.[0]?.name,
            }));
          });
          const api = origin === 'its own origin' ? server.origin : sample.url;
          const [ada, bob] = [1, 2].map((id) => `${api}/api/acme/v1/users/${id}`);
          expect(embedded).toEqual([
            { href: ada, name: 'ada' },
            { href: bob, name: 'bob' },
            { href: ada, name: 'ada' },
            { href: bob, name: 'bob' },
          ]);
        });

        test('creates, saves and deletes several records, each time in one request', async () => {
          const sent: string[] = [];
          const note = (request: HTTPRequest) => {
            const { pathname } = new URL(request.url());
            sent.push(`${request.method()} ${pathname}`);
          };
          page.on('request', note);
          const results = await page.evaluate(async () => {
            const core = wp.dispatch('core');
            const [one, two] = (await core.__experimentalBatch(
              ['One', 'Two'].map(
                (title) => (api) =>
                  api.saveEntityRecord('acme', 'item', { title, kind: 'book', price: 1 }),
              ),
            )) as [{ id: number; title: string }, { id: number; title: string }];
            core.editEntityRecord('acme', 'item', one.id, { title: 'Uno' });
            const changed = await core.__experimentalBatch([
              (api) => api.saveEditedEntityRecord('acme', 'item', one.id),
              (api) => api.deleteEntityRecord('acme', 'item', two.id),
            ]);
            const deleted = await wp
              .apiFetch<object>({ path: `/acme/v1/items/${two.id}` })
              .catch((error: object) => error);
            await core.deleteEntityRecord('acme', 'item', one.id);
            return { titles: [one.title, two.title], saved: changed[0], deleted };
          });
          page.off('request', note);
          expect(results).toMatchObject({
            titles: ['One', 'Two'],
            saved: { title: 'Uno', price: 1 },
            deleted: { code: 'item_not_found' },
          });
          const batches = sent.filter((line) => line === 'POST /api/batch/v1');
          const writes = sent.filter((line) => /^POST .*items$/.test(line));
          expect({ batches: batches.length, writes: writes.length }).toEqual({
            batches: 2,
            writes: 0,
          });
        });

        test('writes nothing in a batch of which one request is invalid', async () => {
          const outcome = await page.evaluate(async () => {
            const query = { search: 'Valid title', per_page: 100 };
            const core = wp.dispatch('core');
            const results = await core
              .__experimentalBatch([
                (api) =>
                  api.saveEntityRecord('acme', 'item', {
                    title: 'Valid title',
                    kind: 'book',
                    price: 1,
                  }),
                (api) =>
                  api.saveEntityRecord(
                    'acme',
                    'item',
                    { title: 'X', kind: 'book', price: 1 },
                    { throwOnError: true },
                  ),
              ])
              .catch((error: object) => error);
            const found = await wp.resolveSelect('core').getEntityRecords('acme', 'item', query);
            return { results, found: found?.length };
          });
          expect(outcome).toMatchObject({ results: { code: 'rest_invalid_param' }, found: 0 });
        });

        test.each([
          ['an administrator', 'ada', { create: true, read: true, update: true, delete: true }],
          ['an editor', 'bob', { create: true, read: true, update: true, delete: false }],
          ['a visitor', undefined, { create: false, read: true, update: false, delete: false }],
        ])(
          'knows what %s may do, before and after a record is read',
          async (_who, user, rights) => {
            await connect(origin, user);
            const read = () =>
              page.evaluate(async () => {
                const item = { kind: 'acme', name: 'item' } as const;
                const core = wp.resolveSelect('core');
                const ask = async (id: number) => ({
                  create: await core.canUser('create', item),
                  read: await core.canUser('read', { ...item, id }),
                  update: await core.canUser('update', { ...item, id }),
                  delete: await core.canUser('delete', { ...item, id }),
                });
                const before = await ask(7);
                await core.getEntityRecord('acme', 'item', 8);
                return { before, after: await ask(8) };
              });
            expect(await read()).toEqual({ before: rights, after: rights });
          },
        );
      });
    });
  },
);
