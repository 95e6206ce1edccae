import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';
import { createRestApplication, type RestTestApplication } from 'nestjs-rest-routes/testing';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADAPTERS } from '../support/application.js';

@RestController('v1', '/bodies')
class BodiesController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  read(request: RestRequest) {
    return { body: request.body, type: request.headers['content-type'] };
  }

  @RestRoute('/form', HttpMethod.Post, new PublicAccess())
  async form(title: string, cover: UploadedFile) {
    return { title, name: cover.name, text: (await cover.bytes()).toString() };
  }
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

describe.each(ADAPTERS)('the kit sends a body as it is on %s:', (adapter) => {
  let app: RestTestApplication;
  beforeAll(async () => {
    app = await createRestApplication({ controllers: [BodiesController], adapter });
  });
  afterAll(() => app.close());

  test.each<[title: string, type: string | undefined, make: () => unknown, body: object]>([
    ['a string', FORM, () => 'a=1&b[]=2', { a: '1', b: ['2'] }],
    ['a Buffer', JSON_TYPE, () => Buffer.from('{"a":1}'), { a: 1 }],
    ['a Uint8Array', JSON_TYPE, () => new TextEncoder().encode('{"a":1}'), { a: 1 }],
    ['an ArrayBuffer', JSON_TYPE, () => new TextEncoder().encode('{"a":1}').buffer, { a: 1 }],
    ['a Readable', JSON_TYPE, () => Readable.from(['{"a"', ':1}']), { a: 1 }],
    ['a ReadableStream', JSON_TYPE, () => new Blob(['{"a":1}']).stream(), { a: 1 }],
    [
      'a Blob with its own type',
      undefined,
      () => new Blob(['{"a":1}'], { type: JSON_TYPE }),
      { a: 1 },
    ],
    [
      'a URLSearchParams with its own type',
      undefined,
      () => new URLSearchParams({ a: '1' }),
      { a: '1' },
    ],
  ])('%s', async (_title, type, make, body) => {
    const headers = type === undefined ? {} : { 'Content-Type': type };
    const response = await app.post('/v1/bodies', make(), { headers });
    expect(response.body).toMatchObject({ body });
  });

  test('a FormData with a file', async () => {
    const form = new FormData();
    form.append('title', 'Momo');
    form.append('cover', new File(['png'], 'cover.png'));
    const { body } = await app.post('/v1/bodies/form', form);
    expect(body).toEqual({ title: 'Momo', name: 'cover.png', text: 'png' });
  });
});
