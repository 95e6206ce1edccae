import {
  Catch,
  Injectable,
  Res,
  StreamableFile,
  UseFilters,
  UseInterceptors,
  type ArgumentsHost,
  type CallHandler,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { once } from 'node:events';
import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { createGzip, gunzipSync } from 'node:zlib';
import {
  Cache,
  HttpMethod,
  PublicAccess,
  RestController,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import { concat, map, mergeMap, of, throwError, type Observable } from 'rxjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, type TestApplication } from '../../support/application.js';
import { deferred } from '../../support/deferred.js';
import { HandedStreams } from './support/handed-streams.js';

const SIZE = 400_000;
const TIMES = 10;

let streams: HandedStreams;
let opened = deferred<void>();
let gate = deferred<void>();
let isFirst = true;

const file = (): StreamableFile => new StreamableFile(streams.open());

class Failure extends Error {}

@Catch(Failure)
class AnsweringFilter implements ExceptionFilter {
  catch(_error: Failure, host: ArgumentsHost): void {
    host
      .switchToHttp()
      .getResponse<{ status(code: number): { send(body: unknown): void } }>()
      .status(418)
      .send({ filtered: true });
  }
}

@Injectable()
class Replacing implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map(() => 'replaced'));
  }
}

@Injectable()
class Failing implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(mergeMap(() => throwError(() => new Failure())));
  }
}

@Injectable()
class Gzipping implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((body: StreamableFile) => {
        const packed = streams.keep(createGzip());
        return new StreamableFile(body.getStream().pipe(packed));
      }),
    );
  }
}

@RestController('v1', '/files')
class FilesController {
  @RestRoute('/plain', HttpMethod.Get, new PublicAccess())
  plain() {
    return file();
  }

  @RestRoute('/tagged', HttpMethod.Get, new PublicAccess())
  tagged() {
    return new RestResponse(file(), 200, { etag: '"one"' });
  }

  @RestRoute('/empty', HttpMethod.Get, new PublicAccess())
  empty() {
    return new RestResponse(file(), 204);
  }

  @RestRoute('/observed', HttpMethod.Get, new PublicAccess())
  observed() {
    return of(file(), file());
  }

  @RestRoute('/promised', HttpMethod.Get, new PublicAccess())
  promised() {
    return Promise.resolve(of(file()));
  }

  @RestRoute('/broken', HttpMethod.Get, new PublicAccess())
  broken() {
    return concat(
      of(file()),
      throwError(() => new Failure()),
    );
  }

  @UseInterceptors(Replacing)
  @RestRoute('/replaced', HttpMethod.Get, new PublicAccess())
  replaced() {
    return file();
  }

  @UseInterceptors(Failing)
  @RestRoute('/failed', HttpMethod.Get, new PublicAccess())
  failed() {
    return file();
  }

  @UseFilters(AnsweringFilter)
  @UseInterceptors(Failing)
  @RestRoute('/filtered', HttpMethod.Get, new PublicAccess())
  filtered() {
    return file();
  }

  @UseInterceptors(Gzipping)
  @RestRoute('/gzipped', HttpMethod.Get, new PublicAccess())
  gzipped() {
    return file();
  }

  @RestRoute('/own', HttpMethod.Get, new PublicAccess())
  own(@Res() response: { send(body: string): void }) {
    response.send('own');
    return file();
  }

  @RestRoute('/late', HttpMethod.Get, new PublicAccess())
  async late() {
    opened.resolve();
    await gate.promise;
    return file();
  }

  /** A stream that never has anything to send. */
  @RestRoute('/silent', HttpMethod.Get, new PublicAccess())
  silent() {
    const stream = streams.keep(new PassThrough());
    queueMicrotask(() => opened.resolve());
    return new StreamableFile(stream);
  }

  @Cache({ ttl: '5m' })
  @RestRoute('/cached', HttpMethod.Get, new PublicAccess())
  cached() {
    return new RestResponse(file(), 200, { etag: '"one"' });
  }

  @Cache({ ttl: '10ms', staleWhileRevalidate: '1h' })
  @RestRoute('/renewed', HttpMethod.Get, new PublicAccess())
  renewed() {
    if (!isFirst) return file();
    isFirst = false;
    return 'kept';
  }
}

const FILES = '/api/acme/v1/files';

