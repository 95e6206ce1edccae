import { InvalidArgumentException } from 'nestjs-rest-routes';
import { OpenApiModule } from 'nestjs-rest-routes/openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApplication } from '../support/application.js';
import { CASES, info, startReference } from './support/reference-application.js';

describe.each(CASES)('the API reference on %s with %s', (adapter, protection) => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await startReference(adapter, protection);
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

  test('a path below the prefix of the routes is rejected', async () => {
    await expect(startReference(adapter, protection, 'api/docs')).rejects.toThrow(
      InvalidArgumentException,
    );
  });
});

test.each(['', '/', 'a b', 'a?b'])('the path %j is rejected', (path) => {
  expect(() => OpenApiModule.forRoot({ path })).toThrow(InvalidArgumentException);
});
