import { StreamableFile } from '@nestjs/common';
import {
  EventStream,
  HttpMethod,
  PublicAccess,
  RestController,
  RestDispatcher,
  RestResponse,
  RestRoute,
} from 'nestjs-rest-routes';
import { Readable } from 'node:stream';
import { NEVER } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { until } from '../../support/until.js';

const open = new PublicAccess();
const BOTH = [HttpMethod.Get, HttpMethod.Post] as const;
/** What streams have been opened, read and closed. */
const log: string[] = [];

@RestController('v1', '/books')
class BooksController {
  @RestRoute('/one', HttpMethod.Get, open)
  one(): RestResponse<object> {
    return new RestResponse({ id: 1 })
      .link('changes', '/acme/v1/books/changes', { embeddable: true })
      .link('cover', '/acme/v1/books/cover', { embeddable: true })
      .link('author', '/acme/v1/books/author', { embeddable: true });
  }

  @RestRoute('/changes', BOTH, open, { batch: true })
  changes(): EventStream {
    return new EventStream(() => {
      log.push('opened');
      return NEVER;
    });
  }

  @RestRoute('/cover', BOTH, open, { batch: true })
  cover(): StreamableFile {
    // It never ends either.
    const stream = new Readable({ read: () => log.push('read') });
    stream.once('close', () => log.push('closed'));
    return new StreamableFile(stream);
  }

  @RestRoute('/author', HttpMethod.Get, open)
  author(): { readonly name: string } {
    return { name: 'Ada' };
  }
}

const STREAMED = { code: 'rest_response_streamed', data: { status: 502 } };

describe.each(ADAPTERS)('streams in other responses on %s', (adapter) => {
  const app = useRoutes([BooksController], { adapter, rest: { batch: true } });

  test('a link to a stream has the reason why it is not embedded, and the stream is not read', async () => {
    log.length = 0;
    const { status, body } = await app.fetch('GET', '/api/acme/v1/books/one?_embed');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 1,
      _embedded: { changes: [STREAMED], cover: [STREAMED], author: [{ name: 'Ada' }] },
    });
    await until(() => log.length > 0);
    expect(log).toEqual(['closed']);
  });

  test('in process, it has it too', async () => {
    log.length = 0;
    const { data } = await app.nest
      .get(RestDispatcher)
      .request({ method: 'GET', path: '/acme/v1/books/one', query: { _embed: '1' } });
    expect(data).toMatchObject({
      _embedded: { changes: [STREAMED], cover: [STREAMED], author: [{ name: 'Ada' }] },
    });
    await until(() => log.length > 0);
    expect(log).toEqual(['closed']);
  });

  test('a request of a batch for a stream has the reason as its response', async () => {
    log.length = 0;
    const requests = ['changes', 'cover'].map((name) => ({
      method: 'POST',
      path: `/acme/v1/books/${name}`,
    }));
    const { body } = await app.fetch('POST', '/api/batch/v1', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requests }),
    });
    expect(body).toMatchObject({
      responses: [
        { status: 502, body: STREAMED },
        { status: 502, body: STREAMED },
      ],
    });
    await until(() => log.length > 0);
    expect(log).toEqual(['closed']);
  });
});
