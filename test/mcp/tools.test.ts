import type { Client } from '@modelcontextprotocol/client';
import type { Server } from 'node:http';
import { McpModule } from 'nestjs-rest-routes/mcp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';
import { fixtureUser } from '../support/fixture-user.js';
import { until } from '../support/until.js';
import { connect, PROTOCOLS } from './support/client.js';
import { ItemsController, PagesController, received, waiting } from './support/shop.js';

const CASES = ADAPTERS.flatMap((adapter) => PROTOCOLS.map((protocol) => ({ adapter, protocol })));

const FOR_ANYONE = [
  'items_list',
  'items_one',
  'items_replace',
  'pages_by_slug',
  'pages_count',
  'pages_file',
  'pages_text',
  'pages_tree',
  'slow',
];

const ITEM = { id: 7, title: 'Momo', kind: 'book' };

describe.each(CASES)('tools on $adapter with protocol $protocol', ({ adapter, protocol }) => {
  const app = useRoutes([ItemsController, PagesController], {
    adapter,
    rest: { ...fixtureUser, values: 'typed' },
    imports: [McpModule.forRoot({ name: 'shop', version: '1.2.3', instructions: 'Be kind.' })],
  });
  // A client that has aborted opens a connection that it does not use, which the server would wait for: 72 seconds.
  afterAll(() => (app.nest.getHttpServer() as Server).closeAllConnections());
  const as = (user?: number, headers?: Record<string, string>): Promise<Client> =>
    connect(app, protocol, user, headers);

  /** The result of a call; the client compares it with the output schema of the tool. */
  async function call(name: string, args: Record<string, unknown> = {}, user?: number) {
    const client = await as(user);
    await client.listTools();
    return client.callTool({ name, arguments: args });
  }

  async function errorOf(name: string, args: Record<string, unknown>, user?: number) {
    const { isError, content, structuredContent } = await call(name, args, user);
    expect({ isError, structuredContent }).toEqual({ isError: true });
    const [first] = content;
    return JSON.parse(first?.type === 'text' ? first.text : '') as unknown;
  }

  beforeEach(() => {
    received.length = 0;
  });

  test('A client learns who serves it, by which version of the protocol', async () => {
    const client = await as();
    expect(client.getServerVersion()).toMatchObject({ name: 'shop', version: '1.2.3' });
    expect(client.getNegotiatedProtocolVersion()).toBe(protocol);
    expect(client.getInstructions()).toBe('Be kind.');
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
  });

  test.each([
    [undefined, FOR_ANYONE],
    [2, [...FOR_ANYONE, 'items_create', 'pages_mine']],
    [1, [...FOR_ANYONE, 'items_create', 'pages_mine', 'remove-item']],
  ])('User %s sees the tools that they may use', async (user, names) => {
    const { tools } = await (await as(user)).listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });

  test('A tool has the arguments of its route as one object, and the result that it declares', async () => {
    const { tools } = await (await as()).listTools();
    expect(tools.find(({ name }) => name === 'items_list')).toEqual({
      name: 'items_list',
      description: 'Lists items.',
      inputSchema: {
        type: 'object',
        properties: {
          page: { type: 'integer', minimum: 1, default: 1 },
          search: { type: ['string', 'null'], default: null, description: 'A part of the title.' },
          tags: { type: 'array', items: { type: 'string' }, default: ['all'] },
          size: {
            type: 'object',
            properties: { width: { type: 'integer' }, height: { type: 'integer' } },
            required: ['width', 'height'],
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      },
      outputSchema: {
        type: 'object',
        properties: {
          items: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                id: { type: 'integer' },
                title: { type: 'string' },
                kind: { type: ['string', 'null'], enum: ['book', 'film', null] },
              },
              required: ['id', 'title', 'kind'],
            },
          },
          total: { type: 'integer', minimum: 0, description: expect.any(String) as string },
          total_pages: { type: 'integer', minimum: 0, description: expect.any(String) as string },
        },
        required: ['items'],
      },
      annotations: { readOnlyHint: true },
    });
    expect(tools.find(({ name }) => name === 'items_one')).toMatchObject({
      title: 'One item',
      description: 'Reads the item with a number.',
      inputSchema: {
        properties: { id: { type: 'integer', minimum: 0 } },
        required: ['id'],
      },
    });
  });

  test('Annotations tell what a tool does to data, by its method or as its route states it', async () => {
    const { tools } = await (await as(1)).listTools();
    const annotations = Object.fromEntries(tools.map((one) => [one.name, one.annotations]));
    expect(annotations).toMatchObject({
      items_one: { readOnlyHint: true },
      items_create: { destructiveHint: false, openWorldHint: false },
      items_replace: { idempotentHint: true },
      'remove-item': { destructiveHint: true, idempotentHint: false },
      slow: { readOnlyHint: true },
    });
  });

  test('Placeholders, query and body are arguments', async () => {
    const size = { width: 2, height: 3 };
    const list = await call('items_list', { page: 2, search: 'a&b=c', tags: ['x', 'y z'], size });
    expect(list.structuredContent).toEqual({ items: [ITEM], total: 21, total_pages: 3 });
    const one = await call('items_one', { id: 9 });
    expect(one.structuredContent).toEqual({ ...ITEM, id: 9 });
    expect(one.content).toEqual([{ type: 'text', text: JSON.stringify({ ...ITEM, id: 9 }) }]);
    const created = await call('items_create', { title: 'Dune', kind: null }, 2);
    expect(created.structuredContent).toEqual({ id: 8, title: 'Dune', kind: null });
    expect(received).toEqual([
      { page: 2, search: 'a&b=c', tags: ['x', 'y z'], size },
      {
        title: 'Dune',
        kind: null,
        arguments: { title: 'Dune', kind: null },
        body: { title: 'Dune', kind: null },
      },
    ]);
  });

  test('null and an empty list of a query are what they are of JSON', async () => {
    await call('items_list', { search: null, tags: [] });
    expect(received).toEqual([{ page: 1, search: null, tags: [], size: undefined }]);
    expect(await errorOf('items_list', { page: null })).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { page: expect.any(String) as string } },
    });
  });

  test('A result that is not an object is wrapped, and a recursive one is not', async () => {
    const text = await call('pages_by_slug', { slug: 'b ü' });
    expect(text.structuredContent).toEqual({ result: 'page b ü' });
    const tree = await call('pages_tree', { name: 'root' });
    const leaf = { name: 'leaf', children: [] };
    expect(tree.structuredContent).toEqual({ name: 'root', children: [leaf] });
    const { structuredContent, content } = await call('remove-item', { id: 3 }, 1);
    expect({ structuredContent, content }).toEqual({ content: [{ type: 'text', text: 'Done.' }] });
    expect(received).toEqual([{ removed: 3 }]);
  });

  test('A file is an embedded resource, and a text is a text', async () => {
    const uri = `${app.url}/api/acme/v1/pages/files/small`;
    expect((await call('pages_file', { name: 'small' })).content).toEqual([
      { type: 'resource', resource: { uri, mimeType: 'image/png', blob: 'BwcH' } },
    ]);
    expect((await call('pages_file', { name: 'text' })).content).toEqual([
      { type: 'text', text: 'a,b' },
    ]);
  });

  test('A result beyond the limit is an error', async () => {
    const error = { code: 'rest_response_too_large', data: { limit: 1_048_576 } };
    expect(await errorOf('pages_file', { name: 'large' })).toMatchObject(error);
    expect(await errorOf('pages_text', { length: 2_000_000 })).toMatchObject(error);
  });

  test('Wrong arguments are results that name what to correct', async () => {
    expect(await errorOf('items_create', { title: 'D', kind: 'song' }, 2)).toMatchObject({
      code: 'rest_invalid_param',
      data: { status: 400, params: { title: expect.any(String), kind: expect.any(String) } },
    });
    expect(await errorOf('items_create', { title: 'Dune' }, 2)).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['kind'] },
    });
    expect(await errorOf('items_one', {})).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['id'] },
    });
    expect(await errorOf('items_one', { id: 'seven' })).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { id: 'id must be an integer.' } },
    });
    expect(received).toEqual([]);
  });

  test('Errors of the method are results, without the text of unexpected ones', async () => {
    expect(await errorOf('items_one', { id: 404 })).toEqual({
      code: 'acme_no_item',
      message: 'There is no such item.',
      data: { status: 404 },
    });
    const failed = await errorOf('items_one', { id: 500 });
    expect(failed).toMatchObject({ code: 'framework_internal_error' });
    expect(JSON.stringify(failed)).not.toContain('secret');
  });

  test('A tool that the caller may not use, called by its name, has the response of its route', async () => {
    const forbidden = (status: number) => ({ code: 'rest_forbidden', data: { status } });
    const args = { title: 'Dune', kind: null };
    expect(await errorOf('items_create', args)).toMatchObject(forbidden(401));
    expect(await errorOf('remove-item', { id: 1 }, 2)).toMatchObject(forbidden(403));
    expect(await errorOf('items_replace', { id: 1, title: 'x' }, 2)).toMatchObject(forbidden(403));
    expect(received).toEqual([]);
    const replaced = await call('items_replace', { id: 2, title: 'x' }, 2);
    expect(replaced.structuredContent).toMatchObject({ id: 2, title: 'x' });
  });

  test('A tool that does not exist is an error of the protocol', async () => {
    const client = await as(1);
    for (const name of ['items_secret', 'constructor', '__proto__', '']) {
      await expect(client.callTool({ name })).rejects.toMatchObject({ code: -32_602 });
    }
  });

  test('Arguments that the schema does not have are rejected', async () => {
    for (const name of ['_method', '_fields', '_envelope', '_embed', 'user', 'constructor']) {
      expect(await errorOf('items_one', { id: 1, [name]: 'DELETE' })).toMatchObject({
        code: 'rest_invalid_param',
        data: { params: { [name]: `${name} is not an argument of the tool.` } },
      });
    }
    expect(received).toEqual([]);
  });

  test('They are one error with the values that are wrong or missing, for callers who may call the tool', async () => {
    const wrong = { title: 'D', serch: 'x', tites: 1 };
    expect(await errorOf('items_create', wrong, 2)).toMatchObject({
      code: 'rest_invalid_param',
      message: 'Invalid arguments: title, kind, serch, tites.',
      data: {
        params: {
          title: 'title must have at least 2 characters.',
          kind: 'kind is required.',
          serch: 'serch is not an argument of the tool.',
          tites: 'tites is not an argument of the tool.',
        },
      },
    });
    expect(await errorOf('items_create', wrong)).toMatchObject({
      message: 'Invalid arguments: serch, tites.',
    });
    expect(await errorOf('items_list', { page: 0, serch: 'x' })).toMatchObject({
      message: 'Invalid arguments: page, serch.',
    });
    expect(await errorOf('items_one', { ident: 1 })).toMatchObject({
      message: 'Invalid arguments: id, ident.',
    });
    expect(received).toEqual([]);
  });

  test('No value of a placeholder reaches another route', async () => {
    for (const slug of ['hidden', 'HIDDEN', 'hidden/', '../items', 'tree/x']) {
      expect(await errorOf('pages_by_slug', { slug })).toMatchObject({ code: 'rest_no_route' });
    }
    for (const slug of ['', '.', '..', '\ud800', ['hidden'], { a: 1 }, true, null]) {
      expect(await errorOf('pages_by_slug', { slug })).toMatchObject({
        code: 'rest_invalid_param',
        data: { params: { slug: expect.any(String) } },
      });
    }
    for (const slug of ['x?page=1', 'x#y', '%2e%2e', 'a\r\nHost: b']) {
      const { structuredContent } = await call('pages_by_slug', { slug });
      expect(structuredContent).toEqual({ result: `page ${slug}` });
    }
    expect(received).toEqual([]);
  });

  test('Headers of a client override neither the method nor the user', async () => {
    const client = await as(2, {
      'x-http-method-override': 'DELETE',
      'x-method-override': 'DELETE',
      'x-agent': 'kept',
      'content-encoding': 'identity',
    });
    const mine = await client.callTool({ name: 'pages_mine' });
    expect(mine.structuredContent).toEqual({ user: 2, agent: 'kept' });
    const one = await client.callTool({ name: 'items_one', arguments: { id: 5 } });
    expect(one.structuredContent).toEqual({ ...ITEM, id: 5 });
  });

  test('The cache of a route holds for its tool, with the entries of its callers', async () => {
    const before = PagesController.made;
    const results = [await call('pages_count'), await call('pages_count', {}, 2)];
    const http = await app.fetch('GET', '/api/acme/v1/pages/count/of');
    const made = results.map(({ structuredContent }) => structuredContent);
    expect([...made, http.body]).toEqual(Array.from({ length: 3 }, () => http.body));
    expect(PagesController.made - before).toBeLessThan(2);
    const mine = [await call('pages_mine', {}, 1), await call('pages_mine', {}, 2)];
    expect(mine.map((one) => one.structuredContent)).toMatchObject([{ user: 1 }, { user: 2 }]);
  });

  test('100 calls at once have their own results and users', async () => {
    const [first, second] = [await as(1), await as(2)];
    const calls = Array.from({ length: 50 }, (_, id) => [
      first.callTool({ name: 'items_one', arguments: { id } }),
      second.callTool({ name: 'pages_mine' }),
    ]);
    const results = await Promise.all(calls.flat());
    expect(results.map(({ structuredContent }) => structuredContent)).toMatchObject(
      Array.from({ length: 50 }, (_, id) => [{ id }, { user: 2 }]).flat(),
    );
  });

  test('A client that closes its connection aborts the request of the tool', async () => {
    const { started, aborted } = waiting;
    const client = await as();
    const call = client.callTool({ name: 'slow' }).catch((error: unknown) => error);
    await until(() => waiting.started > started);
    await client.close();
    await until(() => waiting.aborted > aborted);
    expect(await call).toBeInstanceOf(Error);
  });

  test('A call that a client cancels is aborted, as far as its protocol can tell', async () => {
    const { started, aborted } = waiting;
    const client = await as();
    const cancel = new AbortController();
    const call = client
      .callTool({ name: 'slow' }, { signal: cancel.signal })
      .catch((error: unknown) => error);
    await until(() => waiting.started > started);
    cancel.abort('enough');
    expect(await call).toBeInstanceOf(Error);
    // Before 2026-07-28, it cancels by another request, which a stateless server cannot relate to the call.
    if (protocol === '2025-11-25') await client.close();
    await until(() => waiting.aborted > aborted);
  });
});

describe.each(CASES)(
  "tools with WordPress's values on $adapter with protocol $protocol",
  ({ adapter, protocol }) => {
    const app = useRoutes([ItemsController, PagesController], {
      adapter,
      rest: fixtureUser,
      imports: [McpModule.forRoot({ name: 'shop', version: '1.2.3' })],
    });
    afterAll(() => (app.nest.getHttpServer() as Server).closeAllConnections());

    test('do not offer null for a required argument, for which null is missing', async () => {
      const client = await connect(app, protocol, 2);
      const { tools } = await client.listTools();
      const create = tools.find(({ name }) => name === 'items_create');
      expect(create?.inputSchema).toMatchObject({
        properties: { kind: { enum: ['book', 'film'] } },
        required: ['title', 'kind'],
      });
      const sent = { title: 'Dune', kind: null };
      const { isError, content } = await client.callTool({ name: 'items_create', arguments: sent });
      expect(isError).toBe(true);
      expect(JSON.stringify(content)).toContain('rest_missing_callback_param');
    });
  },
);
