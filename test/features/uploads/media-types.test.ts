import {
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';
import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { form } from '../../support/form.js';

const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489',
  'hex',
);
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
const WAV = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.alloc(16)]);
const OPUS = Buffer.concat([
  Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead', 'latin1'),
  Buffer.alloc(12),
]);
const PDF = '%PDF-1.4 text';
const HTML = '<!doctype html><script>alert(1)</script>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const XML_SVG = `<?xml version="1.0"?>${SVG}`;
const BYTES = Buffer.from([0, 1, 2, 0xff, 0xfe, 3]);
const ANY = 'application/octet-stream';

/** The accepted types, the type that the client states, the content, and the type that the method gets. */
type Row = readonly [
  mediaTypes: readonly string[],
  stated: string,
  content: Buffer | string,
  type: string | 415,
];

const ROWS: readonly Row[] = [
  // The content shows the type.
  [['image/png'], 'image/png', PNG, 'image/png'],
  [['image/*'], 'text/html', PNG, 'image/png'],
  [['image/png'], 'image/png', HTML, 415],
  [['image/png'], 'image/png', JPEG, 415],
  [['image/*'], 'image/png', HTML, 415],
  [['image/*'], 'image/svg+xml', SVG, 415],
  [['image/*'], 'image/x-own', BYTES, 415],
  [['application/pdf'], 'application/pdf', HTML, 415],
  // Under each of its names.
  [['image/jpg'], 'image/jpeg', JPEG, 'image/jpg'],
  [['image/jpg'], 'image/jpg', HTML, 415],
  [['audio/x-wav'], 'audio/wav', WAV, 'audio/x-wav'],
  [['audio/vnd.wave'], 'audio/vnd.wave', HTML, 415],
  [['audio/ogg'], 'audio/ogg', OPUS, 'audio/ogg'],
  [['text/xml'], 'text/xml', XML_SVG, 'text/xml'],
  [['application/gzip'], 'application/x-gzip', gzipSync('a'), 'application/gzip'],
  // No content shows a text: it is stated, and is a text.
  [['text/*'], 'text/csv', 'a,b', 'text/csv'],
  [['text/csv'], 'text/csv', BYTES, 415],
  [['text/csv'], 'text/csv', PDF, 415],
  [['text/csv'], 'text/html', HTML, 415],
  [['application/json'], 'application/json; charset=utf-8', '{"a":1}', 'application/json'],
  [['application/json'], 'application/json', PNG, 415],
  [['application/ld+json'], 'application/ld+json', '{}', 'application/ld+json'],
  [['application/json'], ANY, '{}', 415],
  // Nor a type without a signature: it is stated, if it is accepted by its name.
  [['image/svg+xml'], 'image/svg+xml', SVG, 'image/svg+xml'],
  [['image/svg+xml'], 'image/svg+xml', XML_SVG, 'image/svg+xml'],
  [['image/svg+xml'], 'image/svg+xml', PNG, 415],
  [['application/protobuf'], 'application/protobuf', BYTES, 'application/protobuf'],
  [['application/x-foo'], 'application/x-foo', gzipSync('own'), 'application/x-foo'],
  [['application/x-foo'], 'application/x-bar', BYTES, 415],
  [['image/png', 'application/x-foo'], 'image/png', BYTES, 415],
  [['chemical/*'], 'chemical/x-pdb', BYTES, 'chemical/x-pdb'],
  [['message/rfc822'], 'message/rfc822', 'From: a', 'message/rfc822'],
  // Bytes of any type.
  [[ANY], ANY, BYTES, ANY],
  [[ANY], 'image/png', PNG, ANY],
  [[ANY], 'text/html', HTML, ANY],
  [['image/png', ANY], 'text/html', PNG, 'image/png'],
  [['image/png', ANY], 'image/png', HTML, ANY],
  [['application/x-foo', ANY], 'application/x-foo', BYTES, 'application/x-foo'],
  [['application/*'], 'application/json', '{}', ANY],
  [['application/*'], ANY, BYTES, ANY],
  [['application/*'], ANY, PDF, 'application/pdf'],
  [['application/*'], 'application/pdf', HTML, 415],
  [['application/*'], 'application/x-foo', PNG, 415],
  [['application/*'], 'text/html', HTML, 415],
];

const controllerOf = ([mediaTypes]: Row, index: number): new () => object => {
  @RestController(`v${index}`)
  class FilesController {
    @RestRoute('', [HttpMethod.Post, HttpMethod.Put], new PublicAccess())
    async take(@Param({ mediaTypes }) file: UploadedFile) {
      return { type: file.type, bytes: (await file.bytes()).toString('hex') };
    }
  }
  return FilesController;
};

const ATTACHED = { 'content-disposition': 'attachment; filename="a"' };

describe.each(ADAPTERS)('the media type of a file on %s', (adapter) => {
  const app = useRoutes(ROWS.map(controllerOf), { adapter });
  const expected = (content: Buffer | string, type: string | 415) =>
    type === 415
      ? { status: 415, body: { code: 'rest_unsupported_media_type' } }
      : { status: 200, body: { type, bytes: Buffer.from(content).toString('hex') } };

  test.each(ROWS.map((row, index) => [...row, index] as const))(
    'of %j, stated to be %s',
    async (_mediaTypes, stated, content, type, index) => {
      const { headers, body } = form({ name: 'file', filename: 'a', type: stated, content });
      const sent = await app.fetch('POST', `/api/acme/v${index}`, { headers, body });
      expect(sent).toMatchObject(expected(content, type));
    },
  );

  /** Parsers of the application read JSON. A body whose stated type is not accepted is no file. */
  const whole = ROWS.map((row, index) => [...row, index] as const).filter(
    ([mediaTypes, stated, , type]) =>
      type !== 415 &&
      !stated.includes('json') &&
      (stated !== 'text/html' || mediaTypes.includes(ANY)),
  );
  test.each(whole)('of %j, stated to be %s, if it is the whole body', async (...row) => {
    const [, stated, content, type, index] = row;
    const headers = { 'content-type': stated, ...ATTACHED };
    const sent = await app.fetch('PUT', `/api/acme/v${index}`, { headers, body: content });
    expect(sent).toMatchObject(expected(content, type));
  });

  test('may be any if the whole body has none, as curl -T sends it', async () => {
    const index = ROWS.findIndex(([[first]]) => first === ANY);
    const sent = { headers: ATTACHED, body: BYTES };
    const { body } = await app.fetch('PUT', `/api/acme/v${index}`, sent);
    expect(body).toEqual({ type: ANY, bytes: BYTES.toString('hex') });
  });
});
