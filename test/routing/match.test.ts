import {
  DeclarationException,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../support/application.js';

const open = new PublicAccess();

@RestController('v1', '/files')
class FilesController {
  @RestRoute('/{path}', HttpMethod.Get, open)
  file(@Param({ match: '.+' }) path: string) {
    return ['file', path];
  }
  @RestRoute('/{path}', HttpMethod.Put, open)
  write(@Param({ match: '.+' }) path: string) {
    return ['write', path];
  }
  @RestRoute('/{path}/versions/{id}', HttpMethod.Get, open)
  version(@Param({ match: '.+' }) path: string, id: int) {
    return ['version', path, id];
  }
  @RestRoute('/{id}', HttpMethod.Get, open)
  byId(id: int) {
    return ['id', id];
  }
}

@RestController('v1', '/codes')
class CodesController {
  @RestRoute('/{code}', HttpMethod.Get, open)
  code(@Param({ match: '[a-z]{2}\\d+', description: 'Such as ab12.' }) code: string) {
    return ['code', code];
  }
  @RestRoute('/{word}', HttpMethod.Get, open)
  word(@Param({ match: '[\\w-]+', minLength: 2 }) word: string) {
    return ['word', word];
  }
}

@RestController('v1', '/typed')
class TypedController {
  @RestRoute('/numbers/{id}', HttpMethod.Get, open)
  number(@Param({ match: '[\\d-]+' }) id: int) {
    return ['number', id];
  }
  @RestRoute('/kinds/{kind}', HttpMethod.Get, open)
  kind(@Param({ match: '\\w+' }) kind: 'book' | 'film') {
    return ['kind', kind];
  }
}

@RestController('v1', '/shops/{shop}')
class UnusedController {
  @RestRoute('/pages/{id}/{slug}', HttpMethod.Get, new PublicAccess())
  page(_shop: int, id: int, _slug: string, _draft?: boolean) {
    return { id, _draft };
  }

  @RestRoute('/{_own}', HttpMethod.Get, new PublicAccess())
  own(shop: int, _own: string) {
    return { shop, _own };
  }
}

describe.each(ADAPTERS)('placeholders that a method does not use, on %s', (adapter) => {
  const app = useRoutes([UnusedController], { adapter, rest: { style: 'nest' } });
  const of = async (path: string) => {
    const { status, body } = await app.fetch('GET', `/api/acme/v1/shops${path}`);
    return status === 200 ? body : status;
  };

  test('are validated, and other parameters keep their underscore', async () => {
    expect(await of('/1/pages/7/title')).toEqual({ id: 7 });
    expect(await of('/1/pages/7/title?_draft=true')).toEqual({ id: 7, _draft: true });
    expect(await of('/x/pages/7/title')).toBe(404);
    expect(await of('/1/pages/7/title?_slug=other')).toBe(400);
    expect(await of('/1/me')).toEqual({ shop: 1, _own: 'me' });
  });
});

describe.each(ADAPTERS)('on %s', (adapter) => {
  const app = useRoutes([FilesController, CodesController, TypedController], { adapter });
  const get = (path: string) => app.fetch('GET', `/api/acme/v1${path}`);

  test.each([
    ['/typed/numbers/-7', ['number', -7]],
    ['/typed/kinds/film', ['kind', 'film']],
    ['/files/a', ['file', 'a']],
    ['/files/a/b.txt', ['file', 'a/b.txt']],
    ['/files/a/b.txt/', ['file', 'a/b.txt']],
    ['/files/a%20b/%C3%A9', ['file', 'a b/é']],
    ['/FILES/A/b?x=/c', ['file', 'A/b']],
    ['/files/12', ['id', 12]],
    ['/files/a/b/versions/3', ['version', 'a/b', 3]],
    ['/files/a/b/versions/x', ['file', 'a/b/versions/x']],
    ['/codes/ab12', ['code', 'ab12']],
    ['/codes/AB12', ['code', 'AB12']],
    ['/codes/%61b12', ['code', 'ab12']],
    ['/codes/ab-12', ['word', 'ab-12']],
  ])('GET %s is %j', async (path, expected) => {
    const { status, body } = await get(path);
    expect([status, body]).toEqual([200, expected]);
  });

  test.each([
    '/files',
    '/files/',
    '/files/a//b',
    '/files/a%2Fb',
    '/files/%2e%2e/b',
    '/files/a/..%2fb',
    '/codes/a.b',
    '/codes/a%2Fb',
    '/codes/a/b',
  ])('GET %s is 404', async (path) => {
    const { status, body } = await get(path);
    expect([status, (body as { code: string }).code]).toEqual([404, 'rest_no_route']);
  });

  test('A long path is a value like any other.', async () => {
    const path = Array.from({ length: 400 }, (_, at) => `segment-${at}`).join('/');
    expect((await get(`/files/${path}`)).body).toEqual(['file', path]);
    expect((await get(`/codes/${'a'.repeat(3000)}`)).body).toEqual(['word', 'a'.repeat(3000)]);
  });

  test('The limits of the parameter apply to the values that match.', async () => {
    expect((await get('/codes/a')).status).toBe(400);
  });

  test('A method that the more specific route lacks is served by the one that spans slashes.', async () => {
    const { body } = await app.fetch('PUT', '/api/acme/v1/files/12');
    expect(body).toEqual(['write', '12']);
    expect((await app.fetch('DELETE', '/api/acme/v1/files/a/b')).status).toBe(404);
  });

  test('HEAD is GET, and Allow lists the methods of the path.', async () => {
    const head = await app.fetch('HEAD', '/api/acme/v1/files/a/b');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(
      String((await get('/files/a/b')).headers.allow)
        .split(', ')
        .toSorted(),
    ).toEqual(['GET', 'PUT']);
  });

  test('OPTIONS describes the route that the pattern chooses.', async () => {
    const { body } = await app.fetch('OPTIONS', '/api/acme/v1/files/a/b');
    expect(body).toMatchObject({
      methods: ['GET', 'PUT'],
      endpoints: [{ args: { path: { type: 'string', required: true } } }, { methods: ['PUT'] }],
    });
    const code = await app.fetch('OPTIONS', '/api/acme/v1/codes/ab12');
    expect(code.body).toMatchObject({
      endpoints: [{ args: { code: { description: 'Such as ab12.', type: 'string' } } }],
    });
  });

  test('A value that the pattern matches and the type rejects is a 400, as in WordPress.', async () => {
    for (const path of ['/typed/numbers/5-6', '/typed/kinds/song'])
      expect(await get(path)).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    expect((await get('/typed/numbers/x')).status).toBe(404);
  });

  test('The index writes the pattern into the route, as WordPress does.', async () => {
    const { body } = await get('');
    expect(Object.keys((body as { routes: object }).routes).toSorted()).toEqual([
      '/acme/v1/codes/(?P<code>[a-z]{2}\\d+)',
      '/acme/v1/codes/(?P<word>[\\w-]+)',
      '/acme/v1/files/(?P<id>\\d+)',
      '/acme/v1/files/(?P<path>.+)',
      '/acme/v1/files/(?P<path>.+)/versions/(?P<id>\\d+)',
      '/acme/v1/typed/kinds/(?P<kind>\\w+)',
      '/acme/v1/typed/numbers/(?P<id>[\\d-]+)',
    ]);
  });
});

/** By hand: a build refuses what startup refuses. */
const text = (name: string, match: string) => ({ name, type: 'string', match }) as const;

/** A controller with one route, whose parameter is declared so. */
function controllerWith(path: string, options: object): object {
  @RestController('v1')
  class OneController {
    @RestRoute(path, HttpMethod.Get, open)
    one(@Param(options) _value: unknown) {}
  }
  return OneController;
}

@RestController('v1')
class TwoSpansController {
  @RestRoute('/{a}/{b}', HttpMethod.Get, open)
  two(@Param(text('a', '.+')) _a: string, @Param(text('b', '.+')) _b: string) {}
}

async function bootErrorOf(...controllers: readonly object[]): Promise<string> {
  try {
    const app = await startRoutes(controllers as never, { adapter: 'fastify' });
    await app.close();
  } catch (error) {
    if (error instanceof DeclarationException) return error.message;
    throw error;
  }
  return '';
}

describe('An application does not start', () => {
  test.each([
    ['catastrophic backtracking', '/{a}', text('a', '(a+)+'), 'catastrophic backtracking'],
    ['an anchor', '/{a}', text('a', '^a'), 'without anchors'],
    ['a named group', '/{a}', text('a', '(?P<a>b)'), 'without names'],
    ['a pattern that is no expression', '/{a}', text('a', '[a'), 'a "]" for each "["'],
    ['a pattern on a list', '/{a}', { name: 'a', schema: { type: 'array' }, match: 'a' }, 'number'],
    ['a pattern on an argument', '/b', { ...text('a', 'b') }, 'a placeholder of the path'],
    ['a pattern in a mixed segment', '/x{a}', text('a', 'b'), 'the whole of a segment'],
  ])('with %s.', async (_title, path, options, expected) => {
    const message = await bootErrorOf(controllerWith(path, options));
    expect(message).toContain('RR1030');
    expect(message).toContain(expected);
  });

  test('with two placeholders of a path that span slashes.', async () => {
    expect(await bootErrorOf(TwoSpansController)).toContain('one placeholder of the path');
  });

  test('with two routes of the same path and pattern, but with two of different patterns.', async () => {
    const [a, b, c] = ['\\w+', '\\w+', '\\W+'].map((match) =>
      controllerWith('/{a}', text('a', match)),
    );
    expect(await bootErrorOf(a ?? {}, b ?? {})).toContain('RR1013');
    expect(await bootErrorOf(a ?? {}, c ?? {})).toBe('');
  });
});
