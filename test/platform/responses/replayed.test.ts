import {
  Controller,
  Get,
  HttpCode,
  Injectable,
  Post,
  Res,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import {
  Arguments,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestResponse,
  RestRoute,
  RestRoutes,
  type int,
  type Paging,
} from 'nestjs-rest-routes';
import { of, tap, type Observable } from 'rxjs';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

/** The members of the response of either adapter that the tests use. */
interface PlatformResponse {
  readonly statusCode: number;
  status(status: number): PlatformResponse;
  header(name: string, value: string): PlatformResponse;
  getHeader(name: string): unknown;
}

/** What is kept of a response, under the key of its request. */
interface Kept {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly data: unknown;
}

const KEPT = ['location', 'etag', 'link', 'x-wp-total', 'x-total-count', 'x-made'];

/** As one for the header `Idempotency-Key` is written: it keeps the response that it sees, and replays it. */
@Injectable()
class IdempotencyInterceptor implements NestInterceptor {
  static readonly kept = new Map<string, Kept>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { headers } = http.getRequest<{ headers: Record<string, string> }>();
    const response = http.getResponse<PlatformResponse>();
    const key = String(headers['idempotency-key']);
    const known = IdempotencyInterceptor.kept.get(key);
    if (known !== undefined) {
      response.status(known.status);
      for (const [name, value] of known.headers) response.header(name, value);
      return of(known.data);
    }
    return next.handle().pipe(
      tap((data: unknown) => {
        const found = KEPT.map((name) => [name, response.getHeader(name)] as const);
        IdempotencyInterceptor.kept.set(key, {
          status: response.statusCode,
          headers: found.filter((one): one is [string, string] => one[1] !== undefined),
          data,
        });
      }),
    );
  }
}

let calls = 0;

@Controller('plain')
@UseInterceptors(IdempotencyInterceptor)
class PlainOrders {
  @Post()
  @HttpCode(201)
  create(@Res({ passthrough: true }) response: PlatformResponse) {
    calls++;
    response.header('Location', 'https://example.com/orders/7').header('X-Made', 'yes');
    return { id: 7 };
  }

  @Get()
  list() {
    return [];
  }
}

@RestController('v1', '/orders')
@UseInterceptors(IdempotencyInterceptor)
class Orders {
  constructor(private readonly routes: RestRoutes) {}

  @RestRoute('', HttpMethod.Post, new PublicAccess(), { batch: true })
  create() {
    calls++;
    const path = this.routes.path(Orders, 'one', { id: 7 });
    return RestResponse.created({ id: 7 }, path).header('X-Made', 'yes').header('ETag', '"v1"');
  }

  @RestRoute('/jobs', HttpMethod.Post, new PublicAccess())
  async job() {
    calls++;
    await Promise.resolve();
    return new RestResponse({ id: 7 }, 202)
      .header('Location', '/acme/v1/orders/7')
      .linkHeader('status', '/status');
  }

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(@Arguments() paging: Paging) {
    calls++;
    return new RestResponse([1, 2]).paged(45, paging);
  }

  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  one(id: int) {
    return { id };
  }
}

describe.each(ADAPTERS)('An interceptor that replays responses on %s', (adapter) => {
  const app = useRoutes([Orders, IdempotencyInterceptor], {
    adapter,
    controllers: [PlainOrders],
    rest: { batch: true },
  });
  const neutral = useRoutes([Orders, IdempotencyInterceptor], {
    adapter,
    rest: { headers: 'neutral' },
  });

  beforeEach(() => {
    calls = 0;
    IdempotencyInterceptor.kept.clear();
  });

  const headersOf = (headers: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(KEPT.map((name) => [name, headers[name]]));

  async function twice(method: string, path: string, { fetch } = app) {
    const headers = { 'idempotency-key': path };
    const [first, second] = [
      await fetch(method, path, { headers }),
      await fetch(method, path, { headers }),
    ];
    expect(calls).toBe(1);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(headersOf(second.headers)).toEqual(headersOf(first.headers));
    const seen = Object.fromEntries(IdempotencyInterceptor.kept.get(path)?.headers ?? []);
    return { status: first.status, headers: first.headers, seen };
  }

  test('sees the Location of a plain controller, and of what a route has created, as they leave', async () => {
    const plain = await twice('POST', '/plain');
    expect(plain.seen).toEqual({ location: 'https://example.com/orders/7', 'x-made': 'yes' });
    calls = 0;
    const { status, headers, seen } = await twice('POST', '/api/acme/v1/orders');
    const location = `${app.url}/api/acme/v1/orders/7`;
    expect([status, headers.location]).toEqual([201, location]);
    expect(seen).toEqual({ location, 'x-made': 'yes', etag: '"v1"' });
  });

  test('sees the Location of any other status, and the links of the result', async () => {
    const { status, headers, seen } = await twice('POST', '/api/acme/v1/orders/jobs');
    const location = `${app.url}/api/acme/v1/orders/7`;
    expect([status, headers.location]).toEqual([202, location]);
    expect(seen).toMatchObject({ location, link: '</status>; rel="status"' });
  });

  test('sees the headers of a page', async () => {
    const { headers, seen } = await twice('GET', '/api/acme/v1/orders?page=2');
    expect(headers['x-wp-total']).toBe('45');
    const { pathname } = new URL('/api/acme/v1/orders', app.url);
    expect(seen).toMatchObject({ 'x-wp-total': '45' });
    expect(seen['link']).toContain(`<${app.url}${pathname}?page=3>; rel="next"`);
    expect(String(headers.link).split(', ')).toEqual(
      expect.arrayContaining(seen['link']?.split(', ') ?? []),
    );
    expect(String(headers.link).match(/rel="next"/g)).toHaveLength(1);
    calls = 0;
    const other = await twice('GET', '/api/acme/v1/orders?page=3', neutral);
    expect(other.seen).toMatchObject({ 'x-total-count': '45' });
    expect(other.seen).not.toHaveProperty('x-wp-total');
    expect(other.headers['x-total-count']).toBe('45');
  });

  test('sees it in a batch and in process too', async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'b' };
    const body = '{"requests":[{"path":"/acme/v1/orders"}]}';
    const location = `${app.url}/api/acme/v1/orders/7`;
    for (const key of ['first', 'second']) {
      const batch = await app.fetch('POST', '/api/batch/v1', { headers, body });
      expect([key, batch.body]).toMatchObject([
        key,
        { responses: [{ status: 201, headers: { Location: location } }] },
      ]);
    }
    for (const key of ['first', 'second']) {
      const made = await app.nest
        .get(RestDispatcher)
        .request({ method: 'POST', path: '/acme/v1/orders', headers: { 'idempotency-key': 'p' } });
      expect([key, made.status, made.headers['location']]).toEqual([
        key,
        201,
        '/api/acme/v1/orders/7',
      ]);
    }
    expect(calls).toBe(2);
  });
});
