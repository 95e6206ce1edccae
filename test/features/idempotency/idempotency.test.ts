import {
  Catch,
  ConflictException,
  Header,
  HttpException,
  Injectable,
  Res,
  UseFilters,
  UseInterceptors,
  type ArgumentsHost,
  type CallHandler,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestException,
  RestRequest,
  RestResponse,
  RestRoute,
  RestRoutes,
  type int,
} from 'nestjs-rest-routes';
import { openApiDocument } from 'nestjs-rest-routes/openapi';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes, type TestResponse } from '../../support/application.js';
import { deferred } from '../../support/deferred.js';
import { signedAs, signedUser } from '../../support/fixture-user.js';

/** That of both adapters. */
interface Response {
  header(name: string, value: string): unknown;
}

interface Order {
  readonly id: number;
  readonly product: string;
}

/** What the methods have done, in all tests of an adapter. */
const orders: Order[] = [];
const failing = new Set<string>();
let gate = deferred<void>();

@RestController('v1', '/orders')
class OrdersController {
  @RestRoute('', HttpMethod.Post, new PublicAccess(), { publicWrite: true, idempotent: true })
  create(product: string, amount: int = 1): RestResponse<Order> {
    if (failing.has(product)) throw new TypeError('the database is away');
    const order = { id: orders.length + 1, product };
    for (let at = 0; at < amount; at++) orders.push(order);
    const headers = { location: `/acme/v1/orders/${order.id}`, etag: `"${order.id}"` };
    return new RestResponse(order, 201, headers);
  }

  @RestRoute('/slow', HttpMethod.Post, new PublicAccess(), { publicWrite: true, idempotent: true })
  async slow(product: string): Promise<Order> {
    const order = { id: orders.push({ id: 0, product }), product };
    await gate.promise;
    return order;
  }

  @RestRoute('/{id}', HttpMethod.Delete, new Capability('order'), {
    idempotent: { ttl: '1h', required: true },
  })
  remove(id: int): void {
    orders.push({ id, product: 'removed' });
  }

  @RestRoute('/rejected', HttpMethod.Post, new PublicAccess(), {
    publicWrite: true,
    idempotent: true,
  })
  reject(by: 'rest' | 'nest'): void {
    orders.push({ id: 0, product: 'rejected' });
    if (by === 'nest') throw new ConflictException({ message: 'Sold out.', left: 0 });
    throw new RestException('sold_out', 'Sold out.', 409, { left: 0 });
  }

  @RestRoute('/cookie', HttpMethod.Post, new PublicAccess(), {
    publicWrite: true,
    idempotent: true,
  })
  cookie(): RestResponse<Order> {
    const order = { id: orders.push({ id: 0, product: 'cookie' }), product: 'cookie' };
    return new RestResponse(order, 201, { 'set-cookie': 'cart=7' });
  }

  @RestRoute('/limited', HttpMethod.Post, new PublicAccess(), {
    publicWrite: true,
    idempotent: true,
  })
  @Header('X-Fixed', 'yes')
  limited(@Res({ passthrough: true }) response: Response, header: string): void {
    orders.push({ id: 0, product: 'limited' });
    response.header(header, `left=${orders.length}`);
    response.header('X-Also', 'a');
    throw new RestException('sold_out', 'Sold out.', 409);
  }

  @RestRoute('/plain', HttpMethod.Post, new PublicAccess(), { publicWrite: true })
  plain(): number {
    return orders.push({ id: 0, product: 'plain' });
  }
}

const rest = { user: signedUser, can: () => true };

