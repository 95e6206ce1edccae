import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import {
  createRestApplication,
  restMatchers,
  type RestMatchers,
  type RestTestApplication,
} from 'nestjs-rest-routes/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADAPTERS } from '../support/application.js';

declare module 'vitest' {
  // The name of the parameter is Vitest's.
  interface Matchers<T> extends RestMatchers<T> {}
}
expect.extend(restMatchers);

@RestController('v1', '/books')
class BooksController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  async one(@Param({ minimum: 1 }) id: int) {
    // The first request fails last.
    if (id === 1) await new Promise((resolve) => setImmediate(resolve));
    if (id < 3) throw new TypeError(`no table books_${id}`);
    return { id };
  }
}

describe.each(ADAPTERS)('a 500 in a test on %s', (adapter) => {
  let app: RestTestApplication;
  beforeEach(async () => {
    app = await createRestApplication({ controllers: [BooksController], adapter, logger: false });
  });
  afterEach(() => app.close());

  test('has the error behind it, also where several requests fail at once', async () => {
    const responses = await Promise.all([app.get('/v1/books/1'), app.get('/v1/books/2')]);
    expect(responses.map(({ status }) => status)).toEqual([500, 500]);
    expect(responses.map(({ cause }) => String(cause))).toEqual([
      'TypeError: no table books_1',
      'TypeError: no table books_2',
    ]);
    expect(app.recording.failures).toHaveLength(2);
    expect((await app.get('/v1/books/3')).cause).toBeUndefined();
    app.recording.clear();
    expect(app.recording.failures).toEqual([]);
  });

  test('shows the error in the message of each matcher', async () => {
    const failed = await app.get('/v1/books/1');
    expect(() => expect(failed).toHaveStatus(200)).toThrow(
      /expected the status 200 and received .*status: 500.*TypeError: no table books_1.*failures\.test/s,
    );
    expect(() => expect(failed).toRefuse('id')).toThrow(/no table books_1/);
    expect(await app.get('/v1/books/3')).toHaveStatus(200);
    expect(failed).not.toHaveStatus(200);
  });
});

test('the matchers understand problems of RFC 9457', async () => {
  const app = await createRestApplication({
    controllers: [BooksController],
    options: { errors: 'problem' },
    logger: false,
  });
  expect(await app.get('/v1/books/0')).toRefuse('id');
  expect(await app.get('/v1/books/1')).toBeRestError('framework_internal_error', 500);
  expect(await app.get('/v1/books/3')).not.toBeRestError('framework_internal_error');
  await app.close();
});
