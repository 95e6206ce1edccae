import { mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import helmet from 'helmet';
import fastifyHelmet from '@fastify/helmet';
import { InvalidArgumentException } from 'nestjs-rest-routes';
import { OpenApiModule } from 'nestjs-rest-routes/openapi';
import puppeteer, { type Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ADAPTERS, startApplication, type TestApplication } from '../support/application.js';
import { chromiumPath } from '../support/chromium.js';
import { fixtureModule } from '../support/fixture.js';
import { loudly } from '../support/skip-loudly.js';

const info = { title: 'Things <b>&</b> more', version: '2.0.0' };

type Protection = 'helmet' | 'its own policy';

const started = (
  adapter: (typeof ADAPTERS)[number],
  protection: Protection,
  path?: string,
): Promise<TestApplication> =>
  startApplication(
    {
      ...fixtureModule,
      imports: [
        ...(fixtureModule.imports ?? []),
        OpenApiModule.forRoot({ info, ...(path === undefined ? {} : { path }) }),
      ],
    },
    {
      adapter,
      configure: async (app) => {
        if (protection !== 'helmet') return;
        if (adapter === 'express') app.use(helmet());
        else await (app as NestFastifyApplication).register(fastifyHelmet);
      },
    },
  );

const CASES = ADAPTERS.flatMap((adapter) =>
  (['helmet', 'its own policy'] as const).map((protection) => [adapter, protection] as const),
);

/** One for all tests, each with a context of its own. */
let browser: Browser | undefined;
afterAll(() => browser?.close());

describe.each(CASES)('the API reference on %s with %s', (adapter, protection) => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await started(adapter, protection);
  });
  afterAll(() => app.close());

  test('a document of each namespace is served', async () => {
    for (const namespace of ['acme/v1', 'acme/v2']) {
      const { status, headers, body } = await app.fetch('GET', `/reference/${namespace}.json`);
      expect(status).toBe(200);
      expect(headers['content-type']).toContain('application/json');
      expect(body).toMatchObject({ openapi: '3.1.1', info: { title: info.title } });
    }
    expect((await app.fetch('GET', '/reference/acme/v3.json')).status).toBe(404);
  });

  test('the page and all that it loads come from the application', async () => {
    const { headers, text } = await app.fetch('GET', '/reference');
    expect(headers['content-type']).toContain('text/html');
    expect(text).toContain('<title>Things &#60;b&#62;&#38;&#60;/b&#62; more</title>');
    const loaded = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
    const files = loaded.filter((url) => !url.startsWith('data:'));
    expect(files.length).toBe(4);
    for (const url of files) expect((await app.fetch('GET', url)).status).toBe(200);
  });

  test.skipIf(
    loudly(chromiumPath === undefined, 'the API reference in a browser', 'there is no Chromium'),
  )('in a browser, a request that is tried from the page really runs', async () => {
    browser ??= await puppeteer.launch({
      executablePath: chromiumPath ?? '',
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    const context = await browser.createBrowserContext();
    try {
      const page = await context.newPage();
      await page.setViewport({ width: 1280, height: 1000 });
      const strangers: string[] = [];
      const errors: string[] = [];
      page.on('request', (request) => {
        if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(app.url)) {
          strangers.push(request.url());
        }
      });
      // What the policy forbids.
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(`${app.url}/reference`, { waitUntil: 'networkidle0' });
      const operation = await page.waitForSelector('#operations-Kinds-Kinds_topOfKind');
      await operation?.click();
      const trying = await page.waitForSelector('.try-out__btn');
      await trying?.click();
      await page.select('[data-param-name="kind"] select', 'film');
      const run = await page.waitForSelector('.btn.execute');
      await run?.click();
      const live = await page.waitForSelector('.live-responses-table tbody .response-col_status');
      const status = await live?.evaluate((element) => element.textContent);
      const answer = await page.$eval(
        '.live-responses-table tbody .response-col_description',
        (element) => element.textContent,
      );
      const folder = process.env['SCREENSHOTS'] ?? join(tmpdir(), 'nestjs-rest-routes');
      mkdirSync(folder, { recursive: true });
      const path = join(
        folder,
        `reference-${adapter}-${protection.replaceAll(' ', '-')}.png`,
      ) as `${string}.png`;
      await page.screenshot({ path, fullPage: true });
      expect(status).toContain('200');
      expect(answer).toContain('"topOfKind"');
      expect(answer).toContain('"film"');
      expect({ strangers, errors }).toEqual({ strangers: [], errors: [] });
      expect(statSync(path).size).toBeGreaterThan(10_000);
    } finally {
      await context.close();
    }
  });

  test('a path below the prefix of the routes is rejected', async () => {
    await expect(started(adapter, protection, 'api/docs')).rejects.toThrow(
      InvalidArgumentException,
    );
  });
});

test.each(['', '/', 'a b', 'a?b'])('the path %j is rejected', (path) => {
  expect(() => OpenApiModule.forRoot({ path })).toThrow(InvalidArgumentException);
});
