import { Injectable, type CallHandler, type NestInterceptor } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import {
  PublicAccess,
  RestController,
  RestException,
  RestResponse,
  RestRoute,
  RestRoutes,
} from 'nestjs-rest-routes';
import { OpenApiModule, openApiDocument, type OpenApiOptions } from 'nestjs-rest-routes/openapi';
import { map } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../support/application.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', 'POST', new PublicAccess())
  create() {
    return new RestResponse({ id: 7 }, 201);
  }
  @RestRoute('/locked', 'GET', new PublicAccess())
  locked(): { id: number } {
    throw new RestException('item_locked', 'It is locked.', 409);
  }
}

@Injectable()
class Wrapper implements NestInterceptor {
  intercept(_context: unknown, next: CallHandler) {
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

const wrap: NonNullable<OpenApiOptions['wrap']> = (data) => ({
  type: 'object',
  required: ['data'],
  properties: { data },
});

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

describe.each(ADAPTERS)('a document of an application that wraps its data, on %s', (adapter) => {
  const app = useRoutes([ItemsController, { provide: APP_INTERCEPTOR, useClass: Wrapper }], {
    adapter,
    imports: [OpenApiModule.forRoot({ wrap })],
  });

  test('has the wrapper around every body, and around no error', async () => {
    const { status, body } = await app.fetch('POST', '/api/acme/v1/items');
    expect([status, body]).toEqual([201, { data: { id: 7 } }]);
    const served = (await app.fetch('GET', '/reference/acme/v1.json')).body as {
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: { RestError: { properties: object } } };
    };
    const { responses } = served.paths['/api/acme/v1/items']?.['post'] ?? { responses: {} };
    expect(responses['201']?.content?.['application/json']?.schema).toMatchObject({
      required: ['data'],
    });
    expect(Object.keys(served.components.schemas.RestError.properties)).toContain('code');
  });

  test('knows the route', async () => {
    const handlers: string[] = [];
    const routes = await app.nest.get(RestRoutes).list();
    openApiDocument(routes, {
      wrap: (data, { handler }) => {
        handlers.push(handler);
        return data;
      },
    });
    expect(new Set(handlers)).toEqual(
      new Set(['ItemsController.create', 'ItemsController.locked']),
    );
  });
});
