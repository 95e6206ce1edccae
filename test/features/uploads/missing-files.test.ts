import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
  type int,
} from 'nestjs-rest-routes';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { form } from '../../support/form.js';

@RestController('v1', '/uploads')
class UploadsController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  create(chunk: UploadedFile, title: string, index: int) {
    return { size: chunk.size, title, index };
  }
  @RestRoute('/media', HttpMethod.Post, new PublicAccess())
  media(@Param({ mediaTypes: ['image/png', 'application/octet-stream'] }) chunk: UploadedFile) {
    return { size: chunk.size };
  }
  @RestRoute('/optional', HttpMethod.Post, new PublicAccess())
  optional(title = 'x', file: UploadedFile | null = null) {
    return { title, size: file?.size ?? null };
  }
  @RestRoute('/pictures', HttpMethod.Post, new PublicAccess())
  picture(@Param({ mediaTypes: ['image/png'] }) picture: UploadedFile) {
    return { size: picture.size };
  }
  @RestRoute('/text', HttpMethod.Post, new PublicAccess())
  text(title: string) {
    return { title };
  }
}

const AS_VALUE =
  'chunk (it was sent as a value; a file is a part of multipart/form-data with a filename)';
const AS_FILE = 'title (it was sent as a file; a value is a part without a filename)';
const WITHOUT_HEADER =
  'chunk (a body is a file only with the header Content-Disposition: attachment; filename="…")';

