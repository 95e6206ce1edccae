import { HttpCode, StreamableFile } from '@nestjs/common';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
  RestRoutes,
  ValueClass,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemsOf } from './support/validators.js';
import { startRoutes, type TestApplication } from '../support/application.js';

enum Kind {
  Book = 'book',
  Film = 'film',
}

const INTEGER = { type: 'integer' };

/** Who wrote it. */
interface Author {
  name: string;
  born?: int | null;
}

interface Work {
  id: int;
  kind: Kind;
  /** Those who wrote it. */
  authors: readonly Author[];
  added: Date;
  sequel: Work | null;
}

@ValueClass()
class Copy {
  shelf!: string;
  number: int = 1;
}

@RestController('v1', '/works')
class WorksController {
  /**
   * Lists works. The newest come first.
   *
   * @param kind Only works of this kind.
   */
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(kind: Kind = Kind.Book): RestResponse<Work[]> {
    return new RestResponse([work(kind)]).paged(1, { page: 1, per_page: 10 });
  }

  /** @deprecated Ask for the list. */
  @RestRoute('/newest', HttpMethod.Get, new PublicAccess())
  async newest(): Promise<Work> {
    return work(Kind.Film);
  }

  @RestRoute('/{id}/copies', HttpMethod.Post, new PublicAccess())
  @HttpCode(201)
  copies(id: int, copies: Copy[]): { id: int; copies: Copy[] } {
    return { id, copies };
  }

  @RestRoute('/{id}', HttpMethod.Delete, new PublicAccess())
  async remove(id: int): Promise<void> {
    void id;
  }

  @RestRoute('/{id}/cover', HttpMethod.Get, new PublicAccess())
  cover(id: int): StreamableFile {
    return new StreamableFile(Buffer.from(`picture ${id}`));
  }
}

function work(kind: Kind): Work {
  const authors = [{ name: 'Ada', born: 1815 }, { name: 'Bob', born: null }, { name: 'Cem' }];
  const sequel = { id: 8, kind, authors: [], added: new Date(0), sequel: null };
  return { id: 7, kind, authors, added: new Date(0), sequel };
}

describe('the document of routes in signature style', () => {
  let app: TestApplication;
  let document: OpenApiDocument;
  beforeAll(async () => {
    app = await startRoutes([WorksController], { adapter: 'express' });
    const info = { license: { name: 'MIT', identifier: 'MIT' } };
    document = openApiDocument(await app.nest.get(RestRoutes).list(), { info });
  });
  afterAll(() => app.close());

  const operation = (path: string, method: string) =>
    document.paths[`/api/acme/v1/works${path}`]?.[method];

  test('has neither errors nor warnings', async () => {
    expect(await problemsOf(document)).toEqual([]);
  });

  test('has the texts of the docstrings', () => {
    const list = operation('', 'get');
    expect(list?.summary).toBe('Lists works.');
    expect(list?.description).toContain('The newest come first.');
    expect(list?.parameters?.[0]).toEqual({
      name: 'kind',
      in: 'query',
      required: false,
      description: 'Only works of this kind.',
      schema: { $ref: '#/components/schemas/Kind', default: 'book' },
      example: 'book',
    });
    const newest = operation('/newest', 'get');
    expect(newest).toMatchObject({ deprecated: true });
    expect(newest?.description).toContain('Deprecated: Ask for the list.');
  });

  test('has the schemas of the returned types', () => {
    expect(document.components.schemas['Work']).toEqual({
      type: 'object',
      properties: {
        id: INTEGER,
        kind: { $ref: '#/components/schemas/Kind' },
        authors: {
          type: 'array',
          items: { $ref: '#/components/schemas/Author' },
          description: 'Those who wrote it.',
        },
        added: { type: 'string', format: 'date-time' },
        sequel: { anyOf: [{ $ref: '#/components/schemas/Work' }, { type: 'null' }] },
      },
      required: ['id', 'kind', 'authors', 'added', 'sequel'],
    });
    expect(document.components.schemas['Author']).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, born: { ...INTEGER, type: ['integer', 'null'] } },
      required: ['name'],
    });
    const statuses = (path: string, method: string) =>
      Object.keys(operation(path, method)?.responses ?? {}).filter((name) => name.startsWith('2'));
    expect(statuses('', 'get')).toEqual(['200']);
    expect(statuses('/newest', 'get')).toEqual(['200']);
    expect(statuses('/{id}/copies', 'post')).toEqual(['201']);
    expect(statuses('/{id}', 'delete')).toEqual(['204']);
    expect(operation('/{id}/cover', 'get')?.responses['200']).toMatchObject({
      content: { 'application/octet-stream': { schema: { format: 'binary' } } },
    });
  });

  test.each([
    ['GET', '', '', undefined],
    ['GET', '/newest', '/newest', undefined],
    ['POST', '/7/copies', '/{id}/copies', '{"copies":[{"shelf":"a"},{"shelf":"b","number":2}]}'],
  ])('the response of %s %s conforms to the document', async (method, path, template, body) => {
    const sent =
      body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } };
    const answer = await app.fetch(method, `/api/acme/v1/works${path}`, sent);
    const response = operation(template, method.toLowerCase())?.responses[String(answer.status)];
    const schema = (response as { content: Record<string, { schema: object }> }).content[
      'application/json'
    ]?.schema;
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const validate = ajv.compile({ ...schema, components: document.components });
    expect({ isValid: validate(answer.body), errors: validate.errors }).toEqual({
      isValid: true,
      errors: null,
    });
    expect(validate([{ id: 'no' }])).toBe(false);
  });
});
