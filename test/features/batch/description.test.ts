import {
  DeclarationException,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { WrongBatchController } from '../../decorators/wrong-controllers.js';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Put, new PublicAccess())
  replace(): readonly string[] {
    return [];
  }

  @RestRoute('', [HttpMethod.Get, HttpMethod.Post], new PublicAccess(), { batch: true })
  create(): string {
    return 'created';
  }
}

describe.each(ADAPTERS)('a route with { batch: true } on %s', (adapter) => {
  const app = useRoutes([ItemsController], { adapter });

  test('has allow_batch in OPTIONS and in the index, and other routes have none', async () => {
    const described = {
      endpoints: [
        { methods: ['PUT'], args: [] },
        { methods: ['GET', 'POST'], allow_batch: { v1: true }, args: [] },
      ],
    };
    expect((await app.fetch('OPTIONS', '/api/acme/v1/items')).body).toMatchObject(described);
    const { body } = await app.fetch('GET', '/api/acme/v1');
    expect(body).toMatchObject({ routes: { '/acme/v1/items': described } });
  });

  test('is marked in the audit, and in OpenAPI at the methods that a batch may use', async () => {
    const routes = await app.nest.get(RestRoutes).list();
    expect(routes.map(({ batch }) => batch)).toEqual([false, true]);
    const { get, post } = openApiDocument(routes).paths['/api/acme/v1/items'] ?? {};
    expect(post?.['x-allow-batch']).toEqual({ v1: true });
    expect(get).not.toHaveProperty('x-allow-batch');
  });

  test('stops the start where no batch can call it', async () => {
    const error: unknown = await startRoutes([WrongBatchController], { adapter }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(DeclarationException);
    const { diagnostics } = error as DeclarationException;
    expect(diagnostics.map(({ code, received }) => [code, received])).toEqual([
      ['RR1032', 'only GET'],
      ['RR1032', '@Res()'],
    ]);
  });
});
