import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
  UploadedFile,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';
import { problemsOf } from './support/validators.js';
import { requestBodyOf } from './support/request-body.js';

@ValueClass()
class Line {
  sku!: string;
  qty!: int;
}

@ValueClass()
class Size {
  width!: int;
  colors!: string[];
}

@RestController('v1', '/orders')
class OrdersController {
  @RestRoute('', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  create(title: string, lines: Line[], @Param() size: Size, tags: string[], note?: UploadedFile) {
    return { title, lines, size, tags, note: note?.name };
  }

  @RestRoute('', HttpMethod.Put, new PublicAccess())
  replace(title: string, note?: UploadedFile) {
    return { title, note: note?.name };
  }
}

const ORDER = {
  title: 'A',
  lines: [
    { sku: 'a', qty: 1 },
    { sku: 'b', qty: 2 },
  ],
  size: { width: 7, colors: ['red', 'blue'] },
  tags: ['x', 'y'],
};

/** What OpenAPI says by default. */
const JSON_PART = { contentType: 'application/json' };

const DEEP = { style: 'deepObject', explode: true };

/** The fields of a value as its style writes them: `lines[0][sku]`, or its name again for each element. */
function fieldsOf(name: string, value: unknown, style: string | undefined): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  const parts = Object.entries(value);
  return style === 'deepObject'
    ? parts.flatMap(([key, part]) => fieldsOf(`${name}[${key}]`, part, style))
    : parts.map(([, part]) => [name, String(part)]);
}

describe.each(ADAPTERS)('forms in the document, on %s', (adapter) => {
  let app: TestApplication;
  let document: OpenApiDocument;
  beforeAll(async () => {
    app = await startRoutes([OrdersController], { adapter });
    const info = { license: { name: 'MIT', identifier: 'MIT' } };
    document = openApiDocument(await app.nest.get(RestRoutes).list(), { info });
  });
  afterAll(() => app.close());

  const path = '/api/acme/v1/orders';
  const contentOf = (method: string) =>
    requestBodyOf(document, document.paths[path]?.[method])?.content ?? {};

  test('have neither errors nor warnings, and a style for each list and object', async () => {
    expect(await problemsOf(document)).toEqual([]);
    const list = { 'tags[]': { style: 'form', explode: true } };
    expect(contentOf('post')['application/x-www-form-urlencoded']?.encoding).toEqual({
      lines: DEEP,
      size: DEEP,
      ...list,
    });
    expect(contentOf('post')['multipart/form-data']?.encoding).toEqual({
      lines: JSON_PART,
      size: JSON_PART,
      ...list,
    });
  });

  /** The values as a client writes them that follows the document. */
  const writtenAs = (type: string): [string, string][] => {
    const { schema, encoding = {} } = contentOf('post')[type] ?? { schema: {} };
    const names = Object.keys(schema['properties'] as object);
    return names.flatMap((name) => {
      const value = Object.entries(ORDER).find(([key]) => key === name.replace(/\[\]$/, ''))?.[1];
      if (value === undefined) return [];
      const { contentType, style } = encoding[name] ?? {};
      return contentType === undefined
        ? fieldsOf(name, value, style)
        : [value].flat().map((item): [string, string] => [name, JSON.stringify(item)]);
    });
  };

  test('a form that is written as documented has the same arguments as JSON', async () => {
    const body = new URLSearchParams(writtenAs('application/x-www-form-urlencoded'));
    const sent = await fetch(app.url + path, { method: 'POST', body });
    expect(await sent.json()).toEqual(ORDER);
    expect(body.toString()).toContain('lines%5B0%5D%5Bsku%5D=a');
  });

  test('so has one with a file', async () => {
    const body = new FormData();
    for (const line of ORDER.lines) body.append('lines', JSON.stringify(line));
    body.append('size', new Blob([JSON.stringify(ORDER.size)], { type: 'application/json' }));
    for (const [name, value] of writtenAs('multipart/form-data')) {
      if (name !== 'lines' && name !== 'size') body.append(name, value);
    }
    body.append('note', new File(['hello'], 'note.txt'));
    const sent = await fetch(app.url + path, { method: 'POST', body });
    expect(await sent.json()).toEqual({ ...ORDER, note: 'note.txt' });
  });

  test('so has a query', async () => {
    const parameters = document.paths[path]?.['get']?.parameters ?? [];
    const fields = parameters.flatMap(({ name, style }) =>
      fieldsOf(name, Reflect.get(ORDER, name.replace(/\[\]$/, '')), style),
    );
    const sent = await fetch(`${app.url}${path}?${new URLSearchParams(fields).toString()}`);
    expect(await sent.json()).toEqual(ORDER);
  });

  test('a body that JSON and a form carry alike is a component, and one that may have files is in place', () => {
    const { put, post } = document.paths[path] ?? {};
    expect(put?.requestBody).toEqual({ $ref: '#/components/requestBodies/Orders_replace' });
    expect(Object.keys(document.components.requestBodies ?? {})).toEqual(['Orders_replace']);
    expect(Object.keys(contentOf('post'))).toContain('multipart/form-data');
    expect(post?.requestBody).toEqual(requestBodyOf(document, post));
  });

  test('a list of objects in a query is a component, and other lists and objects are in place', () => {
    const parameters = document.paths[path]?.['get']?.parameters ?? [];
    expect(parameters.find(({ name }) => name === 'lines')).toEqual({
      name: 'lines',
      in: 'query',
      required: true,
      ...DEEP,
      schema: { $ref: '#/components/schemas/Orders_create_lines' },
    });
    expect(document.components.schemas['Orders_create_lines']).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/LineInput' },
    });
    expect(parameters.find(({ name }) => name === 'tags[]')?.schema).toMatchObject({
      type: 'array',
    });
  });

  test('PUT has no form with files where the path takes POST, which would have to carry it', async () => {
    expect(Object.keys(contentOf('put'))).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
    const body = new FormData();
    body.append('title', 'A');
    // The body is not read, so the title is missing.
    expect((await fetch(app.url + path, { method: 'PUT', body })).status).toBe(400);
    expect(
      (await fetch(app.url + path, { method: 'PUT', body: new URLSearchParams({ title: 'A' }) }))
        .status,
    ).toBe(200);
  });
});
