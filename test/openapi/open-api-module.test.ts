import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InvalidArgumentException, RestRoutes } from 'nestjs-rest-routes';
import { McpModule } from 'nestjs-rest-routes/mcp';
import { OpenApiDocuments, OpenApiModule } from 'nestjs-rest-routes/openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS } from '../support/application.js';
import {
  CASES,
  createReference,
  info,
  startReference,
  type ReferenceApplication,
} from './support/reference-application.js';

interface Padlocks {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly security?: readonly object[] }>>>
  >;
}

const describedIn = async ({ nest }: ReferenceApplication) => ({
  routes: await nest.get(RestRoutes).list(),
});

describe.each(CASES)('OpenApiModule on %s, with %s', (adapter, setting) => {
  let app: ReferenceApplication;
  beforeAll(async () => {
    app = await startReference(adapter, setting);
  });
  afterAll(() => app.close());

  test('serves a document of each namespace', async () => {
    for (const namespace of ['acme/v1', 'acme/v2']) {
      const response = await fetch(`${app.url}/reference/${namespace}.json`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('application/json');
      const document: unknown = await response.json();
      expect(document).toMatchObject({ openapi: '3.1.1', info: { title: info.title } });
      expect(document).toEqual(structuredClone(app.nest.get(OpenApiDocuments).document(namespace)));
    }
    expect((await fetch(`${app.url}/reference/acme/v3.json`)).status).toBe(404);
  });

  test('gives the page of @nestjs/swagger its document, and the page finds all its files', async () => {
    for (const path of ['/reference', '/reference/']) {
      const page = await fetch(`${app.url}${path}`);
      expect(page.headers.get('content-type')).toContain('text/html');
      const names = [...(await page.text()).matchAll(/(?:src|href)="([^"#]+)"/g)];
      const urls = names.map(([, name = '']) => new URL(name, page.url).href);
      expect(urls).toHaveLength(6);
      for (const url of urls) {
        expect(url.startsWith(`${app.url}/reference/`)).toBe(true);
        expect({ url, status: (await fetch(url)).status }).toEqual({ url, status: 200 });
      }
    }
    const start = await (await fetch(`${app.url}/reference/swagger-ui-init.js`)).text();
    expect(start).toContain(JSON.stringify(info.title));
    expect(start).toContain('/api/acme/v1/items');
    expect(start).not.toContain('/api/acme/v2/');
  });

  test('gives the page a padlock for each operation that needs a user, and for no other', async () => {
    const { routes } = await describedIn(app);
    const document = (await (await fetch(`${app.url}/reference/acme/v1.json`)).json()) as Padlocks;
    const start = await (await fetch(`${app.url}/reference/swagger-ui-init.js`)).text();
    const listed = routes.filter(({ hidden, namespace }) => !hidden && namespace === 'acme/v1');
    const isLocked = new Set<boolean>();
    for (const { path, methods, permission } of listed) {
      for (const method of methods) {
        const { security = [] } = document.paths[path]?.[method.toLowerCase()] ?? {};
        const isPublic = permission.kind === 'public';
        expect([method, path, security.length > 0]).toEqual([method, path, !isPublic]);
        isLocked.add(!isPublic);
      }
    }
    expect(isLocked).toEqual(new Set([true, false]));
    // The page has the same document.
    expect(start.replaceAll(/\s/g, '')).toContain(
      JSON.stringify(document.paths).replaceAll(/\s/g, ''),
    );
  });
});

describe.each(ADAPTERS)('OpenApiModule on %s', (adapter) => {
  test('has one document of all namespaces, which is known after startup', async () => {
    const nest = await createReference(adapter, {});
    const documents = nest.get(OpenApiDocuments);
    expect(() => documents.document()).toThrow('SwaggerModule.setup accepts a function');
    await nest.init();
    const paths = Object.keys(documents.document().paths);
    expect(paths.some((path) => path.startsWith('/api/acme/v1/'))).toBe(true);
    expect(paths.some((path) => path.startsWith('/api/acme/v2/'))).toBe(true);
    await nest.close();
  });

  test('rejects a path below the prefix of the routes', async () => {
    const nest = await createReference(adapter, { path: 'api/docs' });
    await expect(nest.init()).rejects.toThrow(InvalidArgumentException);
    await nest.close();
  });
});

test.each(['', '/', 'a b', 'a?b'])('the path %j is rejected', (path) => {
  expect(() => OpenApiModule.forRoot({ path })).toThrow(InvalidArgumentException);
});

test.each([
  ['OpenApiModule', () => OpenApiModule.forRoot()],
  ['McpModule', () => McpModule.forRoot({ name: 'shop', version: '1' })],
])(
  '%s without RestModule stops the start, and the error says what to import',
  async (name, make) => {
    @Module({ imports: [make()] })
    class AppModule {}
    const app = await NestFactory.create(AppModule, { logger: false, abortOnError: false });
    await expect(app.init()).rejects.toThrow(
      `${name} shows the routes of RestModule, and no module imports it: add RestModule.forRoot(`,
    );
    await app.close();
  },
);
