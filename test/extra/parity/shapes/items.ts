import { Body, Headers, HttpCode, Param, Query, Req } from '@nestjs/common';
import { RestController } from 'nestjs-rest-routes';
import { gzipSync } from 'node:zlib';
import type { Random } from '../random.js';
import type { Draft, Shape } from '../shape.js';
import { Serve } from '../twin.js';

interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly user?: unknown;
  readonly headers: object;
}

/** Handlers that say what they get, by the decorators of Nest. */
export const shape: Shape = {
  name: 'items',
  make({ recorder, version, Extra, pipes }) {
    const seen = (
      handler: string,
      given: object,
      { method, url, user, headers }: SeenRequest,
    ): object => {
      recorder.saw(`handler ${handler}`, { headers }, {}, given);
      return { handler, ...given, method, url, user };
    };
    @RestController(version as 'subject', '/items')
    class Items {
      @Serve('Get', '')
      list(@Query(...pipes) query: unknown, @Extra() extra: unknown, @Req() request: SeenRequest) {
        return seen('list', { query, extra }, request);
      }

      @Serve('Get', '/{id}', { id: 0 })
      one(id: string, @Extra() extra: unknown, @Req() request: SeenRequest) {
        return seen('one', { id, extra }, request);
      }

      @HttpCode(201)
      @Serve('Post', '')
      create(
        @Body(...pipes) body: unknown,
        @Query() query: unknown,
        @Extra() extra: unknown,
        @Req() request: SeenRequest,
      ) {
        return seen('create', { body, query, extra }, request);
      }

      @Serve('Put', '/{id}', { id: 0 })
      async replace(
        id: string,
        @Param() params: unknown,
        @Body('title', ...pipes) title: unknown,
        @Headers('content-type') type: unknown,
        @Req() request: SeenRequest,
      ) {
        await Promise.resolve();
        return seen('replace', { id, params, title, type }, request);
      }

      @Serve('Delete', '/{id}', { id: 0 })
      remove(
        id: string,
        @Param('id', ...pipes) same: unknown,
        @Query('a') a: unknown,
        @Req() request: SeenRequest,
      ) {
        return seen('remove', { id, same, a }, request);
      }
    }
    return { routes: Items };
  },
  request: (random) => {
    const method = random.pick(['GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE']);
    const isOne =
      method === 'PUT' || method === 'DELETE' || (method === 'GET' && random.chance(0.5));
    const path = `${isOne ? `/${random.pick(['7', 'a-b', 'caf%C3%A9', 'a%20b', '7', 'a-b', 'own', 'beside', 'health'])}` : ''}${queryOf(random)}`;
    const hasBody = method === 'POST' || method === 'PUT' || random.chance(0.05);
    return { method, path, ...(hasBody ? bodyOf(random) : {}) };
  },
};

export const queryOf = (random: Random): string =>
  random.pick([
    '',
    '',
    '',
    '?a=1',
    '?a=b+c%20d&text=%C3%A9',
    '?a=1&other=',
    '?title=x&org=theirs',
    '?a=<b>x</b>',
  ]);

const BODIES: readonly unknown[] = [
  {},
  { title: 'Dune' },
  { title: '  Dune  ', tags: ['a', 'b'], nested: { a: { b: null } } },
  { title: '<b>a</b><script>steal()</script>', price: 1.5 },
  { title: null, count: '7', at: '2024-02-29T12:00:00Z' },
  [],
  [1, 'a', null],
];

type Content = Pick<Draft, 'headers' | 'body' | 'chunks' | 'is' | 'abort'>;

export function bodyOf(random: Random): Content {
  const kind = random.below(22);
  const json = JSON.stringify(random.pick(BODIES));
  const typed = (type: string, text: string, is?: 'unreadable'): Content => ({
    headers: [['Content-Type', type]],
    body: Buffer.from(text),
    ...(is === undefined ? {} : { is }),
  });
  if (kind < 11) return typed('application/json', json);
  if (kind < 13) return { ...typed('application/json; charset=utf-8', json), chunks: [3, 7] };
  if (kind < 15)
    return typed(
      'application/x-www-form-urlencoded',
      random.pick(['title=Dune&a=b+c', 'title=%C3%A9', 'a=1&a=2', 'title']),
    );
  if (kind === 15)
    return typed(
      'application/json',
      random.pick(['{"title"', '', 'nul', '"text"', '7', '{"a":1}x']),
      'unreadable',
    );
  if (kind === 16) return typed('text/plain', 'Dune', 'unreadable');
  if (kind === 17) {
    const length = random.pick([1e3, 2e5]);
    return typed('application/json', JSON.stringify({ title: 'x'.repeat(length) }), 'unreadable');
  }
  if (kind === 18) {
    const type = random.pick([
      'application/json; charset=latin1',
      'application/vnd.api+json',
      'application/xml',
      'json',
    ]);
    return typed(type, json, 'unreadable');
  }
  if (kind === 19) {
    const compressed = {
      headers: [
        ['Content-Type', 'application/json'],
        ['Content-Encoding', 'gzip'],
      ],
    } as const;
    return { ...compressed, body: gzipSync(json), is: 'unreadable' };
  }
  if (kind === 20)
    return { ...typed('application/json', json.padEnd(200), 'unreadable'), abort: 'body' };
  return {};
}
