import type { LoggerService } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiConflictResponse,
  ApiDefaultResponse,
  ApiExcludeEndpoint,
  ApiExtension,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
  ValueClass,
} from 'nestjs-rest-routes';
import { openApiDocument, type OpenApiDocument } from 'nestjs-rest-routes/openapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../support/application.js';
import { problemsOf } from './support/validators.js';

@ValueClass()
class Item {
  @ApiProperty({ description: 'What it is called.', example: 'Lamp' })
  @Param()
  name!: string;
  /** Its price. */
  @ApiProperty({ deprecated: true })
  @Param()
  price: number = 1;
}

@RestController('v1', '/items')
@ApiTags('Items')
@ApiBearerAuth()
class ItemsController {
  /** The text of the doc comment. */
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  @ApiOperation({ summary: 'Lists.' })
  @ApiQuery({ name: 'page' })
  @ApiOkResponse({ description: 'All.', headers: { 'X-Count': { schema: { type: 'integer' } } } })
  @ApiDefaultResponse({ description: 'An error.' })
  list(): string[] {
    return [];
  }
  @RestRoute('/excluded', HttpMethod.Get, new PublicAccess())
  @ApiExcludeEndpoint()
  excluded(): string[] {
    return [];
  }
}

@RestController('v1', '/others')
@ApiTags('All')
@ApiHeader({ name: 'x-tenant', description: 'The tenant.', required: true })
class OthersController {
  /** The text of the doc comment. */
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  @ApiOperation({
    summary: 'Lists.',
    description: 'Lists all others.',
    operationId: 'listOthers',
    deprecated: true,
    tags: ['More'],
  })
  @ApiOkResponse({ description: 'All of them.', type: String })
  @ApiConflictResponse({ description: 'It is being changed.' })
  @ApiHeader({ name: 'If-None-Match' })
  @ApiExtension('x-internal', true)
  list(): string[] {
    return [];
  }
  /**
   * The text of the doc comment.
   * @summary Stated.
   */
  @RestRoute('', HttpMethod.Post, new PublicAccess(), { openapi: { operationId: 'makeOther' } })
  @ApiOperation({ summary: 'Makes.', operationId: 'other' })
  create(@Param() item: Item): Item {
    return item;
  }
}

@RestController('v1', '/bare')
class BareController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(): string[] {
    return [];
  }
}

describe.each(ADAPTERS)('decorators of @nestjs/swagger on routes on %s', (adapter) => {
  const warningsOf = async (...controllers: (new () => object)[]) => {
    const warnings: string[] = [];
    const nothing = () => undefined;
    const logger: LoggerService = {
      log: nothing,
      error: nothing,
      warn: (text: string) => void warnings.push(text),
    };
    const app = await startRoutes(controllers, { adapter, create: { logger } });
    await app.close();
    return warnings.filter((text) => text.includes('RR1077')).join('\n');
  };

  test('that have no effect are named at startup, by class and method', async () => {
    const text = await warningsOf(ItemsController);
    expect(text).toContain('@ApiSecurity');
    expect(text).toContain('@ApiQuery');
    expect(text).toContain('headers of @ApiResponse');
    expect(text).toContain('@ApiResponse of default');
    expect(text).toContain('ItemsController.list');
    expect(text).not.toContain('excluded');
    for (const name of ['@ApiTags', '@ApiOperation', 'summary']) {
      expect(text).not.toContain(`received ${name}`);
    }
  });

  test('cause no warning if there are none, or if documents have their texts', async () => {
    expect(await warningsOf(OthersController, BareController)).toBe('');
  });

  describe('in a document', () => {
    const app = useRoutes([OthersController], { adapter });
    let document: OpenApiDocument;
    beforeAll(async () => {
      const info = { license: { name: 'MIT', identifier: 'MIT' } };
      document = openApiDocument(await app.nest.get(RestRoutes).list(), { info });
    });
    const others = () => document.paths['/api/acme/v1/others'] ?? {};

    test('are valid', async () => {
      expect(await problemsOf(document)).toEqual([]);
    });

    test('state names, texts, tags, headers, extensions and responses', () => {
      expect(others()['get']).toMatchObject({
        summary: 'Lists.',
        description: expect.stringMatching(/^Lists all others\./),
        operationId: 'listOthers',
        deprecated: true,
        tags: ['All', 'More'],
        parameters: [
          { name: 'x-tenant', in: 'header', description: 'The tenant.', required: true },
          { name: 'If-None-Match', in: 'header', required: false },
        ],
        'x-internal': true,
        responses: {
          200: {
            description: 'All of them.',
            content: { 'application/json': { schema: { type: 'array' } } },
          },
          409: {
            description: 'It is being changed.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/RestError' } } },
          },
        },
      });
    });

    test('yield to what the route states itself', () => {
      expect(others()['post']).toMatchObject({ summary: 'Stated.', operationId: 'makeOther' });
    });

    test('describe properties, in requests and in responses', () => {
      expect(document.components.schemas['Item']).toMatchObject({
        properties: {
          name: { type: 'string', description: 'What it is called.', example: 'Lamp' },
          price: { deprecated: true, description: 'Its price.' },
        },
      });
    });
  });
});
