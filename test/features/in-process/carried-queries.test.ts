import { Agent } from 'node:http';
import fc from 'fast-check';
import {
  HttpMethod,
  InvalidArgumentException,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestRoute,
  RestRoutes,
  type int,
} from 'nestjs-rest-routes';
import { McpModule } from 'nestjs-rest-routes/mcp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

type Query = Parameters<RestDispatcher['request']>[0]['query'] & object;

const received: Readonly<Record<string, unknown>>[] = [];

@RestController('v1', '/carried')
class CarriedController {
  @RestRoute('', HttpMethod.Get, new PublicAccess(), { tool: true })
  any(
    any: unknown = 'nothing',
    words: Record<string, string> = { no: 'words' },
    lines: { readonly sku: string; readonly tags: readonly string[] }[] = [{ sku: 'no', tags: [] }],
    tags: string[] = ['no'],
    grid: int[][] = [[0]],
    either: string | int = 'no',
    genre: string | null = 'novel',
    title: string = 'no',
    page: int = 0,
    price: number = 0,
    isNew: boolean = false,
    day: Date = new Date(0),
  ) {
    received.push({ any, words, lines, tags, grid, either, genre, title, page, price, isNew, day });
    return {};
  }
}

const key = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    '0',
    '1',
    '2',
    '-1',
    '01',
    '',
    ' ',
    '.',
    'a.b',
    'a_b',
    'a[b',
    'a]b',
    '[]',
  ),
  fc.constantFrom(
    'a[b]',
    ']',
    '[',
    'a]&more',
    '__proto__',
    'constructor',
    'toJSON',
    'é',
    '\0',
    '\ud800',
  ),
  fc.string({ maxLength: 4 }),
);
const leaf = fc.oneof(
  fc.constantFrom<unknown>('', '0', '1.50', 'true', 'null', 'a&b=c', 'a+b', '%41', '\ud800', null),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
);
/** Values of JSON. */
const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('data'), { maxLength: 3 }),
    fc.dictionary(key, tie('data'), { maxKeys: 3 }),
  ),
}));
const queries = fc.record(
  {
    any: data,
    words: fc.dictionary(key, fc.string({ unit: 'binary', maxLength: 3 }), { maxKeys: 3 }),
    lines: fc.array(
      fc.record({ sku: fc.string(), tags: fc.array(fc.string(), { maxLength: 2 }) }),
      { maxLength: 3 },
    ),
    tags: fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }),
    grid: fc.array(fc.array(fc.integer(), { maxLength: 2 }), { maxLength: 3 }),
    either: fc.oneof(fc.string(), fc.integer(), fc.constantFrom('7', '07')),
    genre: fc.option(fc.string()),
    title: leaf,
    page: leaf,
    price: leaf,
    isNew: leaf,
  },
  { requiredKeys: [] },
);
/** With one or two arguments: of many, one is always an error. */
const query = fc.tuple(queries, fc.nat(), fc.nat()).map(([all, one, other]): typeof all => {
  const entries = Object.entries(all);
  return Object.fromEntries(
    entries.filter((_, at) => [one, other].some((n) => n % entries.length === at)),
  );
});

/** As JSON has them: a date is a text. */
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
/** With all numbers and booleans as texts, which a query has only. */
const texts = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_name, one: unknown) =>
      typeof one === 'number' || typeof one === 'boolean' ? String(one) : one,
    ),
  );

