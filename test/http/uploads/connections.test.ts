import {
  Capability,
  HttpMethod,
  Param,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { loudly } from '../../support/skip-loudly.js';
import { BOUNDARY, endOf, form, headOf } from './form.js';

const folder = mkdtempSync(join(tmpdir(), 'rest-uploads-'));
afterAll(() => rmSync(folder, { recursive: true }));

@RestController('v1', '/files')
class FilesController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  take(@Param({ name: 'file', type: UploadedFile }) file: UploadedFile) {
    return { size: file.size };
  }
  @RestRoute('/closed', HttpMethod.Post, new Capability('upload'))
  closed(@Param({ name: 'file', type: UploadedFile }) file: UploadedFile) {
    return { size: file.size };
  }
}

const FILE = headOf({ name: 'file', filename: 'a.bin' });

function head(path: string, length: number, ...more: readonly string[]): string {
  const lines = [
    `POST /api/acme/v1/files${path} HTTP/1.1`,
    'Host: x',
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${length}`,
    ...more,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** What was received up to a text. */
async function until(socket: Socket, text: string): Promise<string> {
  let received = '';
  while (!received.includes(text)) {
    const [data] = (await once(socket, 'data')) as [Buffer];
    received += data.toString();
  }
  return received;
}

async function open(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** The descriptors of this process that belong to temporary files of uploads. */
function openFiles(): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
    } catch {
      return false; // the descriptor of the listing itself is closed by now
    }
  }).length;
}

describe.each(ADAPTERS)('connections of uploads on %s', (adapter) => {
  const uploads = { maxFileSize: '1 MiB', memoryLimit: 1024, folder } as const;
  const app = useRoutes([FilesController], { adapter, rest: { uploads } });

  test('a client that waits is told to send only a form that will be read', async () => {
    const { body } = form({ name: 'file', filename: 'a.bin', content: 'x' });
    const reading = await open(app.url);
    reading.write(head('', body.length, 'Expect: 100-continue'));
    expect(await until(reading, '\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    reading.write(body);
    expect(await until(reading, '"size":1')).toMatch(/^HTTP\/1\.1 200 /);
    reading.destroy();
    for (const [path, length, status] of [
      ['/closed', body.length, 401],
      ['', 2 ** 40, 413],
      ['/nothing/here', body.length, 404],
    ] as const) {
      const rejected = await open(app.url);
      rejected.write(head(path, length, 'Expect: 100-continue'));
      expect(await until(rejected, '"status"')).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      rejected.destroy();
    }
  });

  test('a client that waits with JSON is told to send it', async () => {
    const socket = await open(app.url);
    const type = 'Content-Type: application/json';
    socket.write(head('', 2, 'Expect: 100-continue').replace(/Content-Type: [^\r]*/, type));
    expect(await until(socket, '\r\n\r\n')).toContain('100 Continue');
    socket.write('{}');
    expect(await until(socket, '"status"')).toContain('rest_missing_callback_param');
    socket.destroy();
  });

  test('the response arrives while a client is still sending, and the connection can be used again', async () => {
    for (const [path, status, sent] of [
      ['/closed', 401, 1],
      ['', 413, 2 ** 20 + 1000],
    ] as const) {
      const socket = await open(app.url);
      const rest = 2 ** 20;
      socket.write(head(path, FILE.length + sent + rest + endOf().length + 2));
      socket.write(FILE);
      socket.write(Buffer.alloc(sent));
      expect(await until(socket, '"status"')).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      socket.write(Buffer.alloc(rest));
      socket.write(`\r\n${endOf()}`);
      const { body } = form({ name: 'file', filename: 'a.bin', content: 'abc' });
      socket.write(head('', body.length));
      socket.write(body);
      expect(await until(socket, '"size"')).toContain('{"size":3}');
      socket.destroy();
    }
  });

  test.skipIf(loudly(process.platform !== 'linux', 'counting descriptors', '/proc is of Linux'))(
    'uploads that their clients abort leave no file and no descriptor',
    async () => {
      for (let at = 0; at < 10; at++) {
        const socket = await open(app.url);
        socket.write(head('', 2 ** 20));
        socket.write(FILE);
        socket.write(Buffer.alloc(100_000));
        await expect.poll(openFiles).toBe(1);
        expect(readdirSync(folder)).toEqual([]);
        socket.destroy();
        await expect.poll(openFiles).toBe(0);
      }
    },
  );
});
