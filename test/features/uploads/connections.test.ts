import {
  Capability,
  HttpMethod,
  PublicAccess,
  RestController,
  RestRoute,
  UploadedFile,
} from 'nestjs-rest-routes';
import { EventEmitter, once } from 'node:events';
import {
  createWriteStream,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  type WriteStream,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { ADAPTERS, useRoutes } from '../../support/application.js';
import { loudly } from '../../support/skip-loudly.js';
import { BOUNDARY, endOf, form, headOf } from '../../support/form.js';

const folder = mkdtempSync(join(tmpdir(), 'rest-uploads-'));
const copies = mkdtempSync(join(tmpdir(), 'rest-copies-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(copies, { recursive: true });
});

/** The ways to copy a file; what they copy to closes. */
const WAYS: Readonly<Record<string, (from: Readable, to: WriteStream) => Promise<unknown>>> = {
  'pipe that listens to errors': (from, to) =>
    new Promise((resolve, reject) => {
      from
        .pipe(to)
        .on('finish', () => resolve(undefined))
        .on('error', reject);
    }),
  'pipe that listens to nothing': (from, to) =>
    new Promise((resolve) => {
      from.pipe(to).on('close', () => resolve(undefined));
    }),
  pipeline: (from, to) => pipeline(from, to),
  'for await': async (from, to) => {
    try {
      for await (const chunk of from) to.write(chunk);
    } finally {
      to.end();
    }
  },
};

/** Says where a copy is: it waits until its client is gone. */
const steps = new EventEmitter();
let copy: {
  readonly way: string;
  readonly to: WriteStream;
  outcome?: Promise<unknown> | undefined;
};

@RestController('v1', '/files')
class FilesController {
  @RestRoute('', HttpMethod.Post, new PublicAccess())
  take(file: UploadedFile) {
    return { size: file.size };
  }
  @RestRoute('/copied', HttpMethod.Post, new PublicAccess())
  async copied(file: UploadedFile) {
    const stream = file.stream();
    steps.emit('begun');
    await once(steps, 'gone');
    copy.outcome = WAYS[copy.way]?.(stream, copy.to).catch((error: unknown) => error);
    await copy.outcome;
  }
  @RestRoute('/closed', HttpMethod.Post, new Capability('upload'))
  closed(file: UploadedFile) {
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

  test
    .skipIf(loudly(process.platform !== 'linux', 'counting descriptors', '/proc is of Linux'))
    .each(Object.keys(WAYS))(
    'a client that leaves while its file is copied ends no process and leaves nothing open (%s)',
    async (way) => {
      const to = createWriteStream(join(copies, `${adapter}-${way}`));
      const socket = await open(app.url);
      const begun = once(steps, 'begun');
      copy = { way, to };
      const content = 'x'.repeat(100_000);
      const { body } = form({ name: 'file', filename: 'a.bin', content });
      socket.write(head('/copied', body.length));
      socket.write(body);
      await begun;
      expect(openFiles()).toBe(1);
      socket.destroy();
      await expect.poll(openFiles).toBe(0);
      steps.emit('gone');
      await expect.poll(() => to.closed).toBe(true);
      const listens = way !== 'pipe that listens to nothing';
      expect((await copy.outcome) instanceof Error).toBe(listens);
    },
  );
});
