import { mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.js';
import { loudly } from '../support/skip-loudly.js';
import {
  CASES,
  startReference,
  type ReferenceApplication,
} from './support/reference-application.js';

/** One for all tests, each with a context of its own. */
let browser: Browser | undefined;
afterAll(() => browser?.close());

describe.each(CASES)('the page of @nestjs/swagger on %s, with %s', (adapter, setting) => {
  let app: ReferenceApplication;
  beforeAll(async () => {
    app = await startReference(adapter, setting);
  });
  afterAll(() => app.close());

  test.skipIf(
    loudly(chromiumPath === undefined, 'the page of @nestjs/swagger', 'there is no Chromium'),
  )('in a browser, a request that is tried from the page really runs', async () => {
    browser ??= await puppeteer.launch({
      executablePath: chromiumPath ?? '',
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--no-first-run',
      ],
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
        `reference-${adapter}-${setting.replaceAll(/\W+/g, '-')}.png`,
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
});
