import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ProgressLine } from '../../../lib/cli/command-line.js';
import { run } from '../support/command-line.js';
import { REPOSITORY } from '../../support/repository.js';
import { useServers } from '../../wordpress/support/source-server.js';

const WORDPRESS = join(REPOSITORY, 'test/conformance/wordpress-routes.json');
const SECRET = 'c2VjcmV0OnBhc3N3b3Jk';
const serve = useServers();
const folder = mkdtempSync(join(tmpdir(), 'rest-routes-compare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, document: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(document));
  return path;
}

const A_ROUTE = { endpoints: [{ methods: ['GET'], args: [] }] };
const one = write('one.json', { routes: { '/shop/v1/a': { ...A_ROUTE, namespace: 'shop/v1' } } });
const two = write('two.json', {
  routes: { '/shop/v1/a|`*': { ...A_ROUTE, namespace: 'shop/v1' } },
});

async function compare(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run(['compare', ...args], {
    print: (text) => out.push(text),
    complain: (text) => err.push(text),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

describe('the output', () => {
  test('as JSON has the indices, the counts and the differences', async () => {
    const { code, out } = await compare(one, two, '--format', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      before: one,
      after: two,
      routes: 1,
      lost: 1,
      changed: 0,
      gained: 1,
      differences: [
        {
          impact: 'lost',
          subject: 'route',
          route: '/shop/v1/a',
          methods: ['GET'],
          text: 'the route is gone',
        },
        {
          impact: 'gained',
          subject: 'route',
          route: '/shop/v1/a|`*',
          methods: ['GET'],
          text: 'a new route',
        },
      ],
    });
  });

  test('as Markdown is a table, whose cells hold nothing but text', async () => {
    const { out } = await compare(two, one, '--format', 'markdown');
    expect(out.split('\n')).toEqual([
      '| Impact | Methods | Route | Difference |',
      '| --- | --- | --- | --- |',
      "| lost | GET | `/shop/v1/a\\|'*` | the route is gone |",
      '| gained | GET | `/shop/v1/a` | a new route |',
      '',
      '1 lost, 0 changed, 1 gained in 1 route.',
    ]);
    expect((await compare(one, one, '--format', 'markdown')).out).toBe('No difference in 1 route.');
  });

  test('has colors only on terminals that show them', async () => {
    const lines: string[] = [];
    const print = (text: string): void => void lines.push(text);
    await run(['compare', one, two], { print, complain: print, hasColors: true });
    expect(lines[0]).toContain('\u001b[31mlost\u001b[39m');
    expect((await compare(one, two)).out).not.toContain('\u001b');
  });

  test('notes what an index has and WordPress would ignore', async () => {
    const args = { a: { type: 'int' } };
    const odd = write('odd.json', {
      routes: { '/a': { endpoints: [{ methods: ['GET'], args }] } },
    });
    expect(await compare(odd, odd)).toEqual({
      code: 0,
      out: 'No difference in 1 route.',
      err: expect.stringMatching(
        /^note: .*args\.a\.type is left out: it is "int", which WordPress does not have there\.\nnote:/,
      ),
    });
  });

  test('notes nothing on other namespaces', async () => {
    const endpoints = [{ methods: ['GET'], args: { a: { type: 'int' } } }];
    const odd = write('odd-namespace.json', {
      routes: {
        '/shop/v1/a': { ...A_ROUTE, namespace: 'shop/v1' },
        '/shop/v2/a': { endpoints, namespace: 'shop/v2' },
      },
    });
    expect((await compare(odd, odd, '--namespace', 'shop/v1')).err).toBe('');
    expect((await compare(odd, odd, '--namespace', 'shop/v2')).err).toContain('note: ');
  });

  test('--namespace compares one namespace, and an unknown one is an error', async () => {
    const both = write('both.json', {
      routes: {
        '/shop/v1/a': { ...A_ROUTE, namespace: 'shop/v1' },
        '/shop/v2/a': { ...A_ROUTE, namespace: 'shop/v2' },
      },
    });
    expect((await compare(both, one, '--namespace', 'shop/v1')).out).toBe(
      'No difference in 1 route.',
    );
    expect((await compare(both, one, '--namespace', 'shop/v2')).code).toBe(1);
    expect(await compare(both, one, '--namespace', 'shop')).toEqual({
      code: 2,
      out: '',
      err: `${both} has no namespace "shop", but shop/v1, shop/v2.`,
    });
  });
});

test.each([
  [['a.json'], 'compare needs two indices'],
  [['a', 'b', 'c'], 'compare needs two indices'],
  [[one, one, '--format', 'table'], '--format is text, json, markdown, not "table".'],
  [[one, one, '--timeout', '5'], '--timeout is a duration such as 500ms, 30s or 2m, not "5".'],
  [[one, one, '--timeout', '300d'], '--timeout is a duration'],
  [[one, one, '--header', `Basic ${SECRET}`], '--header number 1 is not of the form'],
  [[one, one, '--probe'], 'both indices must be URLs'],
  [[one, one, '--nope'], "Unknown option '--nope'"],
])('%j is an error of use: 2', async (args, message) => {
  const { code, out, err } = await compare(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
  expect(err).not.toContain(SECRET);
});

describe('credentials', () => {
  /** Repeats the credentials of a request wherever a message could quote it. */
  const repeating: RequestListener = ({ headers }, response) => {
    const secret = [headers.authorization, SECRET, 'secret:password'].join(' ');
    const endpoints = [{ methods: ['GET'], args: { [secret]: { type: secret, default: secret } } }];
    response.setHeader('x-secret', secret).end(
      JSON.stringify({
        name: secret,
        namespaces: [],
        routes: { [`/a/${secret}`]: { endpoints } },
      }),
    );
  };

  test.each(['text', 'json', 'markdown'])(
    'are in no output, also where a server repeats them: %s',
    async (format) => {
      const url = await serve(repeating);
      const header = [
        '--header',
        `Authorization: Basic ${SECRET}`,
        '--header',
        'X-Key: other-key-1',
      ];
      const { code, out, err } = await compare(url, one, ...header, '--format', format);
      expect(code).toBe(1);
      expect(out).toContain('[hidden]');
      expect(err).toContain('note: ');
      expect(`${out}${err}`).not.toMatch(new RegExp(`${SECRET}|password|other-key`));
    },
  );

  test('are in no output of import either', async () => {
    const url = await serve(repeating);
    const shown: string[] = [];
    const print = (text: string): void => void shown.push(text);
    const header = ['--header', `Authorization: Basic ${SECRET}`];
    await run(['import', url, '--dry-run', ...header], { print, complain: print });
    expect(shown).not.toEqual([]);
    expect(shown.join('\n')).not.toMatch(new RegExp(`${SECRET}|password`));
  });

  test('of a URL are in no output, and are sent to that URL only', async () => {
    const seen: unknown[] = [];
    const url = await serve(repeating);
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(500).end();
    });
    const { code, out, err } = await compare(url.replace('//', '//secret:password@'), other);
    expect({ code, out, seen }).toEqual({ code: 2, out: '', seen: [undefined] });
    expect(err).toBe(`${other}/ cannot be read: it responds with status 500.`);
    const shown = await compare(url.replace('//', '//secret:password@'), one);
    expect(`${shown.out}${shown.err}`).not.toMatch(new RegExp(`${SECRET}|password`));
  });
});

describe('--probe', () => {
  const INDEX = {
    namespace: 'shop/v1',
    routes: {
      '/shop/v1/books': A_ROUTE,
      '/shop/v1/search': { endpoints: [{ methods: ['GET'], args: { q: { required: true } } }] },
      '/shop/v1/books/(?P<id>\\d+)': A_ROUTE,
      '/shop/v1/orders': { endpoints: [{ methods: ['POST'], args: [] }] },
    },
  };

  interface Served {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  }

  const requests: string[] = [];
  const api = ({ status = 200, headers = {}, body = [] }: Served): Promise<string> =>
    serve(({ url = '', method = '' }, response) => {
      requests.push(`${method} ${url}`);
      const isIndex = url === '/wp-json/shop/v1';
      const type = { 'content-type': 'application/json', ...headers };
      response
        .writeHead(isIndex ? 200 : status, type)
        .end(typeof body === 'string' && !isIndex ? body : JSON.stringify(isIndex ? INDEX : body));
    });

  async function probe(before: Served, after: Served) {
    const [first, second] = [await api(before), await api(after)];
    const sources = [`${first}/wp-json/shop/v1`, `${second}/wp-json/shop/v1`];
    const { code, out } = await compare(...sources, '--probe');
    const lines = out.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' '));
    return {
      code,
      lines: lines.slice(0, -1).map((line) => line.replace(' GET /shop/v1/books', '')),
    };
  }

  test('sends the GET requests that need no arguments, and nothing else', async () => {
    requests.length = 0;
    expect(await probe({}, {})).toEqual({ code: 0, lines: [] });
    expect(new Set(requests)).toEqual(
      new Set(['GET /wp-json/shop/v1', 'GET /wp-json/shop/v1/books']),
    );
    expect(requests).toHaveLength(4);
  });

  const links =
    '<https://a.example/x,y>; rel="next"; title="a", <https://a.example/>; rel="https://api.w.org/"';
  test.each<[string, Served, Served, string[]]>([
    ['a status', { status: 200 }, { status: 404 }, ['lost status 404 instead of 200']],
    [
      'a status that is better',
      { status: 401 },
      { status: 200 },
      ['gained status 200 instead of 401'],
    ],
    ['another error', { status: 401 }, { status: 403 }, ['changed status 403 instead of 401']],
    [
      'Allow',
      { headers: { allow: 'GET, POST, HEAD' } },
      { headers: { allow: 'GET, PUT' } },
      ['lost header Allow without POST', 'gained header Allow with PUT'],
    ],
    [
      'Link',
      { headers: { link: links } },
      { headers: { link: '<x>; rel=next' } },
      ['lost header Link without https://api.w.org/'],
    ],
    [
      'totals',
      { headers: { 'x-wp-total': '7' } },
      { headers: { 'x-wp-totalpages': '9' } },
      ['lost no header X-WP-Total', 'gained a header X-WP-TotalPages'],
    ],
    [
      'the content type',
      { headers: { 'content-type': 'application/json; charset=UTF-8' } },
      { headers: { 'content-type': 'text/csv' } },
      ['lost content type text/csv instead of application/json'],
    ],
    ['a body that is no JSON', {}, { body: 'text' }, ['lost body is not JSON']],
    [
      'a property',
      { body: [{ id: 1, title: { raw: 'a' } }, { tag: 1 }] },
      { body: [{ id: 2, title: { raw: 'b', more: 1 } }] },
      ['lost body[].tag is gone', 'gained body[].title.more is new'],
    ],
    [
      'a type',
      { body: { id: 1, list: [1] } },
      { body: { id: '1', list: [true] } },
      ['lost body.id is string instead of number', 'lost body.list[] is boolean instead of number'],
    ],
    [
      'an object for a list',
      { body: { a: [1] } },
      { body: { a: { b: 1 } } },
      ['lost body.a is object instead of list'],
    ],
  ])('compares %s', async (_, before, after, lines) => {
    expect(await probe(before, after)).toEqual({
      code: lines.some((line) => line.startsWith('lost')) ? 1 : 0,
      lines,
    });
  });

  test.each<[string, unknown, unknown]>([
    [
      'values',
      [{ id: 1, title: 'a' }],
      [
        { id: 2, title: 'b' },
        { id: 3, title: 'c' },
      ],
    ],
    ['null, which may be any type', { a: null, b: [null, 'x'] }, { a: 7, b: ['x'] }],
    ['an empty object that PHP writes as a list', { a: [] }, { a: {} }],
    ['an empty list', [], [{ id: 1 }]],
  ])('does not compare %s', async (_, before, after) => {
    expect(await probe({ body: before }, { body: after })).toEqual({ code: 0, lines: [] });
  });

  test('takes the status of a server that redirects elsewhere as an error', async () => {
    const { code } = await probe(
      {},
      { status: 302, headers: { location: 'https://example.com/' } },
    );
    expect(code).toBe(2);
  });
});

describe('the progress line', () => {
  const written = (isTTY: boolean): string[] => {
    const texts: string[] = [];
    const stream = { isTTY, columns: 12, write: (text: string) => texts.push(text) };
    const line = new ProgressLine(stream);
    line.show('Reading https://example.com');
    line.clear();
    line.clear();
    return texts;
  };

  test('fits into a terminal and is erased before other output', () => {
    expect(written(true)).toEqual(['\r\u001b[2KReading htt', '\r\u001b[2K']);
  });

  test('does not exist elsewhere', () => {
    expect(written(false)).toEqual([]);
  });
});
