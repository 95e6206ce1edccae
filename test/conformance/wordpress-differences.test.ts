import { Body, Controller, Post } from '@nestjs/common';
import { HttpMethod, Param, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, BOTH_ADAPTERS, useRoutes } from '../support/application.js';

@RestController('v1', '/w')
class DifferencesController {
  @RestRoute('/templates/{id}', HttpMethod.Get, new PublicAccess())
  template(@Param({ match: '[\\w/-]+' }) id: string) {
    return { id };
  }

  @RestRoute('', [HttpMethod.Post, HttpMethod.Get], new PublicAccess())
  echo(
    text?: string,
    @Param({ schema: { type: 'array' } }) list?: unknown,
    @Param({ schema: { enum: ['a', 'b'] } }) kind?: unknown,
  ) {
    return { text: text ?? null, list: list ?? null, kind: kind ?? null };
  }
}

@Controller('plain')
class PlainController {
  @Post()
  echo(@Body() body: unknown) {
    return body;
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

describe.each(BOTH_ADAPTERS)(
  'what docs/limits.md lists as differences from WordPress, on %s',
  (adapter) => {
    const app = useRoutes([DifferencesController], { adapter, controllers: [PlainController] });
    const post = (body: string | Buffer, type = 'application/json') =>
      app.fetch('POST', '/api/acme/v1/w', { headers: { 'content-type': type }, body });
    const nothing = { text: null, list: null, kind: null };

    test('an empty segment has no route, also where a placeholder may span slashes', async () => {
      expect((await app.fetch('GET', '/api/acme/v1/w/templates/a/b')).body).toEqual({ id: 'a/b' });
      expect((await app.fetch('GET', '/api/acme/v1/w/templates/a//b')).status).toBe(404);
    });

    test('a GET stays one, and its body is not read', async () => {
      const options = { headers: { 'content-type': 'application/json' }, body: '{"text":"x"}' };
      const sent = await app.fetch('GET', '/api/acme/v1/w?_method=DELETE', options);
      expect(sent).toMatchObject({ status: 200, body: nothing });
    });

    test('a JSON body that is no object has no parameters', async () => {
      expect((await post('["x"]')).body).toEqual(nothing);
      // The parser of Express accepts them with `useBodyParser('json', { strict: false })`.
      const read = adapter === 'express' ? { code: 'rest_invalid_json' } : nothing;
      for (const body of ['null', '7', '"text"'])
        expect((await post(body)).body).toMatchObject(read);
    });

    test('bytes in JSON that are not UTF-8 are replaced, as for a plain controller', async () => {
      const sent = Buffer.from([...Buffer.from('{"text":"'), 0xff, ...Buffer.from('"}')]);
      expect((await post(sent)).body).toEqual({ ...nothing, text: '\ufffd' });
      const plain = await app.fetch('POST', '/plain', { headers: JSON_TYPE, body: sent });
      expect(plain.body).toEqual({ text: '\ufffd' });
    });

    test('a form that is not UTF-8 is a 400', async () => {
      const sent = Buffer.from([...Buffer.from('text='), 0xff]);
      expect(await post(sent, 'application/x-www-form-urlencoded')).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_body' },
      });
    });

    test('JSON with a name that reaches prototypes is as the parser of the adapter reads it', async () => {
      for (const sent of ['{"text":"x","__proto__":1}', '{"constructor":{"prototype":1}}']) {
        const read = adapter === 'express' ? { list: null } : { code: 'rest_invalid_json' };
        expect([sent, (await post(sent)).body]).toMatchObject([sent, read]);
      }
    });

    test('JSON that is compressed is read on Express, and on Fastify only with @fastify/compress', async () => {
      const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
      const body = gzipSync('{"text":"x"}');
      const read = (await app.fetch('POST', '/api/acme/v1/w', { headers, body })).body;
      expect(read).toMatchObject(
        adapter === 'express' ? { text: 'x' } : { code: 'rest_invalid_json' },
      );
    });

    test('an empty object and false are no lists', async () => {
      for (const list of ['{}', 'false']) expect((await post(`{"list":${list}}`)).status).toBe(400);
    });

    test('a lone surrogate is a character', async () => {
      expect((await post('{"text":"\\ud800"}')).body).toEqual({ ...nothing, text: '\ud800' });
    });

    test('an argument without a type is validated', async () => {
      expect((await post('{"kind":"c"}')).status).toBe(400);
      expect((await post('{"kind":"a"}')).body).toEqual({ ...nothing, kind: 'a' });
    });

    test('JSON has the media types that WordPress knows', async () => {
      for (const type of ['application/json+oembed', 'application/activity+json; charset=utf-8'])
        expect((await post('{"text":"x"}', type)).body).toMatchObject({ text: 'x' });
    });
  },
);

describe.each(ADAPTERS)('without CORS on %s', (adapter) => {
  const app = useRoutes([DifferencesController], {
    adapter,
    bare: 'enableCors responds to OPTIONS of a path without a route',
  });

  test('a path without a route is a 404 on OPTIONS', async () => {
    expect(await app.fetch('OPTIONS', '/api/acme/v1/none')).toMatchObject({ status: 404 });
  });
});
