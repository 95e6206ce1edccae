import {
  Catch,
  HttpException,
  Inject,
  Injectable,
  Res,
  Scope,
  StreamableFile,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import {
  EventStream,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestRequest,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { createReadStream, readFileSync } from 'node:fs';
import { ServerResponse, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { map, type Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { destroyRequest } from '../../support/destroy-request.js';
import { REPOSITORY } from '../../support/repository.js';
import { until } from '../../support/until.js';

/** What both adapters have. */
interface AnyRequest {
  readonly method: string;
  readonly url: string;
  readonly originalUrl: string;
  readonly query: unknown;
  readonly body: unknown;
  readonly params: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly ip?: string;
  session?: { visits: number };
}

interface AnyResponse {
  status(code: number): AnyResponse;
  header(name: string, value: string): AnyResponse;
  send(body: unknown): unknown;
}

let seen: Record<string, unknown> = {};

@Injectable()
class ShowingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AnyRequest>();
    const { method, url, originalUrl, query, body, params, ip } = request;
    seen = { method, url, originalUrl, query, body, params, ip, session: request.session };
    context.switchToHttp().getResponse<AnyResponse>().header('x-guard', 'seen');
    return request.headers['x-refuse'] === undefined;
  }
}

@Injectable()
class SessionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    context.switchToHttp().getRequest<AnyRequest>().session = { visits: 7 };
    return true;
  }
}

class CuttingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    destroyRequest(context);
    return 'passes' in context.switchToHttp().getRequest<IncomingMessage>().headers;
  }
}

@Injectable()
class WrappingInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data) => ({ wrapped: data })));
  }
}

@Catch(HttpException)
class WritingFilter implements ExceptionFilter {
  catch(error: HttpException, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<AnyResponse>();
    response.status(418).header('x-filter', 'wrote').send({ teapot: error.message });
  }
}

@Injectable({ scope: Scope.REQUEST })
class Visit {
  constructor(@Inject(REQUEST) readonly request: AnyRequest) {}
}

/** Whether the response of the last request has closed. */
const closed = { is: false };

class ClosingInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    closed.is = false;
    const response = context.switchToHttp().getResponse<{ raw?: ServerResponse }>();
    const node = response instanceof ServerResponse ? response : response.raw;
    node?.on('close', () => (closed.is = true));
    return next.handle();
  }
}

@RestController('v1', '/things')
class ThingsController {
  @UseGuards(ShowingGuard)
  @UseInterceptors(WrappingInterceptor)
  @RestRoute('/{id}', HttpMethod.Put, new PublicAccess())
  update(id: int) {
    return { id };
  }

  @UseGuards(CuttingGuard)
  @RestRoute('/cut', HttpMethod.Get, new PublicAccess())
  cut() {
    return { cut: false };
  }

  @UseFilters(WritingFilter)
  @RestRoute('/teapot', HttpMethod.Get, new PublicAccess())
  teapot() {
    throw new HttpException('short and stout', 400);
  }

  @RestRoute('/itself', HttpMethod.Get, new PublicAccess())
  itself(@Res() response: AnyResponse) {
    setImmediate(() => response.status(202).header('x-own', 'yes').send({ by: 'itself' }));
  }

  @RestRoute('/broken', HttpMethod.Get, new PublicAccess())
  broken(@Res() response: AnyResponse) {
    const stream = new PassThrough();
    setImmediate(() => stream.destroy(new Error('broken')));
    if (response instanceof ServerResponse)
      stream.on('error', () => response.destroy()).pipe(response);
    else response.send(stream);
  }

  @RestRoute('/passed', HttpMethod.Get, new PublicAccess())
  passed(@Res({ passthrough: true }) response: AnyResponse) {
    response.header('x-own', 'yes');
    return { by: 'the library' };
  }

  @RestRoute('/stream', HttpMethod.Get, new PublicAccess())
  stream() {
    return new StreamableFile(Buffer.from('abc'));
  }

  @UseGuards(ShowingGuard)
  @UseInterceptors(ClosingInterceptor)
  @RestRoute('/long/{kind}', HttpMethod.Get, new PublicAccess())
  long(kind: 'file' | 'items' | 'events'): unknown {
    if (kind === 'file') return new StreamableFile(createReadStream(LONG_FILE));
    return kind === 'items' ? slowItems() : new EventStream(slowItems());
  }
}

/** Longer than what a stream reads ahead. */
const LONG_FILE = join(REPOSITORY, 'package-lock.json');

async function* slowItems() {
  for (const data of ['a', 'b', 'c']) {
    await new Promise(setImmediate);
    yield { data };
  }
}

@RestController('v1', '/outer')
class OuterController {
  constructor(
    private readonly dispatcher: RestDispatcher,
    private readonly visit: Visit,
  ) {}

  @UseGuards(SessionGuard)
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  async outer(request: RestRequest) {
    const target = { method: 'PUT', path: '/acme/v1/things/5', query: { a: { b: 'c' } } } as const;
    const body = { inner: true };
    const response = await this.dispatcher.request({ ...target, body }, { as: request });
    const visit = await this.dispatcher.request({ path: '/acme/v1/outer' }, { as: request });
    return { response, visit: visit.data, own: this.visit.request.url };
  }

  @RestRoute('/long', HttpMethod.Get, new PublicAccess())
  async long(request: RestRequest): Promise<unknown> {
    const { data } = await this.dispatcher.request(
      { path: '/acme/v1/things/long/file' },
      { as: request },
    );
    return data;
  }

