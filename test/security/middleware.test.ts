import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, type AdapterName } from '../support/application.js';
import { someOf } from '../support/extent.js';
import { isNest11 } from '../support/nest-versions.js';
import type { RawRequest } from './support/raw-request.js';
import { spellings } from './support/spellings.js';
import { BINDINGS, startWatched, type Binding, type Trace } from './support/watched-application.js';

/** What a trace shows against a binding: middleware of the route that was passed by, or that saw another method. */
function bypasses(binding: Binding, { reached, seen }: Trace): readonly string[] {
  if (reached === undefined) return [];
  const { route, method } = reached;
  const names = new Set(seen.filter((one) => one.method === method).map(({ name }) => name));
  const missed = binding.mustRun(route, method).filter((name) => !names.has(name));
  const wrong = (binding.mustNotRun?.(route, method) ?? []).filter((name) => names.has(name));
  const others = seen.filter((one) => one.method !== method);
  return [
    ...missed.map((name) => `${route} was reached with ${method}, and "${name}" did not see it`),
    ...wrong.map((name) => `${route} was reached with ${method}, and "${name}" ran`),
    ...others.map(
      (one) => `${route} was reached with ${method}, and "${one.name}" saw ${one.method}`,
    ),
  ];
}

/** `http://localhost?a/admin` is a request for `/`; its query has a slash. */
const hasNoQueryOfHost = ({ target }: RawRequest): boolean => !/^[a-z]+:\/\/[^/?]*\?/i.test(target);

/** Whether plain controllers serve such a request as one for `/admin`, which no middleware sees. */
function isQueryOfHostRouted(adapter: AdapterName): boolean {
  const why = 'Fastify leads it to /admin, past middleware, with or without this library';
  return adapter === 'fastify' && isNest11('http://host?a/admin on plain controllers', why);
}

describe.each(ADAPTERS)('on %s', (adapter) => {
  describe.each(BINDINGS)('with $title', (binding) => {
    test('no spelling of a request bypasses the middleware of the method that it reaches', async () => {
      for (const base of ['/api/acme/v1', '/api/plain/v1']) {
        const app = await startWatched(adapter, binding);
        const isLeftOut = base.includes('plain') && isQueryOfHostRouted(adapter);
        const requests = isLeftOut ? spellings(base).filter(hasNoQueryOfHost) : spellings(base);
        const sent = new Set<string>();
        const reached = new Set<string>();
        const check = async (request: RawRequest): Promise<void> => {
          const trace = await app.send(request);
          sent.add(JSON.stringify(request));
          if (trace.reached !== undefined) reached.add(trace.reached.route);
          expect({ request, bypasses: bypasses(binding, trace) }).toEqual({
            request,
            bypasses: [],
          });
        };
        try {
          await fc.assert(fc.asyncProperty(requests, check), { numRuns: someOf(650) });
          expect(sent.size).toBeGreaterThanOrEqual(someOf(500));
          expect(reached.size).toBeGreaterThanOrEqual(5);
        } finally {
          await app.close();
        }
      }
    });
  });
});

/** The same request within another one: below the prefix, as a request of a batch or as an embedded link. */
function within({ method, target }: RawRequest): RawRequest {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') {
    const query = `_embed&hrefs[]=${encodeURIComponent(target)}`;
    return { method: 'GET', target: `/api/acme/v2/links?${query}` };
  }
  return {
    method: 'POST',
    target: '/api/batch/v1',
    headers: ['Content-Type: application/json'],
    // As bytes of a raw request, each character is one of Latin-1.
    body: JSON.stringify({ requests: [{ method, path: target }] }).replaceAll(
      /[^ -~]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  };
}

/** Paths that begin with another character than a slash. */
const WITHOUT_SLASH = [
  '*acme/v1/files/a/b-c/d',
  'xacme/v1/admin',
  '%2Facme/v1/files/a',
  '.acme/v1',
].map((target): [RawRequest] => [{ method: 'DELETE', target, headers: [] }]);

/** Those of the outer request, which has reached nothing else. */
const OUTER = new Set(['run', 'links']);

describe.each(ADAPTERS)('within another request on %s', (adapter) => {
  describe.each(BINDINGS)('with $title', (binding) => {
    test('no spelling of a request of a batch or of an embedded link reaches a method that its middleware has not seen', async () => {
      const app = await startWatched(adapter, binding);
      const reached = new Set<string>();
      const check = async (request: RawRequest): Promise<void> => {
        const trace = await app.send(within(request));
        expect([200, 207]).toContain(trace.status);
        const { route = '' } = trace.reached ?? {};
        if (OUTER.has(route)) return;
        reached.add(route);
        expect({ request, bypasses: bypasses(binding, trace) }).toEqual({
          request,
          bypasses: [],
        });
      };
      try {
        await fc.assert(fc.asyncProperty(spellings('/acme/v1'), check), {
          numRuns: someOf(400),
          examples: WITHOUT_SLASH,
        });
        expect(reached.size).toBeGreaterThanOrEqual(5);
      } finally {
        await app.close();
      }
    });
  });
});