describe.each(ADAPTERS)('An idempotent route on %s', (adapter) => {
  const app = useRoutes([OrdersController], { adapter, rest });
  const ran = (product: string) => orders.filter((order) => order.product === product).length;

  function post(path: string, data: object, key?: string, headers = {}): Promise<TestResponse> {
    const sent = key === undefined ? {} : { 'idempotency-key': key };
    return app.fetch('POST', `/api/acme/v1/orders${path}`, {
      headers: { 'content-type': 'application/json', ...sent, ...headers },
      body: JSON.stringify(data),
    });
  }

  const seen = ({ status, headers, text }: TestResponse) => ({
    status,
    text,
    location: headers['location'],
    etag: headers['etag'],
    type: headers['content-type'],
  });

  test('responds to a repetition with the response of the first request, and marks it', async () => {
    const product = `${adapter} lamp`;
    const first = await post('', { product }, '"8e03978e-40d5"');
    const second = await post('', { product, amount: 1 }, '8e03978e-40d5');
    expect(first.status).toBe(201);
    expect(first.headers['location']).toMatch(/^http:.*\/acme\/v1\/orders\/\d+$/);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(seen(second)).toEqual(seen(first));
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(ran(product)).toBe(1);
  });

  test('executes requests without a key, or with other keys, each time', async () => {
    const product = `${adapter} chair`;
    await post('', { product });
    await post('', { product });
    await post('', { product }, 'one');
    await post('', { product }, 'two');
    expect(ran(product)).toBe(4);
  });

  test('responds with 422 to the same key with other arguments', async () => {
    await post('', { product: `${adapter} table` }, 'table');
    const other = await post('', { product: `${adapter} desk` }, 'table');
    expect(other).toMatchObject({ status: 422, body: { code: 'rest_idempotency_key_reused' } });
    expect(ran(`${adapter} desk`)).toBe(0);
  });

  test('responds with 409 while the first request runs, and with 422 to other arguments', async () => {
    gate = deferred();
    const product = `${adapter} bed`;
    const first = post('/slow', { product }, 'bed');
    await expect.poll(() => ran(product)).toBe(1);
    const second = await post('/slow', { product }, 'bed');
    expect(second).toMatchObject({ status: 409, body: { code: 'rest_idempotency_key_in_use' } });
    expect(second.headers['retry-after']).toBe('1');
    const envelope = await post('/slow?_envelope', { product }, 'bed');
    expect(envelope.body).toMatchObject({ status: 409, headers: { 'Retry-After': '1' } });
    expect(await post('/slow', { product: 'sofa' }, 'bed')).toMatchObject({ status: 422 });
    gate.resolve();
    expect(await first).toMatchObject({ status: 200 });
    expect(seen(await post('/slow', { product }, 'bed'))).toEqual(seen(await first));
    expect(ran(product)).toBe(1);
  });

  test('executes 1,000 requests at the same time once', async () => {
    gate = deferred();
    const product = `${adapter} shelf`;
    const statuses: number[] = [];
    const all = Array.from({ length: 1000 }, async () => {
      const { status } = await post('/slow', { product }, 'shelf');
      // All others have their response while the first one is executed.
      if (statuses.push(status) === 999) gate.resolve();
    });
    await Promise.all(all);
    expect(statuses.filter((status) => status === 409)).toHaveLength(999);
    expect(statuses.at(-1)).toBe(200);
    expect(ran(product)).toBe(1);
  });

  test('executes again after an error of the server', async () => {
    const product = `${adapter} mirror`;
    failing.add(product);
    expect(await post('', { product }, 'mirror')).toMatchObject({ status: 500 });
    failing.delete(product);
    const again = await post('', { product }, 'mirror');
    expect(again).toMatchObject({ status: 201 });
    expect(again.headers).not.toHaveProperty('idempotency-replayed');
  });

  test.each(['rest', 'nest'])(
    'repeats the error of a client that a method throws: %s',
    async (by) => {
      const before = ran('rejected');
      const key = `rejected by ${by}`.replaceAll(' ', '-');
      const first = await post('/rejected', { by }, key);
      const second = await post('/rejected', { by }, key);
      expect(first.status).toBe(409);
      expect(first.text).toContain('"left":0');
      expect(seen(second)).toEqual(seen(first));
      expect(second.headers['idempotency-replayed']).toBe('true');
      const envelope = await post('/rejected?_envelope', { by }, key);
      expect(envelope.body).toMatchObject({
        status: 409,
        headers: { 'Idempotency-Replayed': 'true' },
      });
      expect(ran('rejected')).toBe(before + 1);
    },
  );

  test('does not send a cookie twice: a repetition is told that the request was executed', async () => {
    const before = ran('cookie');
    const first = await post('/cookie', {}, 'cookie');
    expect(first.headers['set-cookie']).toEqual(['cart=7']);
    const second = await post('/cookie', {}, 'cookie');
    expect(second).toMatchObject({ status: 409, body: { code: 'rest_idempotency_response_lost' } });
    expect(second.headers).not.toHaveProperty('set-cookie');
    expect(ran('cookie')).toBe(before + 1);
  });

  test('repeats an error with the headers that the method has set, and no cookie', async () => {
    const before = ran('limited');
    const first = await post('/limited', { header: 'X-Limit' }, 'limited');
    const second = await post('/limited', { header: 'X-Limit' }, 'limited');
    const { date: _date, ...headers } = first.headers;
    expect(headers).toMatchObject({ 'x-limit': expect.any(String) as string, 'x-fixed': 'yes' });
    expect(second).toMatchObject({ status: 409, body: first.body });
    expect(second.headers).toMatchObject({ ...headers, 'idempotency-replayed': 'true' });
    expect(ran('limited')).toBe(before + 1);
    await post('/limited', { header: 'Set-Cookie' }, 'limited-cookie');
    const third = await post('/limited', { header: 'Set-Cookie' }, 'limited-cookie');
    expect(third.body).toMatchObject({ code: 'rest_idempotency_response_lost' });
    expect(third.headers).not.toHaveProperty('set-cookie');
  });

  test('keeps the keys of callers and of routes apart', async () => {
    const product = `${adapter} vase`;
    const [ada, bob] = [signedAs({ id: 1 }), signedAs({ id: 2 })];
    await post('', { product }, 'vase', ada);
    await post('', { product }, 'vase', bob);
    await post('', { product }, 'vase');
    gate = deferred();
    gate.resolve();
    await post('/slow', { product }, 'vase', ada);
    expect(ran(product)).toBe(4);
    const again = await post('', { product }, 'vase', ada);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  test('rejects a request without the header if it is required, and after the permission', async () => {
    const target = '/api/acme/v1/orders/7';
    const headers = signedAs({ id: 1 });
    expect(await app.fetch('DELETE', target)).toMatchObject({ status: 401 });
    expect(await app.fetch('DELETE', target, { headers })).toMatchObject({
      status: 400,
      body: { code: 'rest_idempotency_key_missing' },
    });
    const stated = { headers: { ...headers, 'idempotency-key': `${adapter}-7` } };
    expect(await app.fetch('DELETE', target, stated)).toMatchObject({ status: 204, text: '' });
    const again = await app.fetch('DELETE', target, stated);
    expect(again).toMatchObject({ status: 204, text: '' });
    expect(again.headers['idempotency-replayed']).toBe('true');
    const other = await app.fetch('DELETE', '/api/acme/v1/orders/8', stated);
    expect(other).toMatchObject({ status: 422 });
    const denied = { headers: { 'idempotency-key': `${adapter}-7` } };
    expect(await app.fetch('DELETE', target, denied)).toMatchObject({ status: 401 });
  });

  test.each(['', '""', 'a b', 'a,b', '"open', 'x'.repeat(256), 'ü'])(
    'rejects a header that is not a key: %j',
    async (key) => {
      const product = `${adapter} invalid`;
      expect(await post('', { product }, key)).toMatchObject({
        status: 400,
        body: { code: 'rest_idempotency_key_invalid' },
      });
      expect(ran(product)).toBe(0);
    },
  );

  test('describes the header and the errors in documents, where a route states it', async () => {
    const { paths } = openApiDocument(await app.nest.get(RestRoutes).list());
    const operation = (path: string, method: 'post' | 'delete') =>
      paths[`/api/acme/v1/orders${path}`]?.[method];
    const header = { name: 'Idempotency-Key', in: 'header' };
    expect(operation('', 'post')?.parameters).toMatchObject([{ ...header, required: false }]);
    expect(operation('/{id}', 'delete')?.parameters).toEqual(
      expect.arrayContaining([expect.objectContaining({ ...header, required: true })]),
    );
    expect(operation('', 'post')?.responses).toMatchObject({ '409': {}, '422': {} });
    const plain = operation('/plain', 'post');
    expect(plain).not.toHaveProperty('parameters');
    expect(plain?.responses).not.toHaveProperty('409');
    expect(plain?.responses).not.toHaveProperty('422');
  });

  test('ignores the header on a route that does not state it', async () => {
    const before = ran('plain');
    await post('/plain', {}, 'plain');
    await post('/plain', {}, 'plain');
    expect(ran('plain')).toBe(before + 2);
  });
});

/** The response of both adapters. */
interface Sender {
  status(code: number): { send(body: unknown): void };
  header(name: string, value: string): unknown;
}

let intercepted = 0;

@Injectable()
class HeaderInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    intercepted++;
    context.switchToHttp().getResponse<Sender>().header('x-shop', 'north');
    return next.handle();
  }
}

