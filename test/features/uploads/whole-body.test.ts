import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
  type int,
} from 'nestjs-rest-routes';
import { Body, type INestApplication } from '@nestjs/common';
import { describe, expect, test } from 'vitest';
import { fastifyOf } from '../../security/in-and-out/support/sides.js';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { form } from '../../support/form.js';

const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489',
  'hex',
);

const ATTACHED = { 'content-disposition': 'attachment; filename="a.png"' };

@RestController('v1', '/media')
class MediaController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  async create(
    @Param({ mediaTypes: ['image/*', 'text/csv', 'text/plain'], maxSize: 100 }) file: UploadedFile,
    title?: string,
  ) {
    return { name: file.name, type: file.type, bytes: (await file.bytes()).length, title };
  }

  @RestRoute('/{id}', HttpMethod.Put, new PublicAccess())
  replace(id: int, @Param({ mediaTypes: ['image/*'] }) file: UploadedFile) {
    return { id, size: file.size };
  }

  @RestRoute('/closed', HttpMethod.Post, new Capability('upload'))
  closed(@Param({ mediaTypes: ['image/*'] }) file: UploadedFile) {}

  @RestRoute('/text', HttpMethod.Post, new PublicAccess())
  text(@Body() body: unknown) {
    return { text: typeof body === 'string' ? body : null };
  }

  @RestRoute('/any', HttpMethod.Post, new PublicAccess())
  any(file?: UploadedFile) {
    return { size: file?.size ?? null };
  }
}

describe.each(ADAPTERS)('a body that is a file on %s', (adapter) => {
  const app = useRoutes([MediaController], { adapter, rest: { uploads: { maxFileSize: 200 } } });
  const send = (
    body: Buffer | string,
    headers: Readonly<Record<string, string>>,
    path = '/media',
    method = 'POST',
  ) => app.fetch(method, `/api/acme/v1${path}`, { headers, body });

  test('is the file of a parameter with its media type, by its content, and with the name that the client sent', async () => {
    const sent = await send(PNG, { 'content-type': 'image/jpeg', ...ATTACHED }, '/media?title=Sun');
    const bytes = PNG.length;
    expect(sent.body).toEqual({ name: 'a.png', type: 'image/png', bytes, title: 'Sun' });
    const csv = await send('a,b', {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'form-data; name="file"; filename="../x/b;c.csv"',
    });
    expect(csv.body).toEqual({ name: 'b;c.csv', type: 'text/csv', bytes: 3 });
    const accented = Buffer.from('attachment; filename=é.png').toString('latin1');
    const named = { 'content-type': 'image/png', 'content-disposition': accented };
    expect((await send(PNG, named)).body).toMatchObject({ name: 'é.png' });
  });

  test.each([
    ['attachment; filename=sun set.png', 'sun set.png'],
    ['attachment; filename=a (1).png; size=3', 'a (1).png'],
    ['inline; size=3; FileName=sun  set.png ', 'sun  set.png'],
  ])('has the name of %s, as on WordPress', async (disposition, name) => {
    const headers = { 'content-type': 'image/png', 'content-disposition': disposition };
    expect((await send(PNG, headers)).body).toMatchObject({ name });
  });

  test.each([
    ['attachment; filename=a b.png; filename=c.png'],
    ['attachment; filename=a b.png; filename*=c'],
    ['attachment; filename=a b.png; size=x y'],
    ['attachment; filename=a "b".png'],
    ['attachment; filename = a b.png'],
  ])('%s is malformed, and the error says so', async (disposition) => {
    const headers = { 'content-type': 'image/png', 'content-disposition': disposition };
    const { status, text } = await send(PNG, headers);
    expect([status, text]).toEqual([400, expect.stringContaining('is malformed')]);
  });

  test('may be a text, which other routes and parameters get as Nest gives it', async () => {
    const type = { 'content-type': 'text/plain; charset=utf-8' };
    const sent = await send('é', { ...type, ...ATTACHED });
    expect(sent.body).toEqual({ name: 'a.png', type: 'text/plain', bytes: 2 });
    const bare = await send('é', { 'content-type': 'text/plain', ...ATTACHED });
    expect(bare.body).toEqual(sent.body);
    expect(await send('é', type)).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param' },
    });
    const read = await send('é', { ...type, ...ATTACHED }, '/media/text');
    // As in Nest: Express has no parser for texts.
    expect(read).toMatchObject(
      adapter === 'fastify' ? { status: 200, body: { text: 'é' } } : { status: 415 },
    );
  });

  test('may be sent with PUT, and is not read without the permission', async () => {
    const headers = { 'content-type': 'image/png', ...ATTACHED };
    const replaced = await send(PNG, headers, '/media/7', 'PUT');
    expect(replaced.body).toEqual({ id: 7, size: PNG.length });
    expect((await send('no picture', headers, '/media/closed')).status).toBe(401);
  });

  test('has the limits of uploads', async () => {
    const large = Buffer.concat([PNG, Buffer.alloc(100)]);
    const headers = { 'content-type': 'image/png', ...ATTACHED };
    expect(await send(large, headers)).toMatchObject({ status: 413 });
    const endless = Buffer.concat([PNG, Buffer.alloc(5_000_000)]);
    expect(await send(endless, headers)).toMatchObject({ status: 413 });
    expect(await send('text', headers)).toMatchObject({
      status: 415,
      body: { code: 'rest_unsupported_media_type' },
    });
    const encoded = { ...headers, 'content-encoding': 'gzip' };
    expect(await send(PNG, encoded)).toMatchObject({ status: 415 });
  });

  test('needs a name, and a parameter that states its media type', async () => {
    const unnamed = { 'content-type': 'image/png', 'content-disposition': 'attachment' };
    expect(await send(PNG, unnamed)).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_body' },
    });
    expect(await send(PNG, { 'content-type': 'image/png' })).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param' },
    });
    const pdf = { 'content-type': 'application/pdf', ...ATTACHED };
    expect(await send(PNG, pdf)).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param' },
    });
    const anyType = await send(PNG, { 'content-type': 'image/png', ...ATTACHED }, '/media/any');
    expect(anyType.status).toBe(415);
  });

  test('leaves forms as they are', async () => {
    const { headers, body } = form({ name: 'file', filename: 'f.png', content: PNG });
    const sent = await send(body, { ...headers, ...ATTACHED });
    expect(sent.body).toMatchObject({ name: 'f.png' });
  });
});

describe('beside a parser of the application for all types on Fastify', () => {
  const app = useRoutes([MediaController], {
    adapter: 'fastify',
    configure: (nest: INestApplication) =>
      fastifyOf(nest).addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) =>
        done(null, { file: 'parsed' }),
      ),
  });

  test('a route gets its files, in a form and as the whole body', async () => {
    const sent = await app.fetch(
      'POST',
      '/api/acme/v1/media',
      form({ name: 'file', filename: 'a.png', content: PNG }),
    );
    expect(sent.body).toMatchObject({ type: 'image/png', bytes: PNG.length });
    const whole = { 'content-type': 'image/png', ...ATTACHED };
    const other = await app.fetch('POST', '/api/acme/v1/media', { headers: whole, body: PNG });
    expect(other.body).toMatchObject({ type: 'image/png', bytes: PNG.length });
  });
});