describe.each(ADAPTERS)('Streams that are not sent (%s)', (adapter) => {
  let app: TestApplication;
  let port: number;

  beforeAll(async () => {
    app = await startRoutes([FilesController], { adapter });
    ({ port } = app.nest.getHttpServer().address() as AddressInfo);
  });
  afterAll(() => app.close());

  beforeEach(() => {
    streams = new HandedStreams(SIZE);
    opened = deferred();
    gate = deferred();
  });
  afterEach(() => streams.remove());

  /** Sends the same request again and again; every stream that was opened closes. */
  async function leavesNothing(
    expected: number,
    path: string,
    method = 'GET',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    for (let time = 0; time < TIMES; time++) {
      const { status } = await app.fetch(method, FILES + path, { headers });
      expect([path, status]).toEqual([path, expected]);
    }
    expect(streams.count).toBeGreaterThanOrEqual(TIMES);
    await streams.allClosed();
    expect(streams.openDescriptors()).toBe(0);
  }

  test('A stream that is sent closes its file', async () => {
    await leavesNothing(200, '/plain');
    await leavesNothing(200, '/tagged');
    await leavesNothing(200, '/promised');
    expect((await app.fetch('GET', `${FILES}/plain`)).text).toHaveLength(SIZE);
  });

  test('A conditional GET whose response is 304 closes the file', async () => {
    await leavesNothing(304, '/tagged', 'GET', { 'if-none-match': '"one"' });
    await leavesNothing(304, '/cached', 'GET', { 'if-none-match': '"one"' });
    await leavesNothing(304, '/cached', 'HEAD', { 'if-none-match': '"one"' });
  });

  test('HEAD closes the file, and has the headers of GET', async () => {
    await leavesNothing(200, '/plain', 'HEAD');
    await leavesNothing(200, '/gzipped', 'HEAD');
    const [head, get] = [
      await app.fetch('HEAD', `${FILES}/plain`),
      await app.fetch('GET', `${FILES}/plain`),
    ];
    expect([head.text, head.headers['content-type']]).toEqual(['', get.headers['content-type']]);
  });

  test('A response of 204 closes the file that it does not send', async () => {
    await leavesNothing(204, '/empty');
  });

  test('A file is closed if its request has global parameters', async () => {
    await leavesNothing(200, '/plain?_fields=id');
    await leavesNothing(200, '/plain?_envelope');
    await leavesNothing(304, '/tagged?_fields=id&_envelope', 'GET', { 'if-none-match': '"one"' });
  });

  test('A file is closed if an interceptor replaces its stream', async () => {
    await leavesNothing(200, '/replaced');
  });

  test('An interceptor that sends what it makes of a stream sends all of it, and closes the file', async () => {
    const response = await fetch(`${app.url}${FILES}/gzipped`);
    expect(gunzipSync(Buffer.from(await response.arrayBuffer()))).toHaveLength(SIZE);
    await leavesNothing(200, '/gzipped');
  });

  test('A file is closed if an error occurs after the method, whether the library or a filter handles the error', async () => {
    await leavesNothing(500, '/failed');
    await leavesNothing(418, '/filtered');
  });

  test('An Observable that gives several streams, or fails after one, closes all of them', async () => {
    await leavesNothing(200, '/observed');
    await leavesNothing(500, '/broken');
    expect(streams.count).toBe(TIMES * 3);
  });

  test('A method that sends the response itself closes the file that it returns', async () => {
    await leavesNothing(200, '/own');
  });

  test('A cached route that returns streams closes the file of each request', async () => {
    await leavesNothing(200, '/cached');
    const all = Array.from({ length: TIMES }, () => app.fetch('GET', `${FILES}/cached`));
    for (const { text } of await Promise.all(all)) expect(text).toHaveLength(SIZE);
    await streams.allClosed();
    expect(streams.openDescriptors()).toBe(0);
  });

  test('A stream that a method returns while the cache renews an entry is closed', async () => {
    isFirst = true;
    while (streams.count === 0) await app.fetch('GET', `${FILES}/renewed`);
    await streams.allClosed();
    expect(streams.openDescriptors()).toBe(0);
  });

  /** A request whose client goes away, once `when` is there. */
  async function abandoned(
    path: string,
    when: (sent: ReturnType<typeof send>) => Promise<unknown>,
  ) {
    const gone = new Promise<void>((resolve) => {
      const onRequest = (_incoming: IncomingMessage, outgoing: ServerResponse): void =>
        void outgoing.once('close', resolve);
      app.nest.getHttpServer().once('request', onRequest);
    });
    const sent = send({ port, host: '127.0.0.1', path: FILES + path, agent: false });
    sent.on('error', () => undefined);
    sent.end();
    await when(sent);
    sent.destroy();
    await gone;
  }

  test('A file is closed if the client disconnects while it is sent', async () => {
    for (let time = 0; time < TIMES; time++) {
      await abandoned('/plain', async (sent) => {
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        await once(response, 'data');
      });
    }
    await streams.allClosed();
    expect([streams.count, streams.openDescriptors()]).toEqual([TIMES, 0]);
  });

  test('A file is closed if the client disconnects before the method returns it', async () => {
    await abandoned('/late', () => opened.promise);
    gate.resolve();
    while (streams.count === 0) await app.fetch('GET', `${FILES}/nothing`);
    await streams.allClosed();
    expect([streams.count, streams.openDescriptors()]).toEqual([1, 0]);
  });

  test('A client that goes away before the first byte has the stream closed', async () => {
    await abandoned('/silent', () => opened.promise);
    await streams.allClosed();
    expect(streams.count).toBe(1);
  });

  test('Requests that wait behind others on a connection that is lost have their files closed', async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const line = (path: string): string => `GET ${FILES}${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
    socket.write(line('/late') + line('/plain').repeat(TIMES + 5));
    await opened.promise;
    while (streams.count < TIMES + 5) await app.fetch('GET', `${FILES}/nothing`);
    socket.destroy();
    await streams.allClosed();
    gate.resolve();
    while (streams.count < TIMES + 6) await app.fetch('GET', `${FILES}/nothing`);
    await streams.allClosed();
    expect(streams.openDescriptors()).toBe(0);
  });
});
