import { Agent } from 'node:http';
import fc from 'fast-check';
import {
  HttpMethod,
  InvalidArgumentException,
  Param,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestRoute,
  RestRoutes,
  type int,
} from 'nestjs-rest-routes';
import { McpModule } from 'nestjs-rest-routes/mcp';
import { afterAll, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

const TOOL = { tool: true };

@RestController('v1', '/made')
class MadeController {
  @RestRoute('/ids/{id}', HttpMethod.Get, new PublicAccess(), TOOL)
  id(id: int) {
    return { id };
  }

  @RestRoute('/texts/{text}', HttpMethod.Get, new PublicAccess(), TOOL)
  text(text: string) {
    return { text };
  }

  @RestRoute('/texts/top', HttpMethod.Get, new PublicAccess())
  top() {
    return { top: true };
  }

  @RestRoute('/kinds/{kind}', HttpMethod.Get, new PublicAccess(), TOOL)
  kind(kind: 'book' | 'film') {
    return { kind };
  }

  @RestRoute('/files/{file}', HttpMethod.Get, new PublicAccess(), TOOL)
  file(@Param({ match: '.+' }) file: string) {
    return { file };
  }

  @RestRoute('/within/{file}/end', HttpMethod.Get, new PublicAccess(), TOOL)
  within(@Param({ match: '[\\w/.]+' }) file: string) {
    return { file };
  }

  @RestRoute('/codes/{code}', HttpMethod.Get, new PublicAccess(), TOOL)
  code(@Param({ match: '[a-z]{2}-\\d+' }) code: string) {
    return { code };
  }

  @RestRoute('/short/{short}', HttpMethod.Get, new PublicAccess(), TOOL)
  short(@Param({ minLength: 2, maxLength: 4 }) short: string) {
    return { short };
  }

  @RestRoute('/pairs/{one}.{other}', HttpMethod.Get, new PublicAccess(), TOOL)
  pair(one: string, other: string) {
    return { one, other };
  }

  @RestRoute('/dots/{one}{other}', HttpMethod.Get, new PublicAccess(), TOOL)
  dots(one: string, other: string) {
    return { one, other };
  }

  @RestRoute('/two/{one}/{file}', [HttpMethod.Get, HttpMethod.Put], new PublicAccess(), TOOL)
  two(one: string, @Param({ match: '[^.]+' }) file: string, tags: string[] = []) {
    return { one, file, tags };
  }

  @RestRoute('/two/{one}/lock', HttpMethod.Put, new PublicAccess())
  lock(one: string) {
    return { lock: one };
  }
}

@RestController('', '')
class AnythingController {
  @RestRoute('/{page}', HttpMethod.Get, new PublicAccess())
  page(page: string) {
    return { page };
  }

  @RestRoute('/{one}/{other}', HttpMethod.Post, new PublicAccess(), { batch: true })
  post(one: string, other: string) {
    return { one, other };
  }
}

type Values = Readonly<Record<string, string | number | bigint>>;
type Handler = Exclude<keyof MadeController, 'top' | 'lock'>;

/** The names of the placeholders of each handler. */
const HANDLERS: Readonly<Record<Handler, readonly string[]>> = {
  id: ['id'],
  text: ['text'],
  kind: ['kind'],
  file: ['file'],
  within: ['file'],
  code: ['code'],
  short: ['short'],
  pair: ['one', 'other'],
  dots: ['one', 'other'],
  two: ['one', 'file'],
};

const HOSTILE = [
  '. .. ... %2e %2E%2e % %2F %00 + ? # a/b /a a/ a//b a/../b ./a a/. ..\\a \\ @scope/name a?b=c a#b',
  'top TOP Top/ lock book BOOK film ab-1 AB-1 a.b .a a. a..b 7 007 -1 +7 1e3 7.0 9007199254740993',
  'é e\u0301 💥 \ud800 \udc00a {id} :id * ;a=b \' " <> | ^ ~ constructor __proto__',
]
  .flatMap((line) => line.split(' '))
  .concat('', ' ', 'a b', '\0', '\n');

const text = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc
    .array(fc.constantFrom('.', '/', 'a', 'B', '-', '1', '%', 'top'), { maxLength: 5 })
    .map((all) => all.join('')),
);
const value = fc.oneof(
  { weight: 3, arbitrary: text },
  fc.integer(),
  fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
  fc.double(),
);
const call = fc
  .constantFrom(...(Object.keys(HANDLERS) as Handler[]))
  .chain((handler) =>
    fc.tuple(
      fc.constant(handler),
      fc.record(Object.fromEntries(HANDLERS[handler].map((name) => [name, value]))),
    ),
  );