describe.each(ADAPTERS)('queries from data on %s', (adapter) => {
  const app = useRoutes([CarriedController], {
    adapter,
    rest: { values: 'typed' },
    imports: [McpModule.forRoot({ name: 'carried', version: '1' })],
  });
  const agent = new Agent({ keepAlive: true });
  afterAll(() => agent.destroy());
  beforeEach(() => void (received.length = 0));

  const callTool = async (args: string) => {
    const { body } = await app.fetch('POST', '/mcp', {
      agent,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"carried_any","arguments":${args}}}`,
    });
    const { result } = body as { result: { isError?: boolean; content: { text: string }[] } };
    return result.isError === true
      ? (JSON.parse(result.content[0]?.text ?? '') as { code: string; data: { params: object } })
      : undefined;
  };

  const request = async (sent: object) => {
    const target = { path: '/acme/v1/carried', query: sent as Query };
    return app.nest.get(RestDispatcher).request(target);
  };

  test.each([
    ['{"words":{"a]&more":"x"}}', 'words'],
    ['{"words":{"":"x"}}', 'words'],
    ['{"words":{"0":"a","2":"b"}}', 'words'],
    ['{"words":{"0":"a"}}', 'words'],
    ['{"words":{"a[b]":"c"}}', 'words'],
    ['{"any":{"a]&more":"x"}}', 'any'],
    ['{"any":{"":1}}', 'any'],
    ['{"any":5}', 'any'],
    ['{"any":true}', 'any'],
    ['{"any":[]}', 'any'],
    ['{"any":{"a":{}}}', 'any'],
    ['{"any":{"a":[null]}}', 'any'],
    ['{"any":{"\\ud800":"a"}}', 'any'],
    ['{"any":"\\udc00"}', 'any'],
    ['{"any":[["a"],[]]}', 'any'],
    ['{"genre":null}', 'genre'],
    ['{"title":7}', 'title'],
    [`{"any":${'['.repeat(70)}"x"${']'.repeat(70)}}`, 'any'],
  ])('a tool does not call its route with %s, and the error names %s', async (args, name) => {
    expect(await callTool(args)).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { [name]: expect.stringContaining(name) } },
    });
    expect(received).toEqual([]);
  });

  test('a tool passes keys that have a meaning elsewhere, as they are', async () => {
    for (const name of ['constructor', 'a.b', 'a_b', 'a b', 'a&b=c', 'é%2F', '-', 'a=b']) {
      received.length = 0;
      expect(await callTool(`{"words":{${JSON.stringify(name)}:"x"}}`)).toBeUndefined();
      expect(json(received[0]?.['words'])).toEqual({ [name]: 'x' });
    }
  });

  test('data of a tool reach the method as the same values, or are an error', async () => {
    const results = { same: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(query, async (args) => {
        received.length = 0;
        fc.pre(!JSON.stringify(args).includes('__proto__'));
        const error = await callTool(JSON.stringify(args));
        if (error !== undefined) {
          results.refused += 1;
          expect(error.code).toMatch(/^rest_(?:invalid_param|missing_callback_param)$/);
          expect(received).toEqual([]);
          return;
        }
        results.same += 1;
        const { any, words, lines, tags, grid, either, genre } = args;
        const exact = { any, words, lines, tags, grid, either, genre };
        expect(json(received[0])).toMatchObject(json(exact) as object);
        for (const name of ['any', 'words'] as const)
          if (name in args) expect(json(received[0]?.[name])).toEqual(json(args[name]));
      }),
      { numRuns: 300 },
    );
    expect(Math.min(results.same, results.refused)).toBeGreaterThan(20);
  });

  test('data of RestDispatcher reach the method as the same texts, or are an error', async () => {
    const results = { same: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(query, async (sent) => {
        received.length = 0;
        const status = await request(sent).then(
          (response) => response.status,
          (error: unknown) => {
            expect(error).toBeInstanceOf(InvalidArgumentException);
            return 0;
          },
        );
        if (status !== 200) {
          results.refused += 1;
          expect([0, 400]).toContain(status);
          expect(received).toEqual([]);
          return;
        }
        results.same += 1;
        for (const name of ['any', 'words', 'lines', 'tags', 'grid', 'either', 'title'] as const) {
          // As in PHP, null is left out, if that means the same.
          if (sent[name] === undefined || sent[name] === null) continue;
          expect({ name, value: texts(received[0]?.[name]) }).toEqual({
            name,
            value: texts(sent[name]),
          });
        }
      }),
      { numRuns: 300 },
    );
    expect(Math.min(results.same, results.refused)).toBeGreaterThan(20);
  });

  const loop: Record<string, unknown> = {};
  loop['loop'] = loop;
  test.each<[string, object, RegExp]>([
    ['a key with a bracket', { words: { 'a]&more': 'x' } }, /"words"\["a\]&more"\]/],
    ['a name with brackets', { 'tags[]': 'x' }, /"tags\[\]"/],
    ['an empty key', { any: { '': 'x' } }, /"any"/],
    ['an empty name', { '': 'x' }, /""/],
    ['keys that are whole numbers', { any: { 0: 'a', 2: 'b' } }, /"any"/],
    [
      'two names that PHP would merge',
      { 'a.b': '1', a_b: '2' },
      /two names of one argument, "a\.b" and "a_b"/,
    ],
    ['null in a list', { any: ['a', null] }, /"any"\["1"\].*null/],
    ['nothing in a list', { any: ['a', undefined] }, /"any"\["1"\].*absent/],
    ['null for an argument that may be null', { genre: null }, /"genre".*null/],
    ['an empty list in a list', { grid: [[1], []] }, /"grid"\["1"\].*empty/],
    ['an empty list for any value', { any: [] }, /"any".*empty/],
    ['an empty list for no argument', { ids: [] }, /"ids".*empty/],
    ['an infinite number', { price: Infinity }, /"price".*Infinity/],
    ['no number', { price: Number.NaN }, /"price".*NaN/],
    ['a function', { title: () => 'x' }, /"title".*function/],
    ['a symbol', { title: Symbol('x') }, /"title".*symbol/],
    ['half of a surrogate pair', { any: { a: '\ud800' } }, /"any"\["a"\].*surrogate/],
    ['half of a surrogate pair as a key', { words: { '\udc00': 'x' } }, /surrogate/],
    ['an object that contains itself', loop, /64 levels/],
    ['1,001 values', { tags: Array.from({ length: 1001 }, () => 'x') }, /1000 parameters/],
  ])('RestDispatcher and RestRoutes throw for %s', async (_title, sent, message) => {
    await expect(request(sent)).rejects.toThrow(InvalidArgumentException);
    await expect(request(sent)).rejects.toThrow(message);
    const path = () => app.nest.get(RestRoutes).path(CarriedController, 'any', sent as Query);
    expect(path).toThrow(InvalidArgumentException);
    expect(path).toThrow(message);
    expect(received).toEqual([]);
  });

  test('RestDispatcher passes what a query has: dates, empty lists of arguments, names of prototypes', async () => {
    const day = new Date('2026-02-03T04:05:06.000Z');
    const words = JSON.parse('{"__proto__":"a","constructor":"b"}') as Record<string, string>;
    const sent = { day, words, tags: [], page: 7n, price: 0.1, isNew: true, genre: undefined };
    expect(await request({ ...sent, title: null })).toMatchObject({ status: 200 });
    const [found] = received;
    expect(found).toMatchObject({
      day,
      tags: [],
      page: 7,
      price: 0.1,
      isNew: true,
      genre: 'novel',
    });
    expect(Object.entries(found?.['words'] ?? {})).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
    expect(found).toMatchObject({ title: 'no' });
    expect(Object.prototype).not.toHaveProperty('a');
  });

  test('a value that the route rejects has no path, and is the error of the route in process', async () => {
    const sent = { page: 9_007_199_254_740_993n };
    expect(await request(sent)).toMatchObject({
      status: 400,
      data: { code: 'rest_invalid_param' },
    });
    const path = () => app.nest.get(RestRoutes).path(CarriedController, 'any', sent);
    expect(path).toThrow(/"page": it must be an integer/);
  });

  test('a path with a query leads back to the same arguments over HTTP', async () => {
    const sent = {
      any: { 'a.b': ['é', '&'] },
      tags: ['a b', '+'],
      page: 3,
      lines: [{ sku: 'x', tags: ['y'] }],
    };
    const path = app.nest.get(RestRoutes).path(CarriedController, 'any', sent);
    expect((await app.fetch('GET', `/api${path}`, { agent })).status).toBe(200);
    expect(received[0]).toMatchObject(sent);
  });
});
