import {
  HttpMethod,
  InvalidArgument,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
  type StandardSchema,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

/** A Standard Schema that rejects each text, and says it back. */
const ISBN: StandardSchema = {
  '~standard': {
    version: 1,
    vendor: 'acme',
    validate: (value) => ({ issues: [{ message: String(value) }] }),
  },
};

@RestController('v1', '/stays')
class StaysController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(from: int, @Param({ minimum: 5 }) to: int) {
    if (to < from) throw new InvalidArgument('to', 'must be greater than or equal to 5');
    return [from, to];
  }

  @RestRoute('/books', HttpMethod.Post, new PublicAccess())
  book(isbn: string, @Param({ schema: ISBN }) other?: string) {
    if (isbn !== '') throw new InvalidArgument('isbn', isbn);
    return other;
  }
}

describe.each(ADAPTERS)('a rule over two arguments on %s', (adapter) => {
  const app = useRoutes([StaysController], { adapter });
  const nest = useRoutes([StaysController], { adapter, rest: { style: 'nest' } });

  test('gets the same response as a value that a type rejects', async () => {
    const rejected = await app.fetch('GET', '/api/acme/v1/stays?from=1&to=2');
    const thrown = await app.fetch('GET', '/api/acme/v1/stays?from=9&to=7');
    expect(thrown.status).toBe(400);
    expect(thrown.body).toMatchObject({
      code: 'rest_invalid_param',
      message: 'Invalid arguments: to.',
      data: { params: { to: 'to must be greater than or equal to 5.' } },
    });
    // The code and the data of a violation name its kind.
    const text = rejected.text
      .replace('"rest_out_of_bounds","message":"to', '"rest_invalid_param","message":"to')
      .replace('"data":{"minimum":5}', '"data":null');
    expect(text).not.toBe(rejected.text);
    expect(thrown.body).toEqual(JSON.parse(text));
    expect((await app.fetch('GET', '/api/acme/v1/stays?from=1&to=7')).body).toEqual([1, 7]);
  });

  const SENTENCES = [
    'This is no ISBN.',
    'ISBN?',
    'Это не ISBN!',
    '这不是 ISBN。',
    '"x" is no ISBN.',
  ];

  test.each(SENTENCES)('keeps the sentence of the application: %s', async (text) => {
    for (const style of [app, nest]) {
      const send = (body: object) =>
        style.fetch('POST', '/api/acme/v1/stays/books', {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const thrown = await send({ isbn: text });
      const ofSchema = await send({ isbn: '', other: text });
      expect([thrown.status, ofSchema.status]).toEqual([400, 400]);
      const expected =
        style === nest
          ? [{ message: [text] }, { message: [text] }]
          : [{ data: { params: { isbn: text } } }, { data: { params: { other: text } } }];
      expect([thrown.body, ofSchema.body]).toMatchObject(expected);
    }
  });

  test('begins other texts with the name', async () => {
    for (const text of ['is sold out.', 'Wrong', 'iSBN.']) {
      const { body } = await app.fetch('POST', '/api/acme/v1/stays/books', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ isbn: text }),
      });
      const ended = text.endsWith('.') ? text : `${text}.`;
      expect(body).toMatchObject({ data: { params: { isbn: `isbn ${ended}` } } });
    }
  });

  test('is a RestException, with a sentence that may end by itself', () => {
    const error = new InvalidArgument('lines[0].sku', 'is sold out!');
    expect(error).toBeInstanceOf(RestException);
    expect(error.data).toMatchObject({ params: { 'lines[0].sku': 'lines[0].sku is sold out!' } });
  });
});
