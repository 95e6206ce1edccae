import {
  connect,
  constants,
  type ClientHttp2Session,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2';
import type { Begun, Client } from './client.js';
import type { Outcome, Sent } from './sent.js';

/** They are of HTTP/1 only. */
const OF_HTTP1 = new Set(['connection', 'transfer-encoding', 'expect', 'host']);

/** A client of HTTP/2 without encryption, which sends the requests of a group side by side. */
export class Http2Client implements Client {
  readonly #session: ClientHttp2Session;

  constructor(
    port: number,
    private readonly limit: number,
    private readonly begun: Begun,
  ) {
    this.#session = connect(`http://127.0.0.1:${port}`);
    this.#session.on('error', () => undefined);
  }

  async send(requests: readonly Sent[]): Promise<readonly Outcome[]> {
    return Promise.all(requests.map((one) => this.#send(one)));
  }

  close(): void {
    this.#session.destroy();
  }

  async #send(sent: Sent): Promise<Outcome> {
    const { method, path, headers, body, abort } = sent;
    const stated: Record<string, string[]> = {};
    for (const [name, value] of headers) {
      const key = name.toLowerCase();
      if (!OF_HTTP1.has(key)) (stated[key] ??= []).push(value);
    }
    const all = { ':method': method, ':path': path, ':authority': 'example.test' };
    const endStream = body === undefined;
    const stream = this.#session.request({ ...all, ...singleOf(stated) }, { endStream });
    stream.on('error', () => undefined);
    if (abort === 'body') stream.write(body?.subarray(0, body.length >> 1));
    else if (body !== undefined) stream.end(body);
    if (abort !== undefined) {
      await this.begun(sent);
      stream.close(constants.NGHTTP2_CANCEL);
      return { failure: 'aborted' };
    }
    return new Promise((resolve) => {
      const chunks: Buffer[] = [];
      let received: IncomingHttpHeaders & IncomingHttpStatusHeader = {};
      const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), this.limit);
      stream.on('response', (head) => (received = head));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('close', () => {
        clearTimeout(timer);
        const { ':status': status, ...own } = received;
        if (status === undefined) resolve({ failure: `the stream ended: ${stream.rstCode}` });
        else resolve({ status, message: '', headers: listed(own), body: Buffer.concat(chunks) });
      });
    });
  }
}

function singleOf(headers: Readonly<Record<string, string[]>>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [
      name,
      values.length === 1 ? (values[0] ?? '') : values,
    ]),
  );
}

function listed(headers: IncomingHttpHeaders): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name, [value ?? []].flat()] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