const textsOf = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, one]) => [name, String(one)]));

describe.each(ADAPTERS)('paths of values on %s', (adapter) => {
  const app = useRoutes([MadeController], {
    adapter,
    imports: [McpModule.forRoot({ name: 'made', version: '1' })],
  });
  const agent = new Agent({ keepAlive: true });
  afterAll(() => agent.destroy());

  const pathOf = (handler: Handler, values: Values): string | undefined => {
    try {
      return app.nest.get(RestRoutes).path(MadeController, handler, values);
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidArgumentException);
      return undefined;
    }
  };

  test('a path that is made of values leads every client back to its route with these values, or there is none', async () => {
    const made = { paths: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(call, async ([handler, values]) => {
        const path = pathOf(handler, values);
        if (path === undefined) {
          made.refused += 1;
          return;
        }
        made.paths += 1;
        // As a client reads it: it removes segments of dots.
        const { pathname, search } = new URL(`/api${path}`, app.url);
        const { status, body } = await app.fetch('GET', `${pathname}${search}`, { agent });
        expect({ handler, status, body: textsOf(body as object) }).toMatchObject({
          handler,
          status: 200,
          body: textsOf(values),
        });
      }),
      { numRuns: 400 },
    );
    expect(Math.min(made.paths, made.refused)).toBeGreaterThan(40);
  });

  test.each<[Handler, Values, string]>([
    ['id', { id: 7 }, '/ids/7'],
    ['text', { text: '@scope' }, '/texts/%40scope'],
    ['text', { text: '%2e%2e' }, '/texts/%252e%252e'],
    ['text', { text: '...' }, '/texts/...'],
    ['text', { text: 7 }, '/texts/7'],
    ['file', { file: '@scope/name' }, '/files/%40scope/name'],
    ['pair', { one: 'a.b', other: 'c' }, '/pairs/a.b.c'],
    ['two', { one: 'lock', file: 'a/lock' }, '/two/lock/a/lock'],
  ])('%s of %j has the path %s', (handler, values, path) => {
    expect(pathOf(handler, values)).toBe(`/acme/v1/made${path}`);
  });

  test.each<[Handler, Values, RegExp]>([
    ['text', { text: '@scope/name' }, /text has a slash.*Received: "@scope\/name"/],
    ['text', { text: '..' }, /text cannot be a segment of dots.*Received: "\.\."/],
    ['text', { text: '.' }, /text cannot be a segment of dots/],
    ['text', { text: '' }, /text cannot be a part of a path/],
    ['text', { text: '\ud800' }, /text cannot be a part of a path/],
    ['text', { text: 'top' }, /text leads to another route: MadeController\.top/],
    ['text', { text: 'TOP' }, /text leads to another route: MadeController\.top/],
    ['text', { text: Number.NaN }, /text needs a text or a number/],
    ['file', { file: 'a//b' }, /file is a value that no path of the route has/],
    ['file', { file: '/a' }, /file is a value that no path of the route has/],
    ['file', { file: 'a/' }, /file would arrive as "a"/],
    ['file', { file: 'a/../b' }, /file cannot be a segment of dots/],
    ['id', { id: -1 }, /id is a value that no path of the route has.*Received: -1/],
    ['id', { id: '007' }, /id would arrive as 7/],
    ['id', { id: 9_007_199_254_740_993n }, /id .*Received: 9007199254740993n/],
    ['kind', { kind: 'BOOK' }, /kind must be/],
    ['code', { code: 'abc' }, /code is a value that no path of the route has/],
    ['short', { short: 'momos' }, /short must/],
    ['pair', { one: 'a', other: 'b.c' }, /one would arrive as "a\.b"/],
    ['dots', { one: '.', other: '.' }, /one cannot be a segment of dots/],
    ['two', { one: 'a', file: 'lock' }, /file leads to another route: MadeController\.lock/],
  ])('%s of %o has none: %s', (handler, values, message) => {
    const make = () => app.nest.get(RestRoutes).path(MadeController, handler, values);
    expect(make).toThrow(InvalidArgumentException);
    expect(make).toThrow(message);
  });

  test('a request in process with such a path reaches the route too', async () => {
    const path = pathOf('two', { one: 'ä%2F', file: 'b/c' }) ?? '';
    const { data } = await app.nest.get(RestDispatcher).request({ path, query: { tags: ['x'] } });
    expect(data).toEqual({ one: 'ä%2F', file: 'b/c', tags: ['x'] });
  });

  const callTool = async (name: string, args: object) => {
    const { body } = await app.fetch('POST', '/mcp', {
      agent,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    });
    const { result } = body as {
      result: { structuredContent?: object; content: { text: string }[] };
    };
    return result.structuredContent ?? (JSON.parse(result.content[0]?.text ?? '') as object);
  };

  test('a tool reaches its route with the values of its placeholders, or has an error that names one', async () => {
    expect(await callTool('made_file', { file: '@scope/a b.txt' })).toEqual({
      file: '@scope/a b.txt',
    });
    expect(await callTool('made_within', { file: 'a/b' })).toEqual({ file: 'a/b' });
    for (const [name, args, code, reason] of [
      ['made_file', { file: 'a//b' }, 'rest_no_route', { file: expect.any(String) }],
      ['made_file', { file: 'a/../b' }, 'rest_invalid_param', { file: expect.any(String) }],
      ['made_text', { text: 'top' }, 'rest_no_route', { text: 'text leads to another route.' }],
      ['made_pair', { one: 'a', other: 'b.c' }, 'rest_no_route', { one: expect.any(String) }],
      ['made_id', { id: -1 }, 'rest_no_route', { id: expect.any(String) }],
      ['made_id', { id: 'x' }, 'rest_invalid_param', { id: 'id must be an integer.' }],
    ] as const) {
      expect(await callTool(name, args)).toMatchObject({ code, data: { params: reason } });
    }
  });

  test('no value of a tool reaches its route as another one', async () => {
    const reached = { same: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(call, async ([handler, values]) => {
        fc.pre(Object.values(values).every((one) => typeof one !== 'bigint'));
        const result = await callTool(`made_${handler}`, values);
        if ('code' in result && 'data' in result) {
          reached.refused += 1;
          expect(result.code).toMatch(/^rest_(?:no_route|invalid_param|missing_callback_param)$/);
          return;
        }
        reached.same += 1;
        // A text of digits is a number for every request.
        expect(textsOf(result)).toMatchObject(textsOf(values));
      }),
      { numRuns: 300 },
    );
    expect(Math.min(reached.same, reached.refused)).toBeGreaterThan(20);
  });
});

describe.each(ADAPTERS)('paths at the root of an application on %s', (adapter) => {
  const app = useRoutes([AnythingController], {
    adapter,
    rest: { namespace: '', prefix: '', batch: true, discovery: { path: '/index' } },
  });

  test('a value that is the path of an index or of batches has no path', async () => {
    const routes = app.nest.get(RestRoutes);
    const page = routes.path(AnythingController, 'page', { page: 'indices' });
    expect((await app.fetch('GET', page)).body).toEqual({ page: 'indices' });
    expect(() => routes.path(AnythingController, 'page', { page: 'index' })).toThrow(
      'page leads to another route: /index',
    );
    expect(() => routes.path(AnythingController, 'post', { one: 'batch', other: 'v1' })).toThrow(
      'one leads to another route: RestBatch.run',
    );
  });
});
