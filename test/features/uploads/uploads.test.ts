import { FileInterceptor } from '@nestjs/platform-express';
import {
  Controller,
  Post,
  UploadedFile as NestFile,
  UseGuards,
  UseInterceptors,
  type CanActivate,
} from '@nestjs/common';
import {
  Callback,
  allOf,
  anyOf,
  Capability,
  HttpMethod,
  ListOf,
  Param,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { ADAPTERS, startRoutes, useRoutes } from '../../support/application.js';
import { BOUNDARY, form, FORM_HEADERS, type FormPart } from '../../support/form.js';

const folder = mkdtempSync(join(tmpdir(), 'rest-uploads-'));
const saved = mkdtempSync(join(tmpdir(), 'rest-saved-'));
afterAll(() => {
  for (const made of [folder, saved]) rmSync(made, { recursive: true });
});

const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489',
  'hex',
);
let kept: UploadedFile | undefined;

class Closed implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

@RestController('v1', '/files')
class FilesController {
  static isKnown(): boolean {
    return false;
  }

  static isSmall(file: UploadedFile): boolean {
    return file.size < 10;
  }

  @RestRoute('', HttpMethod.Post, new PublicAccess())
  async read(file: UploadedFile) {
    const { name, type, size } = file;
    const names = readdirSync(folder);
    const bytes = await file.bytes();
    return { name, type, size, names, text: bytes.toString(), streamed: await text(file.stream()) };
  }
  @RestRoute('/saved', HttpMethod.Post, new PublicAccess())
  async save(file: UploadedFile) {
    await file.saveTo(join(saved, 'file'));
  }
  @RestRoute('/kept', HttpMethod.Post, new PublicAccess())
  keep(file: UploadedFile) {
    kept = file;
  }
  @RestRoute('/image', HttpMethod.Post, new PublicAccess())
  image(@Param({ mediaTypes: ['image/*', 'text/csv'], maxSize: 100 }) file: UploadedFile) {
    return { size: file.size };
  }
  @RestRoute('/fields', HttpMethod.Post, new PublicAccess())
  fields(a: string, request: RestRequest) {
    return { a, body: request.body };
  }
  @RestRoute('/list', HttpMethod.Post, new PublicAccess())
  list(@ListOf(UploadedFile, { maxItems: 2 }) files: UploadedFile[]) {
    return files.map(({ name }) => name);
  }
  @RestRoute('/capability', HttpMethod.Post, new Capability('upload'))
  withCapability(file: UploadedFile) {
    return file.size;
  }
  @RestRoute('/callback', HttpMethod.Post, new Callback(FilesController.isKnown))
  withCallback(file: UploadedFile) {
    return file.size;
  }
  @RestRoute(
    '/combined',
    HttpMethod.Post,
    allOf(
      new Callback(FilesController.isSmall),
      anyOf(new Capability('upload'), new Callback(FilesController.isKnown)),
    ),
  )
  combined(file: UploadedFile) {
    return file.size;
  }
  @RestRoute('/guarded', HttpMethod.Post, new PublicAccess())
  @UseGuards(Closed)
  guarded(file: UploadedFile) {
    return file.size;
  }
  @RestRoute('/put', HttpMethod.Put, new PublicAccess())
  put(file: UploadedFile) {
    return file.size;
  }
  @RestRoute('/both', [HttpMethod.Post, HttpMethod.Put], new PublicAccess())
  both(file?: UploadedFile) {
    return { size: file?.size ?? null };
  }
}

const small = {
  maxFileSize: '64 KiB',
  maxFiles: 3,
  maxFields: 4,
  memoryLimit: 1024,
  folder,
} as const;
const file = (content: string | Buffer, more: Partial<FormPart> = {}): FormPart => ({
  name: 'file',
  filename: 'a.txt',
  type: 'text/plain',
  content,
  ...more,
});
const field = (name: string, content: string): FormPart => ({ name, content });

