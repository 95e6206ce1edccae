import {
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
  UploadedFile,
  type int,
  type RouteDescription,
} from 'nestjs-rest-routes';
import { openApiDocument, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { startRoutes } from '../support/application.js';
import { problemsOf } from './support/validators.js';
import { requestBodyOf } from './support/request-body.js';

@RestController('v1', '/books')
class BooksController {
  @RestRoute('', [HttpMethod.Get, HttpMethod.Post], new PublicAccess())
  create(
    @Param({ minLength: 2 }) title: string,
    tags: string[] = [],
    @Param({ description: 'The front.', maxSize: '2 MiB', mediaTypes: ['image/png', 'image/*'] })
    cover: UploadedFile,
    @Param({ mediaTypes: ['application/pdf'] })
    @ListOf(UploadedFile, { maxItems: 3 })
    pages?: UploadedFile[],
  ): void {}

  @RestRoute('/{id}', HttpMethod.Patch, new PublicAccess())
  update(id: int, title?: string, cover: UploadedFile | null = null): void {}

  @RestRoute('/{id}/cover', HttpMethod.Put, new PublicAccess())
  cover(id: int, cover?: UploadedFile): void {}
}

const BINARY = { type: 'string', format: 'binary' };

describe('the document of routes with files', () => {
  let document: OpenApiDocument;
  let routes: readonly RouteDescription[];

  beforeAll(async () => {
    const app = await startRoutes([BooksController], { adapter: 'fastify' });
    routes = await app.nest.get(RestRoutes).list();
    const license = { name: 'MIT', identifier: 'MIT' };
    document = openApiDocument(routes, { info: { license } });
    await app.close();
    expect(JSON.parse(JSON.stringify(routes[0]?.arguments))).toMatchObject([
      { name: 'title' },
      { name: 'tags' },
      { name: 'cover', file: { maxSize: 2_097_152, mediaTypes: ['image/png', 'image/*'] } },
      { name: 'pages', file: { mediaTypes: ['application/pdf'] } },
    ]);
  });

  test('has neither errors nor warnings by two validators', async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  test('lists a form only where a file is required, with the media types of its files', () => {
    const body = requestBodyOf(document, document.paths['/api/acme/v1/books']?.['post']);
    expect(body).toEqual({
      description:
        'The body may also be the file `cover` (image/png, image/*) itself, with its name in ' +
        '`Content-Disposition`, and all other arguments in the query.',
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: {
              title: { type: 'string', minLength: 2 },
              'tags[]': { type: 'array', items: { type: 'string' }, default: [] },
              cover: { ...BINARY, description: 'The front.' },
              'pages[]': { type: 'array', items: BINARY, maxItems: 3 },
            },
            required: ['title', 'cover'],
          },
          encoding: {
            cover: { contentType: 'image/png, image/*' },
            'pages[]': { contentType: 'application/pdf' },
            'tags[]': { style: 'form', explode: true },
          },
        },
      },
    });
  });

  test('lists the other bodies, without the files, where no file is required', () => {
    const { content = {}, ...body } =
      requestBodyOf(document, document.paths['/api/acme/v1/books/{id}']?.['patch']) ?? {};
    expect(body).toEqual({ required: false });
    expect(content['application/json']?.schema).toEqual({
      type: 'object',
      properties: { title: { type: 'string' } },
    });
    expect(content['application/x-www-form-urlencoded']?.schema).toEqual(
      content['application/json']?.schema,
    );
    expect(content['multipart/form-data']).toEqual({
      schema: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          cover: { type: ['string', 'null'], format: 'binary', default: null },
        },
      },
    });
  });

  test('lists a form only where files are all that a body may have', () => {
    const body = requestBodyOf(document, document.paths['/api/acme/v1/books/{id}/cover']?.['put']);
    expect(Object.keys(body?.content ?? {})).toEqual(['multipart/form-data']);
  });

  test('has no file among the parameters of a query', () => {
    const parameters = document.paths['/api/acme/v1/books']?.['get']?.parameters ?? [];
    expect(parameters.map(({ name }) => name)).toEqual(['title', 'tags[]']);
  });

  test('keeps the media types of files if two operations become one', () => {
    const post = routes.filter(
      ({ path, methods }) => path.endsWith('/books') && methods.includes('POST'),
    );
    expect(post).toHaveLength(1);
    const twice = openApiDocument([
      ...routes,
      ...post.map((one) => ({ ...one, handler: 'Other.create' })),
    ]);
    const bodyIn = (one: OpenApiDocument) =>
      requestBodyOf(one, one.paths['/api/acme/v1/books']?.['post']);
    expect(twice.paths['/api/acme/v1/books']?.['post']?.description).toContain('Or, by the value');
    expect(bodyIn(twice)).toEqual(bodyIn(document));
  });
});
