import {
  HttpMethod,
  InvalidArgument,
  Param,
  PublicAccess,
  RestController,
  RestException,
  RestRoute,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';

@RestController('v1', '/stays')
class StaysController {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(from: int, @Param({ minimum: 5 }) to: int) {
    if (to < from) throw new InvalidArgument('to', 'must be greater than or equal to 5');
    return [from, to];
  }
}

describe.each(ADAPTERS)('a rule over two arguments on %s', (adapter) => {
  const app = useRoutes([StaysController], { adapter });

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

  test('is a RestException, with a sentence that may end by itself', () => {
    const error = new InvalidArgument('lines[0].sku', 'is sold out!');
    expect(error).toBeInstanceOf(RestException);
    expect(error.data).toMatchObject({ params: { 'lines[0].sku': 'lines[0].sku is sold out!' } });
  });
});
