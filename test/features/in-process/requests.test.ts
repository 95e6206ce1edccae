import {
  HttpMethod,
  InvalidArgumentException,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestRequest,
  RestRoute,
  UploadedFile,
  type RouteEvent,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { fixtureUser, signedAsUser } from '../../support/fixture-user.js';

const levels: number[] = [];
const failures: unknown[] = [];

@RestController('v1', '/echo')
class EchoController {
  constructor(private readonly dispatcher: RestDispatcher) {}

  @RestRoute('', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  echo(name = '', request: RestRequest) {
    const { headers, body, query, user } = request;
    return { name, headers, body, query, user };
  }

  @RestRoute('/inner', HttpMethod.Post, new PublicAccess())
  inner(name = '', request: RestRequest) {
    const headers = { 'Accept-Language': 'de' };
    return this.dispatcher.request({ path: '/acme/v1/echo', headers }, { as: request });
  }

  @RestRoute('/loop', HttpMethod.Get, new PublicAccess())
  async loop(as = false, request: RestRequest) {
    levels.push(levels.length + 1);
    const query = { as };
    const options = as ? { as: request } : {};
    try {
      const { data } = await this.dispatcher.request(
        { path: '/acme/v1/echo/loop', query },
        options,
      );
      return data;
    } catch (error) {
      failures.push(error);
      return 'the end';
    }
  }
}
Reflect.defineMetadata('design:paramtypes', [RestDispatcher], EchoController);
for (const name of ['echo', 'inner']) {
  Reflect.defineMetadata(
    'design:paramtypes',
    [String, RestRequest],
    EchoController.prototype,
    name,
  );
}
Reflect.defineMetadata(
  'design:paramtypes',
  [Boolean, RestRequest],
  EchoController.prototype,
  'loop',
);

describe.each(ADAPTERS)('In-process requests on %s', (adapter) => {
  const events: RouteEvent[] = [];
  const app = useRoutes([EchoController], {
    adapter,
    rest: { ...fixtureUser, hooks: { onMatched: (event) => void events.push(event) } },
  });
  const request: RestDispatcher['request'] = (...args) =>
    app.nest.get(RestDispatcher).request(...args);
  const echo = { path: '/acme/v1/echo' } as const;

  test('take a body as data: dates as JSON has them, and nothing by reference', async () => {
    const body = { name: 'ä', at: new Date(0), lines: [{ qty: 1 }], gone: undefined };
    const { data } = await request<{ body: typeof body }>({ ...echo, method: 'POST', body });
    expect(data).toMatchObject({
      name: 'ä',
      headers: { 'content-type': 'application/json' },
      body: { name: 'ä', at: '1970-01-01T00:00:00.000Z', lines: [{ qty: 1 }] },
    });
    expect(data.body.lines).not.toBe(body.lines);
  });

  test('escape what no URL contains, and keep what is escaped', async () => {
    const { data } = await request({ path: '/acme/v1/echo?name=%C3%A4ö b#c' });
    expect(data).toMatchObject({ name: 'äö b#c' });
    expect(await request({ path: '/acme/v1/echo?name=%' })).toMatchObject({ status: 400 });
  });

  test('have the headers of the caller that describe the caller, and those that they name', async () => {
    const { body } = await app.fetch('POST', '/api/acme/v1/echo/inner', {
      headers: {
        cookie: 'a=b',
        'accept-language': 'fr',
        'if-none-match': '"x"',
        ...signedAsUser(2),
        'content-type': 'application/json',
      },
      body: '{"name":"outer"}',
    });
    const { data } = body as { data: { headers: object } };
    expect(data).toMatchObject({
      name: '',
      user: { id: 2 },
      headers: { ...signedAsUser(2), cookie: 'a=b', 'accept-language': 'de' },
    });
    expect(Object.keys(data.headers)).not.toContain('if-none-match');
    expect(Object.keys(data.headers)).not.toContain('content-type');
    expect(Object.keys(data.headers)).not.toContain('content-length');
  });

  test('publish events as requests over HTTP do', async () => {
    events.length = 0;
    await request(echo);
    await request({ path: '/acme/v1/nothing' });
    expect(events).toEqual([
      { route: '/api/acme/v1/echo', method: 'GET', handler: 'EchoController.echo' },
    ]);
  });

  test('pick the fields of _fields', async () => {
    expect((await request({ ...echo, query: { name: 'x', _fields: 'name' } })).data).toEqual({
      name: 'x',
    });
  });

  test.each([true, false])(
    'end with an error where a route requests itself for ever, as its caller: %s',
    async (as) => {
      levels.length = failures.length = 0;
      expect(await request({ path: '/acme/v1/echo/loop', query: { as } })).toMatchObject({
        data: 'the end',
      });
      expect(levels).toHaveLength(16);
      expect(String(failures[0])).toMatch(
        /More than 16 in-process requests .* GET \/api\/acme\/v1\/echo\/loop\. Does a route request itself\?/,
      );
    },
  );

  test.each<[string, Parameters<RestDispatcher['request']>, RegExp]>([
    ['an unknown method', [{ ...echo, method: 'BREW' as 'GET' }], /the method is GET.*"BREW"/],
    ['a path without a slash', [{ path: 'acme/v1/echo' }], /the path begins with a slash/],
    ['a URL', [{ path: 'https://example.com/' }], /the path begins with a slash/],
    ['a bigint', [{ ...echo, method: 'POST', body: { n: 1n } }], /the body has a bigint/],
    ['half a character', [{ path: '/\ud800' }], /surrogate/],
    ['a line break in a header', [{ ...echo, headers: { 'x-a': 'b\r\nx-c: d' } }], /header "x-a"/],
    ['a line break in a name', [{ ...echo, headers: { 'x-a\n': 'b' } }], /header "x-a\\n"/],
    ['a character that no header has', [{ ...echo, headers: { 'x-a': 'ł' } }], /header "x-a"/],
    [
      'a header in two spellings',
      [{ ...echo, headers: { a: 'b', A: 'c' } }],
      /"A" is stated twice/,
    ],
    ['half a character in the query', [{ ...echo, query: { a: '\ud800' } }], /surrogate.*"a|query/],
  ])('throw at once for %s', async (_title, [target, options], message) => {
    await expect(request(target, options)).rejects.toThrow(InvalidArgumentException);
    await expect(request(target, options)).rejects.toThrow(message);
  });

  test("throw for the adapter's own request as the caller, which is no user", async () => {
    const raw = { raw: Object.create((await import('node:http')).IncomingMessage.prototype) };
    await expect(request(echo, { as: raw })).rejects.toThrow(/`as` is a RestRequest or a user/);
  });

  test('take files in the body', async () => {
    const cover = UploadedFile.of('a.png', 'x');
    const body = { name: 'x', cover, pages: [cover] };
    const { data } = await request({ ...echo, method: 'POST', body });
    expect(data).toMatchObject({ name: 'x', body: { name: 'x' } });
  });
});