describe.each(ADAPTERS)('The error of a missing file or field on %s', (adapter) => {
  const app = useRoutes([UploadsController], { adapter });
  const nest = useRoutes([UploadsController], { adapter, rest: { style: 'nest' } });
  const inGerman = useRoutes([UploadsController], {
    adapter,
    rest: { messages: (_code, { reason }) => `Es fehlt: ${String(reason)}` },
  });
  const PATH = '/api/acme/v1/uploads';
  const VALUES = [
    { name: 'title', content: 'a' },
    { name: 'index', content: '1' },
  ];
  const messageOf = ({ body }: { readonly body: unknown }) =>
    (body as { message: unknown }).message;

  test('says that a file was sent as a field of the form', async () => {
    const sent = form({ name: 'chunk', content: 'bytes' }, ...VALUES);
    const response = await app.fetch('POST', PATH, sent);
    expect([response.status, response.body]).toEqual([
      400,
      {
        code: 'rest_missing_callback_param',
        message: `Missing arguments: ${AS_VALUE}.`,
        data: { status: 400, params: ['chunk'] },
      },
    ]);
    expect(messageOf(await nest.fetch('POST', PATH, sent))).toEqual([
      'chunk should not be null or undefined: it was sent as a value; a file is a part of multipart/form-data with a filename',
    ]);
    expect(messageOf(await inGerman.fetch('POST', PATH, sent))).toBe('Es fehlt: chunk');
  });

  test('says so of JSON and of a form without parts', async () => {
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ chunk: 'bytes', title: 'a', index: 1 });
    expect(messageOf(await app.fetch('POST', PATH, { headers: json, body }))).toBe(
      `Missing arguments: ${AS_VALUE}.`,
    );
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(
      messageOf(await app.fetch('POST', PATH, { headers, body: 'chunk=b&title=a&index=1' })),
    ).toBe(`Missing arguments: ${AS_VALUE}.`);
  });

  test('says that a text was sent as a file, also on a route without files', async () => {
    const title = { name: 'title', filename: 'title.txt', content: 'a' };
    const chunk = { name: 'chunk', filename: 'a.bin', content: 'bytes' };
    expect(messageOf(await app.fetch('POST', PATH, form(chunk, title)))).toBe(
      `Missing arguments: ${AS_FILE}, index.`,
    );
    expect(messageOf(await app.fetch('POST', `${PATH}/text`, form(title)))).toBe(
      `Missing arguments: ${AS_FILE}.`,
    );
  });

  test('names a file that no argument takes, in style nest', async () => {
    const wrong = { name: 'fil', filename: 'a.txt', content: 'bytes' };
    const unknown = 'property fil should not exist';
    for (const [path, sent, message] of [
      ['/optional', form(wrong), [unknown]],
      ['/optional', form({ ...wrong, name: 'fil[]' }), [unknown]],
      [
        '/optional',
        form(wrong, { name: 'tite', content: 'a' }),
        ['property tite should not exist', unknown],
      ],
      ['', form(wrong, ...VALUES), ['chunk should not be null or undefined', unknown]],
      ['/text', form(wrong, ...VALUES.slice(0, 1)), [unknown]],
    ] as const) {
      const response = await nest.fetch('POST', `${PATH}${path}`, sent);
      expect([response.status, messageOf(response)]).toEqual([400, message]);
    }
    const unnamed = form({ name: 'file', filename: 'a.txt', content: 'bytes' });
    expect((await nest.fetch('POST', `${PATH}/optional`, unnamed)).body).toEqual({
      title: 'x',
      size: 5,
    });
    const empty = form({ name: 'fil', filename: '', content: '' });
    expect((await nest.fetch('POST', `${PATH}/optional`, empty)).status).toBe(201);
    expect((await app.fetch('POST', `${PATH}/optional`, form(wrong))).status).toBe(200);
  });

  test('says that an optional file was sent as a value, and an optional value as a file', async () => {
    const asFile = form({ name: 'title', filename: 'a.txt', content: 'a' });
    const asValue = form({ name: 'file', content: 'bytes' });
    const json = { headers: { 'content-type': 'application/json' }, body: '{"file":"bytes"}' };
    const title =
      'title must be a value: it was sent as a file; a value is a part without a filename.';
    const file =
      'file must be a file: it was sent as a value; a file is a part of multipart/form-data with a filename.';
    for (const [sent, message] of [
      [asFile, title],
      [asValue, file],
      [json, file],
    ] as const) {
      const response = await nest.fetch('POST', `${PATH}/optional`, sent);
      expect([response.status, messageOf(response)]).toEqual([400, [message]]);
      expect((await app.fetch('POST', `${PATH}/optional`, sent)).status).toBe(200);
    }
    for (const body of ['{"file":null}', '{"file":""}', '{}']) {
      const { status } = await nest.fetch('POST', `${PATH}/optional`, { ...json, body });
      expect([body, status]).toEqual([body, 201]);
    }
  });

  test('says what a body that is a file lacks', async () => {
    for (const type of ['image/png', 'application/octet-stream']) {
      const headers = { 'content-type': type };
      const response = await app.fetch('POST', `${PATH}/media`, { headers, body: 'bytes' });
      expect([response.status, messageOf(response)]).toEqual([
        400,
        `Missing arguments: ${WITHOUT_HEADER}.`,
      ]);
    }
  });

  test('says which media types a body that is a file may have', async () => {
    const sent = { 'content-disposition': 'attachment; filename="a"' };
    const accepted = 'accepted are image/png';
    for (const [type, words] of [
      ['text/html', 'the media type "text/html"'],
      [undefined, 'no Content-Type'],
    ] as const) {
      const headers = type === undefined ? sent : { ...sent, 'content-type': type };
      const response = await app.fetch('POST', `${PATH}/pictures`, { headers, body: 'bytes' });
      expect([response.status, messageOf(response)]).toEqual([
        400,
        `Missing arguments: picture (it has ${words}; ${accepted}).`,
      ]);
    }
  });

  test('only names what was not sent', async () => {
    expect(messageOf(await app.fetch('POST', PATH, form(...VALUES)))).toBe(
      'Missing arguments: chunk.',
    );
    const empty = { name: 'chunk', filename: '', content: '' };
    expect(messageOf(await app.fetch('POST', PATH, form(empty, ...VALUES)))).toBe(
      'Missing arguments: chunk.',
    );
  });
});