describe.each(ADAPTERS)('uploads on %s', (adapter) => {
  const app = useRoutes([FilesController], { adapter, rest: { uploads: small } });
  const post = (path: string, ...parts: readonly FormPart[]) =>
    app.fetch('POST', `/api/acme/v1/files${path}`, form(...parts));
  const send = (
    path: string,
    body: string | Buffer,
    method = 'POST',
    headers: object = FORM_HEADERS,
  ) => app.fetch(method, `/api/acme/v1/files${path}`, { headers: { ...headers }, body });

  test('a file in memory and a file on disk are read alike, and no name of a file is ever in the folder', async () => {
    for (const size of [0, 1, 1024, 1025, 65_536]) {
      const content = 'x'.repeat(size);
      const { body } = await post('', file(content));
      expect(body).toEqual({
        name: 'a.txt',
        type: 'text/plain',
        size,
        names: [],
        text: content,
        streamed: content,
      });
    }
  });

  test('saveTo leaves the whole file and nothing beside it, and keeps the mode of a file that is there', async () => {
    writeFileSync(join(saved, 'file'), 'before', { mode: 0o600 });
    for (const size of [3, 5000]) {
      expect((await post('/saved', file('y'.repeat(size)))).status).toBe(204);
      expect(readdirSync(saved)).toEqual(['file']);
      expect(readFileSync(join(saved, 'file'), 'utf8')).toBe('y'.repeat(size));
      // Windows has no such modes.
      const mode = process.platform === 'win32' ? 0o666 : 0o600;
      expect(statSync(join(saved, 'file')).mode & 0o777).toBe(mode);
    }
  });

  test('a file on disk is gone once the response is finished', async () => {
    expect((await post('/kept', file('y'.repeat(5000)))).status).toBe(204);
    await expect(kept?.bytes()).rejects.toThrow('The uploaded file is gone');
  });

  test('the name of a file is its base name, and its type is a media type', async () => {
    for (const [filename, name] of [
      ['../../etc/passwd', 'passwd'],
      ['C:\\fakepath\\a.png', 'a.png'],
      ['a/..', 'unnamed'],
      ['.', 'unnamed'],
      ['folder/', 'unnamed'],
      ['a\\"b.txt', 'a"b.txt'],
      ['%2e%2e%2fx', '%2e%2e%2fx'],
      ['ein Bild.png', 'ein Bild.png'],
      ['日本.txt', '日本.txt'],
      [' .. ', 'unnamed'],
    ] as const) {
      expect((await post('', file('x', { filename }))).body).toMatchObject({ name });
    }
    for (const [sent, type] of [
      ['IMAGE/PNG; a=b', 'image/png'],
      ['<script>', 'application/octet-stream'],
      ['', 'application/octet-stream'],
    ] as const) {
      expect((await post('', file('x', { type: sent }))).body).toMatchObject({ type });
    }
  });

  test('a file that is larger than maxFileSize or maxSize is 413, also one that no parameter expects', async () => {
    const large = 'x'.repeat(65_537);
    for (const [path, part] of [
      ['', file(large)],
      ['', file(large, { name: 'other' })],
      ['/image', file(Buffer.concat([PNG, Buffer.alloc(100)]))],
    ] as const) {
      const { status, body } = await post(path, part);
      expect([status, body]).toMatchObject([
        413,
        { code: 'rest_content_too_large', data: { status: 413 } },
      ]);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test('fields, names and what is around them together are limited by maxFieldsSize', async () => {
    expect((await post('/fields', field('a', 'x'.repeat(2 ** 20)))).status).toBe(413);
    expect((await post('/fields', field('a', 'x'.repeat(2 ** 20 - 1000)))).status).toBe(200);
    const preamble = `${'-'.repeat(2 ** 20)}\r\n`;
    expect((await send('/fields', preamble + form(field('a', 'x')).body.toString())).status).toBe(
      413,
    );
  });

  test('more files or fields than allowed are 400', async () => {
    const files = [1, 2, 3, 4].map((at) => file('x', { name: `f${at}` }));
    expect((await post('', ...files)).body).toMatchObject({ code: 'rest_invalid_body' });
    const fields = [1, 2, 3, 4, 5].map((at) => field(`f${at}`, 'x'));
    expect((await post('/fields', ...fields)).body).toMatchObject({ code: 'rest_invalid_body' });
    expect((await post('/fields', field('a', 'x'), ...fields.slice(2))).status).toBe(200);
  });

  test('the content decides the media type, whatever the client states', async () => {
    expect((await post('/image', file(PNG, { type: 'text/plain' }))).body).toEqual({ size: 33 });
    expect((await post('/image', file('a,b', { type: 'text/csv' }))).status).toBe(200);
    for (const [content, type] of [
      ['not a png', 'image/png'],
      [Buffer.from('%PDF-1.7\n'), 'image/png'],
      ['a,b', 'text/plain'],
      [Buffer.from([0x61, 0xff]), 'text/csv'],
      [Buffer.from('a\0b'), 'text/csv'],
      ['', 'image/png'],
    ] as const) {
      const { status, body } = await post('/image', file(content, { type }));
      expect([status, body]).toMatchObject([415, { code: 'rest_unsupported_media_type' }]);
    }
  });

  test('a file is no field and a field is no file', async () => {
    const missing = { code: 'rest_missing_callback_param', data: { params: ['file'] } };
    expect((await post('', field('file', 'x'))).body).toMatchObject(missing);
    expect((await post('', file('x', { filename: '' }))).body).toMatchObject(missing);
    expect(
      (await post('/fields', { name: 'a', filename: 'a.txt', content: 'x' })).body,
    ).toMatchObject({
      code: 'rest_missing_callback_param',
    });
    expect((await post('', file('x', { name: 'file[]' }))).body).toMatchObject({
      code: 'rest_invalid_param',
    });
  });

  test('a list has the files in their order, and its limits hold', async () => {
    const part = (at: number) => file('x', { name: 'files[]', filename: `${at}.txt` });
    expect((await post('/list', part(1), part(2))).body).toEqual(['1.txt', '2.txt']);
    expect((await post('/list', part(1), part(2), part(3))).body).toMatchObject({
      code: 'rest_invalid_param',
    });
    expect((await post('/list', file('x', { name: 'files' }))).body).toEqual(['a.txt']);
  });

  test('fields have PHP’s names, and a method that takes the request sees them', async () => {
    const { body } = await post(
      '/fields',
      field('a', 'x'),
      field('b[c][]', '1'),
      field('b[c][]', '2'),
      field('d.e', ''),
    );
    expect(body).toEqual({ a: 'x', body: { a: 'x', b: { c: ['1', '2'] }, 'd.e': '' } });
  });

  test('names that mean something to an object are names', async () => {
    const parts = ['__proto__[x]', 'constructor[prototype][y]', 'toString'].map((name) =>
      field(name, '1'),
    );
    const { body } = await post('/fields', field('a', 'x'), ...parts);
    expect(Object.keys((body as { body: object }).body)).toContain('toString');
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    expect(({} as Record<string, unknown>)['y']).toBeUndefined();
  });

  test('a malformed form is 400', async () => {
    const disposition = 'Content-Disposition: form-data; name="a"';
    const part = (head: string, content = 'x') =>
      `--${BOUNDARY}\r\n${head}\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`;
    for (const body of [
      'title=x',
      `--${BOUNDARY}`,
      `--${BOUNDARY}\r\n${disposition}\r\n\r\nx`,
      `--${BOUNDARY}\r\n${disposition}`,
      part(disposition).slice(0, -4),
      part(disposition).replace(`--${BOUNDARY}\r\n`, `--${BOUNDARY}x\r\n`),
      part('Content-Disposition: form-data'),
      part('Content-Disposition: attachment; name="a"'),
      part('Content-Disposition: form-data; name="a'),
      part('Content-Disposition: form-data; name="a" x'),
      part(`${disposition}\r\n${disposition}`),
      part(`${disposition}\r\nno colon`),
      part(`${disposition}\r\n folded: x`),
      part(`${disposition}\nX: y`),
      part(`${disposition}\r\nContent-Transfer-Encoding: base64`),
      part(`${disposition}\r\nContent-Type: multipart/mixed; boundary=y`),
      part(`${disposition}\r\nX: ${'y'.repeat(20_000)}`),
      part(''),
      part(`${disposition}[${'[]'.repeat(100)}`.replace('"a"', `"a${'[]'.repeat(100)}"`)),
      Buffer.from(part(disposition, '\u00ff'), 'latin1'),
      Buffer.from(part('Content-Disposition: form-data; name="\u00ff"'), 'latin1'),
    ]) {
      const { status, body: error } = await send('/fields', body);
      expect([String(body).slice(0, 200), status, error]).toMatchObject([
        String(body).slice(0, 200),
        400,
        { code: 'rest_invalid_body', data: { status: 400 } },
      ]);
    }
  });

  test('a form without a valid boundary is 400, and an encoded form or field is 415', async () => {
    const { body } = form(field('a', 'x'));
    for (const parameter of [
      '',
      '; boundary=',
      '; boundary=""',
      `; boundary="${'b'.repeat(71)}"`,
      '; boundary="a@b"',
    ]) {
      const type = { 'content-type': `multipart/form-data${parameter}` };
      expect((await send('/fields', body, 'POST', type)).status).toBe(400);
    }
    expect(
      (await send('/fields', body, 'POST', { ...FORM_HEADERS, 'content-encoding': 'gzip' })).status,
    ).toBe(415);
    const encoded = await post('/fields', {
      name: 'a',
      type: 'text/plain; charset=utf-16',
      content: 'x',
    });
    expect(encoded.status).toBe(415);
  });

  test('a boundary may be quoted, padded and after a preamble, and what follows the last one is ignored', async () => {
    const body = `before\r\n${form(field('a', 'x')).body.toString().replace(`${BOUNDARY}\r\n`, `${BOUNDARY} \t\r\n`)}after`;
    for (const boundary of [BOUNDARY, `"${BOUNDARY}"`]) {
      const type = { 'content-type': `Multipart/Form-Data; charset=utf-8; Boundary=${boundary}` };
      expect((await send('/fields', body, 'POST', type)).body).toMatchObject({ a: 'x' });
    }
  });

  test('a content that looks like a boundary is content', async () => {
    const content = `\r\n--${BOUNDARY.slice(0, -1)}\r\n--\r\n\r\n-${BOUNDARY}`;
    expect((await post('/fields', field('a', content))).body).toMatchObject({ a: content });
  });

  test('guards and permissions that need no arguments come first, then the form, then its arguments', async () => {
    for (const path of ['/guarded', '/capability', '/callback', '/combined']) {
      const { status, body } = await send(path, 'no form');
      expect([path, status, body]).toMatchObject([
        path,
        path === '/guarded' ? 403 : 401,
        { data: {} },
      ]);
    }
  });

  test('a path that takes POST reads forms with POST, or with a method that overrides it; any other path with its own', async () => {
    const { body, headers } = form(file('x'));
    expect((await send('/put', body, 'PUT', headers)).body).toBe(1);
    expect((await send('/both', body, 'POST', headers)).body).toEqual({ size: 1 });
    expect((await send('/both?_method=PUT', body, 'POST', headers)).body).toEqual({ size: 1 });
    const put = await send('/both', body, 'PUT', headers);
    expect([put.status, put.body]).toMatchObject([
      415,
      { message: expect.stringContaining('POST') as string },
    ]);
  });
});

@Controller('plain')
class PlainController {
  @Post()
  @UseInterceptors(FileInterceptor('file'))
  take(@NestFile() sent: { readonly originalname: string; readonly size: number } | undefined) {
    return { name: sent?.originalname, size: sent?.size };
  }
}

describe('Nest’s own reading of files on Express', () => {
  const app = useRoutes([FilesController], {
    adapter: 'express',
    controllers: [PlainController],
    rest: { uploads: small },
  });

  test('a plain controller beside the routes reads its forms as before, without the limits of the routes', async () => {
    const sent = form(file('x'.repeat(100_000)));
    expect((await app.fetch('POST', '/plain', sent)).body).toEqual({
      name: 'a.txt',
      size: 100_000,
    });
  });
});

describe('the options of uploads', () => {
  test.each([
    [{ maxFileSize: 'big' }, 'maxFileSize'],
    [{ maxFiles: 0 }, 'maxFiles'],
    [{ maxFields: 1.5 }, 'maxFields'],
    [{ memoryLimit: -1 }, 'memoryLimit'],
    [{ folder: join(folder, 'missing') }, 'folder'],
    [{ folder: import.meta.filename }, 'folder'],
  ])('%j is an error at startup', async (uploads, name) => {
    const started = startRoutes([FilesController], {
      adapter: 'express',
      rest: { uploads: uploads as object },
    });
    await expect(started).rejects.toThrow(`RestModule: uploads.${name} is `);
  });
});