@Catch(HttpException)
class TeapotFilter implements ExceptionFilter {
  catch(_error: HttpException, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Sender>().status(418).send({ code: 'teapot' });
  }
}

@RestController('v1', '/things')
class ThingsController {
  private runs = 0;

  @RestRoute('/linked', HttpMethod.Post, new PublicAccess(), {
    publicWrite: true,
    idempotent: true,
    batch: true,
  })
  @UseInterceptors(HeaderInterceptor)
  linked(): RestResponse<{ run: number; at: number }> {
    const thing = { run: ++this.runs, at: 1 };
    return new RestResponse(thing, 201).link('self', '/acme/v1/things/7');
  }

  @RestRoute('/filtered', HttpMethod.Post, new PublicAccess(), {
    publicWrite: true,
    idempotent: true,
  })
  @UseFilters(TeapotFilter)
  filtered(): void {
    this.runs++;
    throw new ConflictException();
  }

  @RestRoute('/raw', HttpMethod.Post, new PublicAccess(), {
    publicWrite: true,
    idempotent: true,
    unknownArguments: 'ignore',
  })
  raw(request: RestRequest): unknown {
    return { run: ++this.runs, body: request.body };
  }

  @RestRoute('/text', HttpMethod.Post, new PublicAccess(), { publicWrite: true, idempotent: true })
  text(): RestResponse<string> {
    return new RestResponse(`run ${++this.runs}`, 200, { 'content-type': 'text/plain' });
  }

