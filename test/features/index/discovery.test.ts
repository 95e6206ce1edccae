import { Controller, Get, Injectable, type CanActivate } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
  type RestModuleOptions,
} from 'nestjs-rest-routes';
import { afterEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../../support/application.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    return { id };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('delete'), { hidden: true })
  remove(id: int): void {}

  @RestRoute('/secret', HttpMethod.Get, new PublicAccess(), { hidden: true })
  secret() {
    return 'shown';
  }
}

@RestController('v1', '/notes')
class NotesController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(): string[] {
    return [];
  }
}

@RestController('v2')
class HiddenController {
  @RestRoute('/all', HttpMethod.Get, new PublicAccess(), { hidden: true })
  all(): string {
    return 'all';
  }
}

@RestController('v1')
class OwnIndexController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  index() {
    return 'my own';
  }
}

@Controller()
class PrefixController {
  @Get()
  home(): string {
    return 'home';
  }
}

@Injectable()
class NobodyGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

const API_LINK = /^<http:\/\/127\.0\.0\.1:\d+\/api\/>; rel="https:\/\/api\.w\.org\/"$/;

describe.each(ADAPTERS)('discovery on %s', (adapter) => {
  let app: TestApplication;
  afterEach(() => app.close());

  const start = async (
    options: RestModuleOptions = {},
    metadata: { providers?: never[] | object[]; controllers?: (typeof PrefixController)[] } = {},
    globalPrefix?: string,
  ): Promise<void> => {
    app = await startRoutes(
      [ItemsController, HiddenController, ...((metadata.providers ?? []) as never[])],
      {
        adapter,
        rest: options,
        controllers: metadata.controllers ?? [],
        configure: (nest) => {
          if (globalPrefix !== undefined) nest.setGlobalPrefix(globalPrefix);
        },
      },
    );
  };

  test.each(['/api/', '/api'])(
    '%s lists namespaces and routes except hidden ones',
    async (path) => {
      await start();
      const { status, headers, body } = await app.fetch('GET', path);
      expect({ status, allow: headers.allow }).toEqual({ status: 200, allow: 'GET' });
      expect(body).toEqual({
        name: 'acme',
        description: '',
        url: app.url,
        namespaces: ['acme/v1'],
        routes: {
          '/acme/v1/items/(?P<id>\\d+)': {
            namespace: 'acme/v1',
            methods: ['GET'],
            endpoints: [{ methods: ['GET'], args: { id: { type: 'integer', required: true } } }],
          },
        },
      });
    },
  );

  test('paths without a placeholder have a link, in each index and on OPTIONS', async () => {
    await start({}, { providers: [NotesController] });
    const self = [{ href: `${app.url}/api/acme/v1/notes` }];
    const linked = { namespace: 'acme/v1', methods: ['GET'], _links: { self } };
    const links = (body: unknown) => (body as { routes: Record<string, unknown> }).routes;
    for (const query of ['', '?context=help']) {
      const root = (await app.fetch('GET', `/api/${query}`)).body;
      expect(links(root)['/acme/v1/notes']).toMatchObject(linked);
      expect(links(root)['/acme/v1/items/(?P<id>\\d+)']).not.toHaveProperty('_links');
    }
    const { body } = await app.fetch('GET', '/api/acme/v1');
    expect(links(body)['/acme/v1/notes']).toMatchObject(linked);
    expect(body).toMatchObject({ _links: { up: [{ href: `${app.url}/api/` }] } });
    expect((await app.fetch('OPTIONS', '/api/acme/v1/notes')).body).toMatchObject(linked);
    expect((await app.fetch('OPTIONS', '/api/acme/v1/items/7')).body).not.toHaveProperty('_links');
  });

  test('links have the URL that the options state, also for an application at the root', async () => {
    await start(
      { prefix: '', links: { targetHints: true }, discovery: { url: 'https://example.com' } },
      { providers: [NotesController] },
    );
    const { body } = await app.fetch('OPTIONS', '/acme/v1/notes');
    expect(body).toMatchObject({
      _links: { self: [{ href: 'https://example.com/acme/v1/notes' }] },
    });
    expect(JSON.stringify(body)).not.toContain('targetHints');
  });

  test('a hidden route is served, and neither OPTIONS nor Allow names it', async () => {
    await start();
    expect((await app.fetch('GET', '/api/acme/v1/items/secret')).body).toBe('shown');
    const { body } = await app.fetch('OPTIONS', '/api/acme/v1/items/7');
    expect(body).toMatchObject({ methods: ['GET'], endpoints: [{ methods: ['GET'] }] });
    expect((await app.fetch('OPTIONS', '/api/acme/v2/all')).status).toBe(404);
    expect((await app.fetch('GET', '/api/acme/v2')).status).toBe(404);
  });

  test('an index describes itself and returns the requested fields only', async () => {
    await start();
    expect((await app.fetch('OPTIONS', '/api/acme/v1')).body).toEqual({
      namespace: 'acme/v1',
      methods: ['GET'],
      endpoints: [
        {
          methods: ['GET'],
          args: {
            namespace: { default: 'acme/v1', required: false },
            context: { default: 'view', required: false },
          },
        },
      ],
      _links: { self: [{ href: `${app.url}/api/acme/v1` }] },
    });
    expect((await app.fetch('GET', '/api/?_fields=namespaces')).body).toEqual({
      namespaces: ['acme/v1'],
    });
    const up = [{ href: `${app.url}/api/` }];
    expect((await app.fetch('GET', '/api/acme/v1?_fields=namespace')).body).toEqual({
      namespace: 'acme/v1',
      _links: { up },
    });
  });

  test('the links in the description of a path are picked as any property', async () => {
    await start({}, { providers: [NotesController] });
    const describe = (fields: string) =>
      app.fetch('OPTIONS', `/api/acme/v1/notes?_fields=${fields}`);
    expect((await describe('methods')).body).toEqual({ methods: ['GET'] });
    const self = [{ href: `${app.url}/api/acme/v1/notes` }];
    expect((await describe('methods,_links')).body).toEqual({ methods: ['GET'], _links: { self } });
  });

  test.each([
    [true, 'https://shop.example.com'],
    [false, 'http://127.0.0.1'],
  ])(
    'the index has the origin of a proxy only where proxies are trusted (trusted: %s)',
    async (trustsProxies, origin) => {
      app = await startRoutes([ItemsController], { adapter, trustsProxies });
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example.com' };
      // Twice: the first request decides for the next ones whether proxies are trusted.
      for (const _ of [1, 2]) {
        const answer = await app.fetch('GET', '/api/acme/v1/items/7', { headers });
        expect(String(answer.headers.link)).toContain(`<${origin}`);
      }
    },
  );

  test('the index has the name, description and origin of the options', async () => {
    const url = 'https://example.com';
    await start({ discovery: { name: 'Shop', description: 'Sells chairs.', url } });
    const { headers, body } = await app.fetch('GET', '/api/');
    expect(body).toMatchObject({ name: 'Shop', description: 'Sells chairs.', url });
    expect(headers.link).toBe('<https://example.com/api/>; rel="https://api.w.org/"');
  });

  test.each([
    '/api/acme/v1',
    '/api/acme/v1/items/7',
    '/api/acme/v1/items/7x/y',
    // Fastify itself rejects a malformed URL.
    ...(adapter === 'express' ? ['/api/acme/v1/%ff'] : []),
  ])('the response of %s links to the root of the API', async (path) => {
    await start();
    expect((await app.fetch('GET', path)).headers.link).toMatch(API_LINK);
  });

  test('an invalid Host appears in no response header', async () => {
    await start();
    const headers = { host: 'a>; rel="evil", <b' };
    const { headers: answered } = await app.fetch('GET', '/api/acme/v1/items/7', { headers });
    expect(answered.link).toBe('</api/>; rel="https://api.w.org/"');
  });

  test('without discovery there is neither an index nor a link to it', async () => {
    await start({ discovery: false });
    for (const path of ['/api', '/api/', '/api/acme/v1']) {
      const { status, headers, body } = await app.fetch('GET', path);
      expect({ status, link: headers.link }).toEqual({ status: 404, link: undefined });
      expect(body).toMatchObject({ code: 'rest_no_route' });
    }
  });

  test('a route of the application at the path of an index replaces the index', async () => {
    await start({}, { providers: [OwnIndexController] });
    expect((await app.fetch('GET', '/api/acme/v1')).body).toBe('my own');
    expect((await app.fetch('GET', '/api/')).body).toMatchObject({ namespaces: ['acme/v1'] });
  });

  test('a plain controller at the prefix replaces the index', async () => {
    await start({}, { controllers: [PrefixController] }, 'api');
    expect((await app.fetch('GET', '/api')).text).toBe('home');
    expect((await app.fetch('GET', '/api/acme/v1')).status).toBe(200);
  });

  test('a global guard protects the index', async () => {
    await start({}, { providers: [{ provide: APP_GUARD, useClass: NobodyGuard }] });
    expect((await app.fetch('GET', '/api/')).status).toBe(403);
  });
});
