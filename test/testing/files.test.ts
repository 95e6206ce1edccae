import { describe, expect, test } from 'vitest';
import { UploadedFile } from 'nestjs-rest-routes';
import { testBody } from '../../lib/testing/rest-test-client.js';

/** The parts of a form: texts, and files by name, media type and content. */
async function partsOf(body: unknown): Promise<readonly unknown[]> {
  if (!(body instanceof FormData)) throw new Error('The body is no form.');
  return Promise.all(
    [...body].map(async ([name, value]) =>
      typeof value === 'string'
        ? [name, value]
        : [name, value.name, value.type, await value.text()],
    ),
  );
}

describe('the body of a request of the kit', () => {
  test('is JSON, a text or a form without files', async () => {
    const form = new FormData();
    expect(await testBody({ a: [1] })).toEqual({
      body: '{"a":[1]}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await testBody('a=1')).toEqual({ body: 'a=1', headers: {} });
    expect((await testBody(form)).body).toBe(form);
    expect(await testBody(undefined)).toEqual({ headers: {} });
    expect((await testBody(null)).body).toBe('null');
  });

  test('is a form with the names of PHP where it holds a file', async () => {
    const { body, headers } = await testBody({
      title: 'Momo',
      count: 3,
      active: true,
      tags: ['new', 'old'],
      size: { width: 1 },
      lines: [{ sku: 'a' }, { sku: 'b' }],
      since: new Date(0),
      note: null,
      other: undefined,
      cover: UploadedFile.of('cover.png', 'png', 'image/png'),
      pages: [new File(['1'], '1.txt', { type: 'text/plain' }), new Blob(['2'])],
    });
    // The boundary is part of the media type, which only `fetch` knows.
    expect(headers).toEqual({});
    expect(await partsOf(body)).toEqual([
      ['title', 'Momo'],
      ['count', '3'],
      ['active', 'true'],
      ['tags[]', 'new'],
      ['tags[]', 'old'],
      ['size[width]', '1'],
      ['lines[0][sku]', 'a'],
      ['lines[1][sku]', 'b'],
      ['since', '1970-01-01T00:00:00.000Z'],
      ['cover', 'cover.png', 'image/png', 'png'],
      ['pages[]', '1.txt', 'text/plain', '1'],
      ['pages[]', 'blob', '', '2'],
    ]);
  });
});
