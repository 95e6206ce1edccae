import {
  Catch,
  Injectable,
  Scope,
  StreamableFile,
  UseFilters,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  RestRoutes,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { problemsOf } from '../../openapi/support/validators.js';
import {
  ADAPTERS,
  startRoutes,
  useRoutes,
  type TestApplication,
} from '../../support/application.js';

const batch = { batch: true };

@Injectable({ scope: Scope.REQUEST })
class RequestState {
  count = 0;
}

@Catch()
class TeapotFilter implements ExceptionFilter {
  catch(_error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<{
      status(code: number): { send(body: unknown): void };
    }>();
    response.status(418).send({ code: 'teapot' });
  }
}

@RestController('v1', '/items')
class ItemsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess(), batch)
  count(state: RequestState): number {
    state.count++;
    return state.count;
  }

  @RestRoute('/teapot', HttpMethod.Post, new PublicAccess(), batch)
  @UseFilters(TeapotFilter)
  teapot(): never {
    throw new Error('no coffee');
  }

  @RestRoute('/stream', HttpMethod.Post, new PublicAccess(), batch)
  stream(): StreamableFile {
    return new StreamableFile(Readable.from(['bytes']));
  }
}

@RestController('v1')
class OwnBatchController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  run(): string {
    return 'my own';
  }
}

function send(app: TestApplication, requests: readonly object[]) {
  return app.fetch('POST', '/api/batch/v1', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requests }),
  });
}

describe.each(ADAPTERS)('the route of batches on %s', (adapter) => {
  const app = useRoutes([ItemsController, RequestState], {
    adapter,
    rest: { batch: { maxRequests: 3 } },
  });

  test('is in the index, and is no namespace', async () => {
    const { body } = await app.fetch('GET', '/api/');
    expect(body).toMatchObject({
      namespaces: ['acme/v1'],
      routes: { '/batch/v1': { namespace: '', methods: ['POST'] } },
    });
  });

  test('is in the audit and in a valid OpenAPI document', async () => {
    const routes = await app.nest.get(RestRoutes).list();
    const license = { name: 'MIT', identifier: 'MIT' };
    const document = openApiDocument(routes, { info: { license, title: 'Items' } });
    expect(Object.keys(document.paths['/api/batch/v1'] ?? {})).toEqual(['post']);
    expect(await problemsOf(document)).toEqual([]);
  });

  test('accepts as many requests as the option states', async () => {
    const request = { path: '/acme/v1/items' };
    expect((await send(app, [request, request, request])).status).toBe(207);
    expect((await send(app, [request, request, request, request])).status).toBe(400);
  });

  test('gives each request providers of its own, where they have the scope of a request', async () => {
    const { body } = await send(app, [{ path: '/acme/v1/items' }, { path: '/acme/v1/items' }]);
    const { responses } = body as { responses: readonly { body: unknown }[] };
    expect(responses.map((response) => response.body)).toEqual([1, 1]);
  });

  test('has what a filter writes as the response, and an error for a stream', async () => {
    const requests = [{ path: '/acme/v1/items/teapot' }, { path: '/acme/v1/items/stream' }];
    const { body } = await send(app, requests);
    expect(body).toMatchObject({
      responses: [
        { status: 418, body: { code: 'teapot' } },
        { status: 502, body: { code: 'rest_response_streamed' } },
      ],
    });
  });
});

describe.each(ADAPTERS)('where batches are off, on %s', (adapter) => {
  const app = useRoutes([ItemsController, RequestState], { adapter });

  test('their route is 404, and routes that allow them start', async () => {
    expect((await send(app, [])).status).toBe(404);
  });
});

describe.each(ADAPTERS)('a route of the application at the path of batches on %s', (adapter) => {
  const app = useRoutes([OwnBatchController], {
    adapter,
    rest: { namespace: 'batch', batch: true },
  });

  test('takes precedence', async () => {
    const { status, body } = await send(app, []);
    expect({ status, body }).toEqual({ status: 200, body: 'my own' });
  });
});

test('a maxRequests that is no whole number above zero stops the start', async () => {
  await expect(
    startRoutes([ItemsController, RequestState], {
      adapter: 'express',
      rest: { batch: { maxRequests: 0 } },
    }),
  ).rejects.toThrow('batch.maxRequests is a whole number above zero, not 0');
});
