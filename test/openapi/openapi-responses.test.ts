import { Ajv2020 } from 'ajv/dist/2020.js';
import { Header, HttpCode, StreamableFile } from '@nestjs/common';
import {
  EventStream,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  RestRoutes,
  withLinks,
  type int,
  type Linked,
} from 'nestjs-rest-routes';
import { openApiDocument, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { of } from 'rxjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemsOf } from './support/validators.js';
import { ADAPTERS, startRoutes, type TestApplication } from '../support/application.js';

const PDF = 'application/pdf';

interface Note {
  id: int;
}

interface Receipt {
  job: string;
}

@RestController('v1', '/notes')
class NotesController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(): RestResponse<Note[], 200> {
    return new RestResponse([{ id: 1 }], 200).paged(1, { page: 1, per_page: 10 });
  }

  @RestRoute('/found', HttpMethod.Get, new PublicAccess())
  found(): RestResponse<Note[]> {
    return new RestResponse([{ id: 1 }], 200).paged(1, { page: 1, per_page: 10 });
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(later = false): RestResponse<Note, 201> | RestResponse<Receipt, 202> {
    return later
      ? new RestResponse({ job: 'a' }, 202)
      : new RestResponse({ id: 1 }, 201).header('Location', '/notes/1');
  }

  @RestRoute('/{id}', HttpMethod.Put, new PublicAccess())
  async write(id: int): Promise<RestResponse<Note, 200 | 201>> {
    return new RestResponse({ id }, id === 1 ? 200 : 201);
  }

  @RestRoute('/{id}', HttpMethod.Delete, new PublicAccess())
  remove(id: int): RestResponse<undefined, 204> {
    void id;
    return new RestResponse(undefined, 204);
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  async one(id: int): Promise<Note | undefined> {
    return id === 1 ? { id } : undefined;
  }

  @RestRoute('/{id}/queue', HttpMethod.Post, new PublicAccess())
  @HttpCode(202)
  @Header('Retry-After', '5')
  queue(id: int): Note {
    return { id };
  }

  @RestRoute('/{id}/moved', HttpMethod.Get, new PublicAccess())
  moved(id: int): RestResponse<Note, 200> | RestResponse<undefined, 302> {
    if (id !== 1) return new RestResponse({ id }, 200);
    return new RestResponse(undefined, 302).header('Location', `/notes/${id}`);
  }

  @RestRoute('/{id}/table', HttpMethod.Get, new PublicAccess())
  @Header('Content-Type', 'text/csv; charset=utf-8')
  table(id: int): StreamableFile {
    return new StreamableFile(Buffer.from(`id\n${id}\n`));
  }

  @RestRoute('/{id}/picture', HttpMethod.Get, new PublicAccess())
  @Header('Content-Type', 'image/png')
  picture(id: int): RestResponse<StreamableFile, 200> {
    return new RestResponse(new StreamableFile(Buffer.from(String(id))));
  }

  @RestRoute('/{id}/report', HttpMethod.Get, new PublicAccess())
  report(id: int) {
    return new StreamableFile(Buffer.from(String(id)), { type: PDF, disposition: 'inline' });
  }

  @RestRoute('/{id}/changes', HttpMethod.Get, new PublicAccess())
  changes(id: int) {
    return new EventStream(of({ data: { id } }));
  }

  @RestRoute('/{id}/stated', HttpMethod.Get, new PublicAccess(), { responses: 'declared' })
  stated(id: int): Promise<EventStream> {
    return Promise.resolve(new EventStream(of({ data: { id } })));
  }

  @RestRoute('/{id}/either', HttpMethod.Get, new PublicAccess())
  either(id: int): StreamableFile {
    return id === 1
      ? new StreamableFile(Buffer.from('1'), { type: PDF })
      : new StreamableFile(Buffer.from('2'), { type: 'image/png' });
  }

  @RestRoute('/{id}/problem', HttpMethod.Get, new PublicAccess())
  @Header('Content-Type', 'application/problem+json')
  problem(id: int): RestResponse<Note, 200> | RestResponse<Receipt, 409> {
    return id === 1 ? new RestResponse({ job: String(id) }, 409) : new RestResponse({ id }, 200);
  }
}

type Responses = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const note = { $ref: '#/components/schemas/Note' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const LOCATION = { description: 'The URL of the resource.', schema: { type: 'string' } };
const COUNT = { type: 'integer', minimum: 0 };

describe.each(ADAPTERS)('responses in the document, on %s', (adapter) => {
  let app: TestApplication;
  let document: OpenApiDocument;
  beforeAll(async () => {
    app = await startRoutes([NotesController], { adapter });
    const info = { license: { name: 'MIT', identifier: 'MIT' } };
    document = openApiDocument(await app.nest.get(RestRoutes).list(), { info });
  });
  afterAll(() => app.close());

  /** The documented responses below 400, and those that are not references. */
  const stated = (method: string, path: string): Responses => {
    const all = document.paths[`/api/acme/v1/notes${path}`]?.[method]?.responses ?? {};
    return Object.fromEntries(
      Object.entries(all).flatMap(([status, response]) =>
        '$ref' in response ? [] : [[status, { ...response }]],
      ),
    );
  };

  test('the document has neither errors nor warnings', async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  test('a status in the type of a RestResponse is the only one', () => {
    expect(stated('get', '')).toEqual({
      200: {
        description: 'The response.',
        headers: {
          'X-WP-Total': { description: 'The number of items on all pages.', schema: COUNT },
          'X-WP-TotalPages': { description: 'The number of pages.', schema: COUNT },
          Link: { description: 'The previous and the next page.', schema: { type: 'string' } },
        },
        ...json({ type: 'array', items: note }),
      },
    });
  });

  test('each RestResponse of a union is a response of its own, and one with 201 may have a Location', () => {
    expect(stated('post', '')).toEqual({
      201: { description: 'The response.', headers: { Location: LOCATION }, ...json(note) },
      202: { description: 'The response.', ...json({ $ref: '#/components/schemas/Receipt' }) },
    });
  });

  test('each status of a union of statuses is a response of its own', () => {
    expect(Object.keys(stated('put', '/{id}'))).toEqual(['200', '201']);
  });

  test('204 and undefined have no body', () => {
    expect(stated('delete', '/{id}')).toEqual({ 204: { description: 'Done.' } });
    expect(stated('get', '/{id}')).toEqual({
      200: { description: 'The response.', ...json(note) },
      204: { description: 'Done.' },
    });
  });

  test('without a status in its type, a RestResponse may have the usual ones', () => {
    expect(Object.keys(stated('get', '/found'))).toEqual(['200']);
  });

  test('HttpCode and Header are those of the response', () => {
    expect(stated('post', '/{id}/queue')).toEqual({
      202: {
        description: 'The response.',
        headers: { 'Retry-After': { schema: { type: 'string' } } },
        ...json(note),
      },
    });
  });

  test('a redirect has a Location and no body', () => {
    expect(stated('get', '/{id}/moved')).toEqual({
      200: { description: 'The response.', ...json(note) },
      302: { description: 'Done.', headers: { Location: LOCATION } },
    });
  });

  test('a stream has the media type that Header states', () => {
    expect(stated('get', '/{id}/table')).toEqual({
      200: { description: 'The stream.', content: { 'text/csv': { schema: { type: 'string' } } } },
    });
    expect(stated('get', '/{id}/picture')).toEqual({
      200: {
        description: 'The stream.',
        content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
      },
    });
  });

  test('events are text, as they happen', () => {
    for (const path of ['/{id}/changes', '/{id}/stated']) {
      expect(stated('get', path)['200']).toEqual({
        description: 'The stream.',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      });
    }
  });

  test('a stream has the media type that it states itself, if all of a method have the same', () => {
    expect(stated('get', '/{id}/report')['200']?.['content']).toHaveProperty([PDF]);
    expect(stated('get', '/{id}/either')['200']?.['content']).toHaveProperty(['*/*']);
  });

  test('a response that states the status of an error takes its place', () => {
    expect(Object.keys(stated('get', '/{id}/problem'))).toEqual(['200', '409']);
    expect(stated('get', '/{id}/problem')['409']?.['content']).toHaveProperty([
      'application/problem+json',
    ]);
  });

  test.each([
    ['GET', '', ''],
    ['POST', '', ''],
    ['POST', '?later=1', ''],
    ['PUT', '/1', '/{id}'],
    ['PUT', '/2', '/{id}'],
    ['DELETE', '/1', '/{id}'],
    ['GET', '/1', '/{id}'],
    ['GET', '/2', '/{id}'],
    ['POST', '/1/queue', '/{id}/queue'],
    ['GET', '/1/moved', '/{id}/moved'],
    ['GET', '/1/table', '/{id}/table'],
    ['GET', '/1/picture', '/{id}/picture'],
    ['GET', '/1/report', '/{id}/report'],
    ['GET', '/1/changes', '/{id}/changes'],
    ['GET', '/1/stated', '/{id}/stated'],
    ['GET', '/1/problem', '/{id}/problem'],
  ])('what %s %s sends is documented', async (method, path, template) => {
    const { status, headers, text } = await app.fetch(method, `/api/acme/v1/notes${path}`);
    const documented = stated(method.toLowerCase(), template)[String(status)];
    const [mediaType] = Object.keys(documented?.['content'] ?? {});
    expect(documented).toBeDefined();
    const sent = text === '' ? undefined : headers['content-type']?.split(';')[0];
    expect(sent).toBe(mediaType);
    for (const name of ['location', 'x-wp-total', 'retry-after'].filter((one) => one in headers)) {
      const names = Object.keys(documented?.['headers'] ?? {}).map((one) => one.toLowerCase());
      expect(names).toContain(name);
    }
  });
});

test('with neutral headers, pages have the headers of other APIs', async () => {
  const app = await startRoutes([NotesController], {
    adapter: 'fastify',
    rest: { headers: 'neutral' },
  });
  const document = openApiDocument(await app.nest.get(RestRoutes).list());
  const list = document.paths['/api/acme/v1/notes']?.['get']?.responses['200'];
  const { headers } = await app.fetch('GET', '/api/acme/v1/notes');
  await app.close();
  expect(Object.keys((list as { headers: object }).headers)).toEqual(['X-Total-Count', 'Link']);
  expect(headers['x-total-count']).toBe('1');
});

@RestController('v1', '/trees')
class TreesController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(): Linked<Note>[] {
    return [withLinks({ id: 1 }, { self: { href: '/acme/v1/trees/1', embeddable: true } })];
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int): RestResponse<Linked<Note>, 200> {
    return new RestResponse<Note, 200>({ id }).link('self', `/acme/v1/trees/${id}`);
  }
}

describe.each(ADAPTERS)('links in the document, on %s', (adapter) => {
  test('Linked has _links, and what is sent is as documented', async () => {
    const app = await startRoutes([TreesController, NotesController], { adapter });
    const info = { license: { name: 'MIT', identifier: 'MIT' } };
    const document = openApiDocument(await app.nest.get(RestRoutes).list(), { info });
    expect(await problemsOf(document)).toEqual([]);
    const { LinkedNote, Link, Note } = document.components.schemas;
    expect(LinkedNote).toEqual({
      ...Note,
      properties: {
        ...(Note?.['properties'] as object),
        _links: {
          type: 'object',
          description: 'Links by relation.',
          additionalProperties: { type: 'array', items: { $ref: '#/components/schemas/Link' } },
        },
      },
    });
    expect(Link).toMatchObject({ required: ['href'] });
    const validate = new Ajv2020({ strict: false }).compile({
      $ref: '#/components/schemas/LinkedNote',
      components: document.components,
    });
    const list = await app.fetch('GET', '/api/acme/v1/trees');
    const one = await app.fetch('GET', '/api/acme/v1/trees/1');
    await app.close();
    expect(list.body).toMatchObject([{ _links: { self: [{ embeddable: true }] } }]);
    expect(one.body).toHaveProperty('_links');
    expect([(list.body as unknown[])[0], one.body].map((sent) => validate(sent))).toEqual([
      true,
      true,
    ]);
    expect(validate({ id: 1, _links: { self: [{}] } })).toBe(false);
  });
});