  @RestRoute('/passed', HttpMethod.Post, new PublicAccess(), {
    publicWrite: true,
    idempotent: true,
  })
  passed(@Res({ passthrough: true }) response: Sender): { run: number } {
    response.header('location', '/elsewhere');
    response.status(202);
    return { run: ++this.runs };
  }
}

describe.each(ADAPTERS)('A repetition on %s', (adapter) => {
  const app = useRoutes([ThingsController], {
    adapter,
    rest: { batch: true },
  });

  function post(path: string, headers: Record<string, string>, body = '{}') {
    return app.fetch('POST', `/api/acme/v1/things${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  }

  async function twice(path: string) {
    const headers = { 'idempotency-key': `"${path}"` };
    return [await post(path, headers), await post(path, headers)] as const;
  }

  test('has the links, the values and the headers of interceptors, which do not run again', async () => {
    const before = intercepted;
    const [first, second] = await twice('/linked');
    expect(first).toMatchObject({ status: 201, headers: { 'x-shop': 'north' } });
    expect(first.text).toContain('"self"');
    expect(second).toMatchObject({ status: 201, text: first.text, headers: { 'x-shop': 'north' } });
    expect(intercepted).toBe(before + 1);
  });

  test('has the properties and the envelope that it asks for', async () => {
    const [first] = await twice('/linked');
    const { run } = first.body as { run: number };
    const fields = await post('/linked?_fields=run', { 'idempotency-key': '/linked' });
    expect(fields.body).toMatchObject({ run });
    expect(fields.body).not.toHaveProperty('at');
    const envelope = await post('/linked?_envelope', { 'idempotency-key': '/linked' });
    expect(envelope).toMatchObject({ status: 200, body: { status: 201, body: { run } } });
  });

  test('passes an error through the exception filters again', async () => {
    const [first, second] = await twice('/filtered');
    expect([first.status, second.status]).toEqual([418, 418]);
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  test('is another request for a method that reads the request, if its body differs', async () => {
    const headers = { 'idempotency-key': 'raw' };
    const first = await post('/raw', headers, '{"a":1}');
    expect(await post('/raw', headers, '{"a":1}')).toMatchObject({ status: 200, text: first.text });
    expect(await post('/raw', headers, '{"a":2}')).toMatchObject({ status: 422 });
  });

  test.each(['/text', '/passed'])(
    'has the status and the headers of the first one: %s',
    async (path) => {
      const [first, second] = await twice(path);
      const { 'idempotency-replayed': mark, date: _date, ...headers } = second.headers;
      const { date: _first, ...own } = first.headers;
      expect(mark).toBe('true');
      expect({ ...second, headers }).toEqual({ ...first, headers: own });
    },
  );

  test('is recognized in a batch and in process, by the key of the request itself', async () => {
    const headers = { 'idempotency-key': 'batch' };
    const first = await post('/linked', headers);
    const path = '/acme/v1/things/linked';
    const batch = await app.fetch('POST', '/api/batch/v1', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requests: [{ method: 'POST', path, headers }] }),
    });
    const { run } = first.body as { run: number };
    const each = { method: 'POST', path };
    const others = await app.fetch('POST', '/api/batch/v1', {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ requests: [each, each] }),
    });
    expect(others.body).toMatchObject({
      responses: [{ body: { run: run + 1 } }, { body: { run: run + 2 } }],
    });
    expect(batch.body).toMatchObject({ responses: [{ status: 201, body: { run } }] });
    const dispatched = await app.nest
      .get(RestDispatcher)
      .request({ method: 'POST', path, headers });
    expect(dispatched).toMatchObject({ status: 201, data: { run } });
  });

  test('of a caller without an id is recognized by the headers that identify callers', async () => {
    const of = (authorization: string) => ({ 'idempotency-key': 'key', authorization });
    const first = await post('/text', of('Basic ada'));
    const second = await post('/text', of('Basic bob'));
    expect(second.text).not.toBe(first.text);
    expect((await post('/text', of('Basic ada'))).text).toBe(first.text);
  });
});
