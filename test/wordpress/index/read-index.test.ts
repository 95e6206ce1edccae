import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { parseHeaders } from '../../../lib/wordpress/index-location.js';
import { readIndex } from '../../../lib/wordpress/read-index.js';
import { useServers } from '../support/source-server.js';

const INDEX = '{"namespace":"shop/v1","routes":{}}';
const MEBIBYTE = 1024 * 1024;
const SECRET = 'Basic c2VjcmV0OnNlY3JldA==';

const serve = useServers();
const folder = mkdtempSync(join(tmpdir(), 'rest-routes-index-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.useRealTimers();
});

const text =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('from a file', () => {
  test('an index is read, also with a byte order mark', async () => {
    const path = write('index.json', `\uFEFF${INDEX}`);
    expect(await readIndex(path)).toMatchObject({ source: path, root: undefined });
  });

  test('a file that is missing, no file or no JSON is an error that names it', async () => {
    await expect(readIndex(join(folder, 'none'))).rejects.toThrow(
      'none cannot be read: there is no such file.',
    );
    await expect(readIndex(folder)).rejects.toThrow('cannot be read: reading failed with EISDIR.');
    await expect(readIndex(write('a.html', '<html>secret'))).rejects.toThrow(
      /a\.html is not an index of a REST API: it is not JSON\.(?!.*secret)/,
    );
  });

  test('a file of more than 20 MiB is not read', async () => {
    const path = write('large.json', Buffer.alloc(21 * MEBIBYTE, ' '));
    await expect(readIndex(path)).rejects.toThrow('larger than 20 MiB');
  });
});

describe('from a URL', () => {
  test('an index is read, also compressed, with the headers that the user states', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const url = await serve((request, response) => {
      seen.push(request.headers);
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(INDEX));
    });
    const headers = parseHeaders([`Authorization: ${SECRET}`, 'X-Site:  a:b ']);
    const index = await readIndex(`${url}/wp-json/shop/v1`, { headers });
    expect(index).toMatchObject({ source: `${url}/wp-json/shop/v1`, root: `${url}/wp-json` });
    expect(seen).toMatchObject([{ authorization: SECRET, 'x-site': 'a:b' }]);
  });

  test('the user and the password of a URL become a header, and no message shows them', async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(403).end();
    });
    const source = url.replace('//', '//me:secr%C3%A9t@');
    const message = await messageOf(readIndex(`${source}/wp-json/?key=secret#secret`));
    expect(seen).toEqual([`Basic ${Buffer.from('me:secrét').toString('base64')}`]);
    expect(message).toContain(`${url}/wp-json/?… cannot be read: it responds with status 403.`);
    expect(message).not.toMatch(/secr|me:/);
  });

  test('an endless response is not read beyond 20 MiB', async () => {
    let isClosed: () => void = () => {};
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve;
    });
    const url = await serve((_, response) => {
      response.on('close', isClosed);
      writeForever(response);
    });
    await expect(readIndex(url)).rejects.toThrow('larger than 20 MiB');
    await closed;
  });

  test('a small response that decompresses to more than 20 MiB is not read', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MEBIBYTE, ' '));
    const url = await serve(text(bomb, 200, { 'content-encoding': 'gzip' }));
    await expect(readIndex(url)).rejects.toThrow('larger than 20 MiB');
  });

  test('progress is reported with the size', async () => {
    const url = await serve(text(Buffer.alloc(2 * MEBIBYTE, ' ')));
    const reports: string[] = [];
    await messageOf(readIndex(url, { report: (line) => reports.push(line) }));
    expect(reports.at(-1)).toBe(`Reading ${url}/: 2.0 MiB`);
  });

  test.each(['before the headers', 'within the body'])(
    'a server that stops %s is given up after the time limit',
    async (when) => {
      let arrived: () => void = () => {};
      const request = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const url = await serve((_, response) => {
        if (when === 'within the body') response.write('{');
        arrived();
      });
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const reading = messageOf(readIndex(url, { timeout: 5000 }));
      await request;
      vi.advanceTimersByTime(5000);
      expect(await reading).toBe(
        `${url}/ cannot be read: the response was not complete after 5 s; --timeout sets another limit.`,
      );
    },
  );

  test('a redirect on the same host is followed, and loops end', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/') response.writeHead(301, { location: '/wp-json/' }).end('moved');
      else if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end();
      else response.end(INDEX);
    });
    expect(await readIndex(url)).toMatchObject({ source: `${url}/wp-json/` });
    await expect(readIndex(`${url}/loop`)).rejects.toThrow('redirects more than 5 times');
  });

  test.each([
    ['another port', (other: string) => `${other}/x?secret=1`],
    ['another host', () => 'https://example.com/x?secret=1'],
    ['a URL with a password', (_: string, own: string) => own.replace('//', '//a:secret@')],
    ['no URL', () => 'http://[secret'],
  ])('a redirect to %s is not followed', async (_, target) => {
    const requests: unknown[] = [];
    const other = await serve((request, response) => {
      requests.push(request.headers);
      response.end(INDEX);
    });
    const own: string = await serve((_request, response) =>
      response.writeHead(302, { location: target(other, own) }).end(),
    );
    const headers = parseHeaders([`Authorization: ${SECRET}`]);
    const message = await messageOf(readIndex(own, { headers }));
    expect(message).toMatch(/redirects to (?:another host|an invalid URL)/);
    expect(message).not.toContain('secret');
    expect(requests).toEqual([]);
  });

  test('an HTML page, an error and a closed port say what happened, and quote nothing', async () => {
    const page = await serve(text(`<html>${SECRET}</html>`));
    const message = await messageOf(readIndex(page));
    expect(message).toContain('it is not JSON. The index of a WordPress site is at /wp-json/.');
    expect(message).not.toContain(SECRET);
    const missing = await serve(text(SECRET, 404, { 'x-secret': SECRET }));
    expect(await messageOf(readIndex(missing))).toBe(
      `${missing}/ cannot be read: it responds with status 404. The index of a WordPress site is at /wp-json/.`,
    );
    await expect(readIndex('http://127.0.0.1:1/')).rejects.toThrow(
      /cannot be read: the connection failed/,
    );
    await expect(readIndex('ftp://a:secret@example.com/')).rejects.toThrow(
      /^(?!.*secret).*http:\/\/ or https:/,
    );
  });
});

test.each([
  'Authorization',
  'Authorization Basic secret',
  ': secret',
  'A b: secret',
  'A: sec\nret',
  'A: ',
])('the header %j is rejected without being shown', (line) => {
  const read = () => parseHeaders(['A: b', line]);
  expect(read).toThrow("--header number 2 is not of the form 'Name: value'");
  expect(read).not.toThrow(/secret|Basic secret/);
});

function writeForever(response: ServerResponse): void {
  const chunk = Buffer.alloc(MEBIBYTE, ' ');
  const write = (): void => {
    while (!response.destroyed && response.write(chunk));
    response.once('drain', write);
  };
  write();
}

async function messageOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'nothing was thrown';
  } catch (error) {
    return String((error as Error).message);
  }
}