const EVERYTHING: Pick<Binding, 'use'> = {
  use: (nest, _base, watch) => void nest.use(watch('all')),
};

describe.each(ADAPTERS)('a library route on %s', (adapter) => {
  test('the case of literals and of the prefix, and one slash at the end of a path, do not matter', async () => {
    const app = await startWatched(adapter, EVERYTHING);
    try {
      for (const target of [
        '/api/acme/v1/admin',
        '/api/acme/v1/admin/',
        '/api/ACME/V1/Admin',
        '/API/acme/v1/ADMIN/?x=1',
        '/Api/acme/v1/admin',
      ]) {
        const { status, reached } = await app.send({ method: 'GET', target });
        expect({ target, status, reached }).toEqual({
          target,
          status: 204,
          reached: { route: 'list', method: 'GET' },
        });
      }
      const values = await app.send({ method: 'GET', target: '/api/acme/v1/items/%61%2Db' });
      expect(values.reached).toEqual({ route: 'item', method: 'GET' });
    } finally {
      await app.close();
    }
  });

  test('A path with a percent-encoded literal, a repeated slash or a character that no URL may contain reaches no route', async () => {
    const app = await startWatched(adapter, EVERYTHING);
    try {
      for (const target of [
        '/api/acme/v1/%61dmin',
        '/api/%61cme/v1/admin',
        '/%61pi/acme/v1/admin',
        '/api/acme/v1/admin//',
        '/api//acme/v1/admin',
        '/api/acme//v1/admin',
        '/api/acme/v1//admin',
        '//api/acme/v1/admin',
        '/api/acme/v1/items//',
        '/api/acme/v1/items/a#b',
        '/api/acme/v1/admin#',
        '/api/acme/v1/items/a\\b',
        '/api/acme/v1/items/\u00a0',
        '/api/acme/v1/items/\t',
        '/api/acme/v1/items/a%2Fb',
        '/api/acme/v1/range/a%2Db',
        '/api/acme/v1/range/a-b-',
        '/api/acme/v1/range/a-b%2D',
        '/api//',
        '/api/acme/v1//',
        'http://localhost/api/acme/v1/admin',
        'http://localhost?a/api/acme/v1/admin',
      ]) {
        const { status, reached } = await app.send({ method: 'GET', target });
        expect({ target, reached }).toEqual({ target, reached: undefined });
        expect([400, 404]).toContain(status);
      }
    } finally {
      await app.close();
    }
  });

  test('middleware sees a request with an override once, with the method that it states, as guards do', async () => {
    const app = await startWatched(adapter, EVERYTHING);
    const target = '/api/acme/v1/admin';
    try {
      for (const request of [
        { method: 'POST', target: `${target}?_method=DELETE` },
        { method: 'POST', target: `${target}/?a=1&_method=delete` },
        { method: 'POST', target, headers: ['x-http-method-override: Delete'] },
        { method: 'POST', target, headers: ['X-HTTP-Method-Override: DELETE'], body: '{}' },
      ]) {
        const { reached, seen } = await app.send(request);
        expect({ request, reached }).toEqual({
          request,
          reached: { route: 'remove', method: 'DELETE' },
        });
        // It is bound to both prefixes.
        expect(seen.map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
      }
    } finally {
      await app.close();
    }
  });

  test('an override to a method that a route does not have is a 404, and an override outside the library changes nothing', async () => {
    const app = await startWatched(adapter, EVERYTHING);
    try {
      const missing = await app.send({ method: 'POST', target: '/api/acme/v1/admin?_method=PUT' });
      expect(missing).toMatchObject({ status: 404, reached: undefined });
      const plain = await app.send({
        method: 'POST',
        target: '/api/plain/v1/admin?_method=DELETE',
      });
      expect(plain.reached).toEqual({ route: 'create', method: 'POST' });
      expect(plain.seen.every(({ method }) => method === 'POST')).toBe(true);
      const get = await app.send({ method: 'GET', target: '/api/acme/v1/admin?_method=DELETE' });
      expect(get.reached).toEqual({ route: 'list', method: 'GET' });
    } finally {
      await app.close();
    }
  });

  test('middleware that is bound to GET also runs for HEAD, as it does before a plain controller', async () => {
    const byMethod = BINDINGS.find(({ title }) => title.includes('methods'));
    const app = await startWatched(adapter, byMethod ?? EVERYTHING);
    try {
      const [library, plain] = [
        await app.send({ method: 'HEAD', target: '/api/acme/v1/admin' }),
        await app.send({ method: 'HEAD', target: '/api/plain/v1/admin' }),
      ];
      expect(library.seen).toEqual([{ name: 'GET', method: 'HEAD' }]);
      expect([library.seen, library.reached]).toEqual([plain.seen, plain.reached]);
    } finally {
      await app.close();
    }
  });

  test('if middleware sets the method of a request, guards see that method, and its route is served', async () => {
    const app = await startWatched(adapter, {
      use: (nest, base) => {
        nest.use(
          `${base}/admin`,
          (request: { method: string }, _response: unknown, next: () => void) => {
            if (request.method === 'POST') request.method = 'DELETE';
            next();
          },
        );
      },
    });
    try {
      const { reached } = await app.send({ method: 'POST', target: '/api/acme/v1/admin' });
      expect(reached).toEqual({ route: 'remove', method: 'DELETE' });
      const undone = await app.send({ method: 'POST', target: '/api/acme/v1/admin?_method=POST' });
      expect(undone.reached).toEqual({ route: 'remove', method: 'DELETE' });
    } finally {
      await app.close();
    }
  });

  test('A URL rewritten by middleware is routed as it would be to a plain controller', async () => {
    const app = await startWatched(adapter, {
      use: (nest) => {
        nest.use((request: { url: string }, _response: unknown, next: () => void) => {
          request.url = request.url.replace('/items/moved', '/admin');
          next();
        });
      },
    });
    try {
      const routes = await Promise.all(
        ['acme', 'plain'].map(async (name) => {
          const { reached } = await app.send({
            method: 'GET',
            target: `/api/${name}/v1/items/moved`,
          });
          return reached?.route;
        }),
      );
      // Fastify has routed a request before middleware runs.
      expect(routes).toEqual(adapter === 'express' ? ['list', 'list'] : ['item', 'item']);
    } finally {
      await app.close();
    }
  });
});

test('with case-sensitive or strict routing of Express, a route is served in one spelling only, as its middleware is', async () => {
  const byMethod = BINDINGS.find(({ title }) => title.includes('methods')) ?? EVERYTHING;
  for (const [setting, others] of [
    [
      'case sensitive routing',
      [
        '/api/acme/v1/ADMIN',
        '/API/acme/v1/admin',
        '/api/acme/v1/Range/a-b',
        '/api/acme/v1/range/1-2.JSON',
      ],
    ],
    ['strict routing', ['/api/acme/v1/admin/', '/api/acme/v1/items/a/']],
  ] as const) {
    const adapter = new ExpressAdapter();
    adapter.set(setting, true);
    const app = await startWatched('express', byMethod, adapter);
    try {
      for (const target of [
        '/api/acme/v1/admin',
        '/api/acme/v1/range/1-2.json',
        '/api/acme/v1/items/A',
      ]) {
        const { reached, seen } = await app.send({ method: 'GET', target });
        expect([target, reached?.method, seen.length > 0]).toEqual([target, 'GET', true]);
      }
      for (const target of others) {
        const { reached, seen } = await app.send({ method: 'GET', target });
        expect({ setting, target, isUnseen: reached !== undefined && seen.length === 0 }).toEqual({
          setting,
          target,
          isUnseen: false,
        });
      }
    } finally {
      await app.close();
    }
  }
});

describe.each([
  { useSemicolonDelimiter: true },
  { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true },
  { caseSensitive: false },
])('with the options %j of the router of Fastify', (routerOptions) => {
  test.each(BINDINGS)('no spelling passes by $title', async (binding) => {
    const adapter = new FastifyAdapter({ routerOptions });
    const app = await startWatched('fastify', binding, adapter);
    try {
      await fc.assert(
        fc.asyncProperty(spellings('/api/acme/v1'), async (request) => {
          expect(bypasses(binding, await app.send(request))).toEqual([]);
        }),
        {
          numRuns: 150,
          examples: [
            '/items/;x',
            '/items;x',
            '/items/;/a',
            '/;x/admin',
            '//items',
            '/items/a;/',
          ].map((path): [RawRequest] => [{ method: 'GET', target: `/api/acme/v1${path}` }]),
        },
      );
    } finally {
      await app.close();
    }
  });
});

test('a request that is injected into Fastify stays as it is spelled, and no other spelling has a route', async () => {
  const app = await startWatched('fastify', EVERYTHING);
  const fastify = app.nest as NestFastifyApplication;
  try {
    const results = [];
    for (const url of [
      '/api/acme/v1/admin',
      '/API/acme/v1/admin',
      '/api/acme/v1/admin/',
      '/api/acme/v1/admin?_method=DELETE',
      '/api/acme/v1/%61dmin?_method=DELETE',
      '/api/acme/v1/admin//?_method=DELETE',
    ]) {
      const { statusCode } = await fastify.inject({ method: 'POST', url });
      results.push(statusCode);
    }
    expect(results).toEqual([204, 204, 404, 404, 404, 404]);
    expect(new Set(app.methods())).toEqual(new Set(['POST']));
  } finally {
    await app.close();
  }
});
