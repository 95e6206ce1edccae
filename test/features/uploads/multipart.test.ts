import {
  HttpMethod,
  PublicAccess,
  RestController,
  RestRequest,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { BOUNDARY, FORM_HEADERS } from '../../support/form.js';
import { ADAPTERS, useRoutes } from '../../support/application.js';

let calls = 0;

@RestController('v1', '/files')
class FilesController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  take({ body }: RestRequest, file?: UploadedFile) {
    calls++;
    return { body, file: file?.name ?? null };
  }
}

const FILE = 'form-data; name="file"; filename="a.txt"';
const PLAIN = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n`;
const END = `--${BOUNDARY}--\r\n`;
const part = (disposition: string, ...headers: readonly string[]) =>
  `--${BOUNDARY}\r\n${[`Content-Disposition: ${disposition}`, ...headers].join('\r\n')}\r\n\r\nx\r\n${END}`;

describe.each(ADAPTERS)('forms that two parsers could read in two ways, on %s', (adapter) => {
  const app = useRoutes([FilesController], {
    adapter,
    rest: { uploads: { maxFieldsSize: '10 KiB', maxFileSize: '64 KiB' } },
  });
  const send = async (body: string, type: string = FORM_HEADERS['content-type']) => {
    const before = calls;
    const headers = { 'content-type': type };
    const { status, body: json } = await app.fetch('POST', '/api/acme/v1/files', { headers, body });
    return { status, json, isCalled: calls > before };
  };
  const rejected = (reason: string) => ({
    status: 400,
    isCalled: false,
    json: {
      code: 'rest_invalid_body',
      message: expect.stringContaining(reason) as string,
      data: { status: 400 },
    },
  });

  test('A form that states something twice is a 400: a header or a parameter of a part, the name of a part in two encodings, the boundary, the Content-Type', async () => {
    for (const [body, reason] of [
      [part('form-data; name="a"; name="b"'), 'a parameter twice: name'],
      [part('form-data; name="a"; NAME="a"'), 'a parameter twice: name'],
      [part('form-data; name=a; name="b"'), 'a parameter twice: name'],
      [part(`${FILE}; filename="b.php"`), 'a parameter twice: filename'],
      [part(`${FILE}; FileName=`), 'a parameter twice: filename'],
      [part(`${FILE}; x=1; X=2`), 'a parameter twice: x'],
      [part(`${FILE}; filename*=utf-8''b.php`), 'a name in two ways: filename*'],
      [part(`${FILE}; filename*=utf-8''a.txt; filename*0=b`), 'a name in two ways'],
      [part(`${FILE}; filename*=iso-8859-1''a.txt`), 'a name in two ways'],
      [part(`${FILE}; filename*=utf-8''%ff`), 'a name in two ways'],
      [part(`form-data; name="file"; filename*=utf-8''a.txt`), 'a name in two ways'],
      [part(`form-data; name="file"; filename*0="a"; filename*1=".txt"`), 'a name in two ways'],
      [part(`form-data; name="a"; name*=utf-8''b`), 'a name in two ways: name*'],
      [part('form-data; name="a"; filename ="b"'), 'a malformed Content-Disposition'],
      [part(FILE, `Content-Disposition: ${FILE}`), 'a header twice: content-disposition'],
      [part(FILE, `CONTENT-DISPOSITION: ${FILE}`), 'a header twice: content-disposition'],
      [part(FILE, 'Content-Type: text/plain', 'content-type: text/html'), 'a header twice'],
      [part(FILE, 'Content-Type: text/plain; charset=utf-8; CHARSET=utf-16'), 'a parameter twice'],
      [part('form-data; name="a"', 'X: 1', 'x: 2'), 'a header twice: x'],
    ] as const) {
      expect([body, await send(body)]).toMatchObject([body, rejected(reason)]);
    }
    for (const [parameters, reason] of [
      [`boundary=${BOUNDARY}; boundary=y`, 'a parameter twice: boundary'],
      [`boundary=y; Boundary="${BOUNDARY}"`, 'a parameter twice: boundary'],
      [`boundary=${BOUNDARY}; boundary=${BOUNDARY}`, 'a parameter twice: boundary'],
      [`boundary=${BOUNDARY}; charset=utf-8; charset=utf-8`, 'a parameter twice: charset'],
      [`boundary=${BOUNDARY}; boundary*=utf-8''y`, 'no valid boundary'],
      [`boundary*0=${BOUNDARY}`, 'no valid boundary'],
      [`x="; boundary=${BOUNDARY}"`, 'no valid boundary'],
      [`boundary=${BOUNDARY} y`, 'no valid boundary'],
      [`boundary=${BOUNDARY}, multipart/form-data; boundary=y`, 'no valid boundary'],
    ] as const) {
      const outcome = await send(PLAIN + END, `multipart/form-data; ${parameters}`);
      expect([parameters, outcome]).toMatchObject([parameters, rejected(reason)]);
    }
    const types = ['y', BOUNDARY].map((value) => `multipart/form-data; boundary=${value}`);
    for (const lines of [
      types,
      types.toReversed(),
      [types[1], 'application/json'],
      [types[1], types[1]],
    ]) {
      const response = await app.fetch('POST', '/api/acme/v1/files', {
        headers: { 'content-type': lines as string[] },
        body: PLAIN + END,
      });
      expect([lines, response.status]).toEqual([lines, 400]);
    }
  });

  test('A part that is itself a form, or that is encoded, is a 400, as a field and as a file', async () => {
    for (const disposition of [
      FILE,
      'form-data; name="a"',
      'form-data; name="file"; filename=""',
    ]) {
      for (const type of ['multipart/mixed; boundary=y', 'Multipart/Form-Data', ' multipart/x']) {
        const body = part(disposition, `Content-Type:${type}`);
        expect([body, await send(body)]).toMatchObject([body, rejected('another form in it')]);
      }
      for (const encoding of ['base64', 'Quoted-Printable', 'x-gzip', '']) {
        const body = part(disposition, `Content-Transfer-Encoding: ${encoding}`);
        expect([body, await send(body)]).toMatchObject([body, rejected('an encoded part')]);
      }
    }
  });

  test('bytes before the first and after the last boundary of a form count against maxFieldsSize, and must not contain a boundary', async () => {
    for (const size of [100, 9000]) {
      const text = 'y'.repeat(size);
      for (const body of [`${text}\r\n${PLAIN}${END}`, `${PLAIN}${END}${text}`]) {
        expect(await send(body)).toMatchObject({ status: 200, json: { body: { a: 'x' } } });
      }
    }
    const text = 'y'.repeat(11_000);
    for (const body of [
      `${text}\r\n${PLAIN}${END}`,
      `${PLAIN}${END}${text}`,
      `${text.slice(0, 6000)}\r\n${PLAIN}${END}${text.slice(0, 6000)}`,
    ]) {
      expect(await send(body)).toMatchObject({ status: 413, isCalled: false });
    }
    for (const after of [PLAIN + END, END, `y\r\n${PLAIN}${END}`, `\n--${BOUNDARY}\n`]) {
      const body = PLAIN + END + after;
      expect([after, await send(body)]).toMatchObject([
        after,
        rejected('a boundary after the last one'),
      ]);
    }
    const lines = [`y\r\n`, ' '.repeat(200), `\r\r\n`, `-\r\n`];
    for (const line of lines) {
      const body = PLAIN + END.trimEnd() + line;
      expect([line, await send(body)]).toMatchObject([
        line,
        rejected('a line with more than a boundary'),
      ]);
    }
    const empty = PLAIN.slice(0, -'x\r\n'.length);
    expect(await send(`${empty}${PLAIN}${END}`)).toMatchObject(
      rejected('a content that begins with its boundary'),
    );
    for (const line of ['', ' \t', '\r\n', '\n', ' \r\n\r\n']) {
      expect(await send(PLAIN + END.trimEnd() + line)).toMatchObject({ status: 200 });
    }
  });

  test('an endless epilogue is a 413 as soon as it exceeds maxFieldsSize', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const head = [
      'POST /api/acme/v1/files HTTP/1.1',
      'Host: x',
      `Content-Type: ${FORM_HEADERS['content-type']}`,
      'Transfer-Encoding: chunked',
    ].join('\r\n');
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    socket.write(`${head}\r\n\r\n${chunk(PLAIN + END)}${chunk('y'.repeat(11_000))}`);
    const [data] = (await once(socket, 'data')) as [Buffer];
    expect(data.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  test('variants that real clients send are accepted: a repeated name of .NET, an empty parameter, a quoted boundary', async () => {
    const words = `=?utf-8?B?${Buffer.from('ü.txt').toString('base64')}?=`;
    for (const [disposition, file] of [
      [`form-data; name=file; filename=a.txt; filename*=utf-8''a.txt`, 'a.txt'],
      [`form-data; name=file; filename="${words}"; filename*=utf-8''%C3%BC.txt`, 'ü.txt'],
      [`form-data; name="file"; filename="ü \\"1\\".txt";`, 'ü "1".txt'],
      [`Form-Data;name="file";filename="C:\\a\\b.txt"`, 'b.txt'],
    ] as const) {
      expect(await send(part(disposition))).toMatchObject({ status: 200, json: { file } });
    }
    for (const parameters of [
      `boundary="${BOUNDARY}"`,
      `boundary=${BOUNDARY};`,
      `a=";"; boundary=${BOUNDARY}`,
    ]) {
      const outcome = await send(PLAIN + END, `multipart/form-data;${parameters}`);
      expect(outcome).toMatchObject({ status: 200, json: { body: { a: 'x' } } });
    }
  });
});