  @RestRoute('', HttpMethod.Get, new PublicAccess())
  url() {
    return this.visit.request.url;
  }
}
Reflect.defineMetadata('design:paramtypes', [RestDispatcher, Visit], OuterController);
Reflect.defineMetadata('design:paramtypes', [RestRequest], OuterController.prototype, 'outer');
Reflect.defineMetadata('design:paramtypes', [Object], ThingsController.prototype, 'itself');
Reflect.defineMetadata('design:paramtypes', [Object], ThingsController.prototype, 'passed');
Reflect.defineMetadata('design:paramtypes', [Object], ThingsController.prototype, 'broken');

describe.each(ADAPTERS)('Nest parts of an in-process request on %s', (adapter) => {
  const providers = [ThingsController, OuterController, Visit, ShowingGuard, SessionGuard];
  const app = useRoutes(providers, { adapter });
  const request: RestDispatcher['request'] = (...args) =>
    app.nest.get(RestDispatcher).request(...args);

  test('a guard sees the request as the adapter makes it, and its headers reach the response', async () => {
    const response = await request({
      method: 'PUT',
      path: '/acme/v1/things/5?x=1',
      body: { title: 'Momo' },
    });
    expect(response).toMatchObject({ status: 200, data: { wrapped: { id: 5 } } });
    expect(response.headers).toMatchObject({ 'x-guard': 'seen' });
    expect(seen).toMatchObject({
      method: 'PUT',
      url: '/api/acme/v1/things/5?x=1',
      originalUrl: '/api/acme/v1/things/5?x=1',
      query: { x: '1' },
      body: { title: 'Momo' },
      params: { id: '5' },
    });
  });

  test('a guard that rejects makes a 403', async () => {
    const refused = { method: 'PUT', path: '/acme/v1/things/5', headers: { 'X-Refuse': '1' } };
    expect(await request(refused as never)).toMatchObject({
      status: 403,
      data: { data: { status: 403 } },
    });
  });

  test('a guard that destroys the request makes it an error, and ends no process', async () => {
    for (const headers of [{}, { passes: 'yes' }]) {
      expect(await request({ path: '/acme/v1/things/cut', headers })).toMatchObject({
        status: 502,
        data: { code: 'rest_response_aborted' },
      });
    }
  });

  test('what a filter writes itself is the response', async () => {
    const response = await request({ path: '/acme/v1/things/teapot' });
    expect(response).toMatchObject({
      status: 418,
      headers: { 'x-filter': 'wrote' },
      data: { teapot: 'short and stout' },
    });
  });

  test('what a method writes itself is the response, also later', async () => {
    expect(await request({ path: '/acme/v1/things/itself' })).toMatchObject({
      status: 202,
      headers: { 'x-own': 'yes' },
      data: { by: 'itself' },
    });
  });

  test('a stream that fails while a method sends it is an error, and ends no process', async () => {
    expect(await request({ path: '/acme/v1/things/broken' })).toMatchObject({
      status: 502,
      data: { code: 'rest_response_aborted' },
    });
  });

  test('a method that only adds to the response returns its data', async () => {
    expect(await request({ path: '/acme/v1/things/passed' })).toMatchObject({
      status: 200,
      headers: { 'x-own': 'yes' },
      data: { by: 'the library' },
    });
  });

  test('a stream is given as it is', async () => {
    const { data } = await request<StreamableFile>({ path: '/acme/v1/things/stream' });
    expect(data).toBeInstanceOf(StreamableFile);
    const chunks = await data.getStream().toArray();
    expect(Buffer.concat(chunks as Buffer[]).toString()).toBe('abc');
  });

  test.each([
    ['file', readFileSync(LONG_FILE, 'utf8')],
    ['items', '{"data":"a"}\n{"data":"b"}\n{"data":"c"}\n'],
    ['events', ':\n\ndata: a\n\ndata: b\n\ndata: c\n\n'],
  ])(
    'a stream of %s can be read to its end, and the response is open until then',
    async (kind, text) => {
      const { data } = await request<StreamableFile>({ path: `/acme/v1/things/long/${kind}` });
      await new Promise(setImmediate);
      expect(closed.is).toBe(false);
      const chunks = await data.getStream().toArray();
      const whole = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk as string)));
      expect(whole.toString()).toBe(text);
      await until(() => closed.is);
    },
  );

  test('a stream of a file is sent on, and closed if its receiver destroys it', async () => {
    const { text } = await app.fetch('GET', '/api/acme/v1/outer/long');
    expect(text).toBe(readFileSync(LONG_FILE, 'utf8'));
    await until(() => closed.is);
    const { data } = await request<StreamableFile>({ path: '/acme/v1/things/long/file' });
    data.getStream().destroy();
    await until(() => closed.is);
  });

  test('HEAD has no data, and OPTIONS describes the path', async () => {
    expect(await request({ method: 'HEAD', path: '/acme/v1/things/passed' })).toMatchObject({
      status: 200,
      data: undefined,
    });
    expect(await request({ method: 'OPTIONS', path: '/acme/v1/things/5' })).toMatchObject({
      status: 200,
      data: { namespace: 'acme/v1', methods: ['PUT'] },
    });
  });

  test('a request of the same caller has what guards and middleware have added, and a context of its own', async () => {
    const { body } = await app.fetch('POST', '/api/acme/v1/outer?outer=1', {
      headers: { 'content-type': 'application/json' },
      body: '{"outer":true}',
    });
    expect(body).toEqual({
      response: {
        status: 200,
        headers: { 'x-guard': 'seen', allow: 'PUT' },
        data: { wrapped: { id: 5 } },
      },
      visit: '/api/acme/v1/outer',
      own: '/api/acme/v1/outer?outer=1',
    });
    expect(seen).toMatchObject({
      url: '/api/acme/v1/things/5?a%5Bb%5D=c',
      query: { a: { b: 'c' } },
      body: { inner: true },
      ip: '127.0.0.1',
      session: { visits: 7 },
    });
  });
});
