import {
  Cache,
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestModule,
  RestRoute,
  RestRoutes,
  ValueClass,
  type ErrorBody,
  type RouteDescription,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { HttpCode, type ModuleMetadata } from '@nestjs/common';
import { describe, expect, test } from 'vitest';
import { startApplication } from '../support/application.js';
import { fixtureModule } from '../support/fixture.js';
import { problemsOf } from './support/validators.js';
import { requestBodyOf } from './support/request-body.js';

// Without the usual parts: the document describes only what the application itself states.

const INTEGER = { type: 'integer' };
const LICENSE = { name: 'MIT', identifier: 'MIT' };

async function routesOf(metadata: ModuleMetadata): Promise<readonly RouteDescription[]> {
  const { nest, close } = await startApplication(metadata, { adapter: 'fastify' });
  const routes = await nest.get(RestRoutes).list();
  await close();
  return routes;
}

describe('the document of the fixture', () => {
  test.each(['acme/v1', 'acme/v2', undefined])(
    'namespace %s has neither errors nor warnings by two validators',
    async (namespace) => {
      const document = openApiDocument(await routesOf(fixtureModule), {
        info: { license: LICENSE },
        ...(namespace === undefined ? {} : { namespace }),
      });
      expect(await problemsOf(document)).toEqual([]);
      const prefix = `/api/${namespace ?? 'acme'}/`;
      expect(Object.keys(document.paths).length).toBeGreaterThan(0);
      expect(Object.keys(document.paths).filter((path) => !path.startsWith(prefix))).toEqual([]);
    },
  );

  test('a mistake in a document would be found by both', async () => {
    const document = openApiDocument(await routesOf(fixtureModule), { info: { license: LICENSE } });
    const broken = { ...document, paths: { nowhere: { get: {} } } };
    const problems = await problemsOf(broken);
    expect(problems.some((text) => text.startsWith('schema:'))).toBe(true);
    expect(problems.some((text) => text.startsWith('struct:'))).toBe(true);
  });

  test('each error has an example of its status, and its schema has the name RestError', async () => {
    const document = openApiDocument(await routesOf(fixtureModule), { namespace: 'acme/v1' });
    expect(document.components.schemas['Error']).toBeUndefined();
    const statuses = Object.entries(document.components.responses).map(([name, { content }]) => {
      const media = content?.['application/json'];
      expect(media?.schema).toEqual({ $ref: '#/components/schemas/RestError' });
      const example = media?.example as ErrorBody | undefined;
      return [name, example?.data.status];
    });
    expect(Object.fromEntries(statuses)).toEqual({
      InvalidRequest: 400,
      Unauthenticated: 401,
      Forbidden: 403,
      NotFound: 404,
      TooLarge: 413,
      UnsupportedMediaType: 415,
      Failed: 500,
      Refused: 413,
    });
  });

  test('arguments, limits, bodies and permissions stand where OpenAPI has them', async () => {
    const document = openApiDocument(await routesOf(fixtureModule), { namespace: 'acme/v1' });
    const { get, post } = document.paths['/api/acme/v1/items'] ?? {};
    expect(get?.parameters).toContainEqual({
      name: 'per_page',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
      example: 10,
    });
    expect(get?.parameters).toContainEqual({
      name: 'tags[]',
      in: 'query',
      required: false,
      style: 'form',
      explode: true,
      schema: {
        type: 'array',
        items: {
          type: 'string',
          enum: ['new', 'sale', 'used'],
          'x-enum-varnames': ['New', 'Sale', 'Used'],
        },
        maxItems: 2,
        default: [],
      },
      example: [],
    });
    expect(get?.security).toEqual([]);
    expect(post?.security).toEqual([{ bearer: ['edit_items'] }]);
    expect(post?.description).toContain('capability `edit_items`');
    expect(requestBodyOf(document, post)?.content['application/json']).toEqual({
      schema: {
        type: 'object',
        properties: {
          title: { type: 'string', minLength: 2, maxLength: 40 },
          price: { type: 'number', minimum: 0 },
          email: { type: ['string', 'null'], format: 'email', minLength: 6, default: null },
          active: { type: 'boolean', default: false },
          lines: {
            type: 'array',
            items: { $ref: '#/components/schemas/LineInput' },
            minItems: 1,
            maxItems: 3,
          },
        },
        required: ['title', 'price', 'lines'],
      },
      example: { title: 'text', price: 0, lines: [{ sku: 'text', qty: 1 }] },
    });
    expect(document.components.schemas['LineInput']).toEqual({
      type: 'object',
      properties: {
        sku: { type: 'string', minLength: 1 },
        qty: { type: 'integer', minimum: 1, maximum: 99 },
      },
      required: ['sku', 'qty'],
      additionalProperties: false,
    });
    expect(Object.keys(post?.responses ?? {}).toSorted()).toEqual([
      '201',
      '400',
      '401',
      '403',
      '413',
      '415',
      '500',
      'default',
    ]);
  });

  test('paths that differ only in the values of a placeholder are one path', async () => {
    const document = openApiDocument(await routesOf(fixtureModule), { namespace: 'acme/v1' });
    const one = document.paths['/api/acme/v1/items/{id}']?.['get'];
    expect(document.paths['/api/acme/v1/items/{slug}']).toBeUndefined();
    expect(one?.parameters?.[0]).toMatchObject({
      name: 'id',
      in: 'path',
      required: true,
      schema: {
        anyOf: [{ type: 'integer', minimum: 0 }, { type: 'string' }],
      },
    });
    expect(one?.description).toContain('Or, by the value in the path: ');
  });
});

describe('the other parts of a document', () => {
  @ValueClass()
  class Line {
    @Param({ format: 'ip' }) address!: string;
  }

  @RestController('v1', '/things')
  class ThingsController {
    @RestRoute('', HttpMethod.Get, new PublicAccess(), { hidden: true })
    secret(): void {}

    @RestRoute('/open', [HttpMethod.Post, HttpMethod.Put], new PublicAccess())
    @HttpCode(202)
    two(lines: Line[]): number {
      return lines.length;
    }

    @RestRoute('/wild', HttpMethod.Post, new Capability('x'))
    wild(
      @Param({ pattern: '^a+$' }) code: string,
      @Param({ format: 'hex-color', description: 'Of the thing.' }) color: string,
    ): string {
      return code + color;
    }

    @RestRoute('/cached', HttpMethod.Get, new PublicAccess())
    @Cache({ ttl: '1m' })
    cached(): number {
      return 1;
    }
  }

  const metadata = {
    imports: [RestModule.forRoot({ namespace: 'acme', prefix: 'rest' })],
    providers: [ThingsController],
  };

  test('is valid, and leaves hidden routes out', async () => {
    const document = openApiDocument(await routesOf(metadata), { info: { license: LICENSE } });
    expect(await problemsOf(document)).toEqual([]);
    expect(Object.keys(document.paths)).toEqual([
      '/rest/acme/v1/things/open',
      '/rest/acme/v1/things/wild',
      '/rest/acme/v1/things/cached',
    ]);
  });

  test('methods of one route have names of their own', async () => {
    const document = openApiDocument(await routesOf(metadata));
    const { post, put } = document.paths['/rest/acme/v1/things/open'] ?? {};
    expect([post?.operationId, put?.operationId]).toEqual(['Things_two_post', 'Things_two_put']);
  });

  test('formats of WordPress are expressed in JSON Schema, and each pattern has an example', async () => {
    const document = openApiDocument(await routesOf(metadata));
    expect(document.components.schemas['Line']).toMatchObject({
      properties: {
        address: { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
      },
    });
    const body = requestBodyOf(document, document.paths['/rest/acme/v1/things/wild']?.['post']);
    expect(body?.content['application/json']).toEqual({
      schema: {
        type: 'object',
        properties: {
          code: { type: 'string', pattern: '^a+$', example: 'a' },
          color: {
            type: 'string',
            pattern: '^#(?:[0-9A-Fa-f]{3}){1,2}$',
            description: 'Of the thing.',
            example: '#336699',
          },
        },
        required: ['code', 'color'],
      },
      example: { code: 'a', color: '#336699' },
    });
  });

  test('callers identify themselves by the security schemes of the options', async () => {
    const securitySchemes = { nonce: { type: 'apiKey', in: 'header', name: 'X-WP-Nonce' } };
    const document = openApiDocument(await routesOf(metadata), { securitySchemes });
    expect(document.components.securitySchemes).toEqual(securitySchemes);
    expect(document.paths['/rest/acme/v1/things/wild']?.['post']?.security).toEqual([
      { nonce: ['x'] },
    ]);
  });
});

@RestController('v1', '/files')
class FilesController {
  @RestRoute('/{path}', HttpMethod.Get, new PublicAccess())
  file(@Param({ match: '[\\w/.-]+' }) path: string) {
    return path;
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(
    @Param({
      schema: {
        oneOf: [
          { type: 'integer', minimum: 0, exclusiveMinimum: true },
          { type: 'object', properties: { w: { type: 'integer' } }, required: ['w'] },
        ],
      },
    })
    size: unknown,
    prices: Record<string, number>,
    extra?: unknown,
  ) {
    return [size, prices, extra];
  }
}

test('a document with patterns, alternatives, maps and any values has neither errors nor warnings', async () => {
  const routes = await routesOf({
    imports: [RestModule.forRoot({ namespace: 'acme' })],
    providers: [FilesController],
  });
  const document = openApiDocument(routes, { info: { license: LICENSE } });
  expect(await problemsOf(document)).toEqual([]);
  expect(document.paths['/api/acme/v1/files/{path}']?.['get']?.parameters).toEqual([
    {
      name: 'path',
      in: 'path',
      required: true,
      schema: { type: 'string', pattern: '^(?:[\\w/.-]+)$', example: 'text' },
    },
  ]);
  const content = requestBodyOf(document, document.paths['/api/acme/v1/files']?.['post'])?.content;
  expect(content?.['application/json']).toEqual({
    schema: {
      type: 'object',
      properties: {
        size: {
          oneOf: [
            { type: 'integer', exclusiveMinimum: 0 },
            { type: 'object', properties: { w: INTEGER }, required: ['w'] },
          ],
        },
        prices: { type: 'object', additionalProperties: { type: 'number' } },
        extra: {},
      },
      required: ['size', 'prices'],
    },
    example: { size: 1, prices: {} },
  });
});
