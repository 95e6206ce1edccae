import { connect, type Socket } from 'node:net';
import type { Outcome, Sent } from './sent.js';

/** Sends requests of a group at once. */
export interface Client {
  send(requests: readonly Sent[]): Promise<readonly Outcome[]>;
  close(): void;
}

/** Resolves when the server does no more for a request of which no more comes, or waits in its handler. */
export type Begun = (request: Sent) => Promise<void>;

const CRLF = '\r\n';
/** In milliseconds. */
const TURN = 50;

/**
 * A client of HTTP/1.1 that sends bytes as they are written, and reads responses itself: Node's client rejects what
 * hostile clients send.
 */
export class Http1Client implements Client {
  #socket: Socket | undefined;
  #received = Buffer.alloc(0);
  #isEnded = false;
  #wake: () => void = () => undefined;

  constructor(
    private readonly port: number,
    private readonly limit: number,
    private readonly begun: Begun,
  ) {}

  /** Sends requests at once, and reads their responses in their order. */
  async send(requests: readonly Sent[]): Promise<readonly Outcome[]> {
    const socket = await this.#connection();
    socket.write(Buffer.concat(requests.map((one) => bytesOf(one))));
    const outcomes: Outcome[] = [];
    for (const one of requests) {
      if (one.abort === undefined) {
        outcomes.push(await this.#read(one.method));
        continue;
      }
      // Those before it have their responses: Node never ends one that waits for its turn on a lost connection.
      await this.begun(one);
      this.close();
      outcomes.push({ failure: 'aborted' });
      return outcomes;
    }
    if (this.#received.length > 0)
      outcomes.push({ failure: `more: ${this.#received.toString('latin1')}` });
    if (this.#received.length > 0 || this.#isEnded) this.close();
    return outcomes;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  async #connection(): Promise<Socket> {
    if (this.#socket !== undefined && !this.#isEnded && !this.#socket.destroyed)
      return this.#socket;
    this.#received = Buffer.alloc(0);
    this.#isEnded = false;
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#wake();
    });
    const end = (): void => {
      if (this.#socket !== socket) return;
      this.#isEnded = true;
      this.#wake();
    };
    socket.on('end', end).on('close', end).on('error', end);
    await new Promise<void>((resolve) => {
      socket.once('connect', resolve).once('close', () => resolve());
    });
    return socket;
  }

  async #read(method: string): Promise<Outcome> {
    let waited = 0;
    // A machine may stop a process for a while, which then counts as one turn.
    const watch = setInterval(() => {
      waited += TURN;
      if (waited >= this.limit) this.#wake();
    }, TURN);
    try {
      for (;;) {
        const parsed = parse(this.#received, method, this.#isEnded);
        if (parsed !== undefined) {
          this.#received = this.#received.subarray(parsed.length);
          if ('failure' in parsed.outcome || parsed.outcome.status >= 200) return parsed.outcome;
          continue;
        }
        const isLate = waited >= this.limit;
        if (this.#isEnded || isLate) {
          this.#isEnded = true;
          // The other lines have the time.
          const [rest = ''] = this.#received.toString('latin1').split(CRLF, 1);
          this.#received = Buffer.alloc(0);
          return { failure: `${isLate ? 'no response' : 'the connection ended'}: ${rest}` };
        }
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      clearInterval(watch);
    }
  }
}

function bytesOf({ method, path, headers, body, chunks, abort }: Sent): Buffer {
  const length = body?.length ?? 0;
  const stated: [string, string][] = [['Host', 'example.test']];
  const has = (name: string): boolean => headers.some(([one]) => one.toLowerCase() === name);
  if (body !== undefined && !has('content-length') && !has('transfer-encoding'))
    stated.push(
      chunks === undefined ? ['Content-Length', String(length)] : ['Transfer-Encoding', 'chunked'],
    );
  const head = [...stated.filter(([name]) => !has(name.toLowerCase())), ...headers];
  const lines = [`${method} ${path} HTTP/1.1`, ...head.map(([name, value]) => `${name}: ${value}`)];
  const text = Buffer.from(`${lines.join(CRLF)}${CRLF}${CRLF}`, 'latin1');
  if (body === undefined) return text;
  const framed = chunks === undefined ? body : chunked(body, chunks);
  return Buffer.concat([text, abort === 'body' ? framed.subarray(0, framed.length >> 1) : framed]);
}

function chunked(body: Buffer, sizes: readonly number[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (let index = 0; at < body.length; index++) {
    const size = Math.max(1, sizes[Math.min(index, sizes.length - 1)] ?? body.length);
    const chunk = body.subarray(at, at + size);
    parts.push(Buffer.from(`${chunk.length.toString(16)}${CRLF}`), chunk, Buffer.from(CRLF));
    at += chunk.length;
  }
  return Buffer.concat([...parts, Buffer.from(`0${CRLF}${CRLF}`)]);
}

interface Parsed {
  readonly outcome: Outcome;
  readonly length: number;
}

/** The first response within some bytes; `undefined` if more must come. */
function parse(bytes: Buffer, method: string, isEnded: boolean): Parsed | undefined {
  const end = bytes.indexOf(`${CRLF}${CRLF}`);
  if (end === -1) return undefined;
  const [line = '', ...fields] = bytes.toString('latin1', 0, end).split(CRLF);
  const [, status = '0', message = ''] = /^HTTP\/1\.1 (\d+) ?(.*)$/.exec(line) ?? [];
  const headers: Record<string, string[]> = {};
  for (const field of fields) {
    const colon = field.indexOf(':');
    (headers[field.slice(0, colon).toLowerCase()] ??= []).push(field.slice(colon + 1).trim());
  }
  const sorted = Object.fromEntries(
    Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  const head = { status: Number(status), message, headers: sorted };
  const from = end + 4;
  const isEmpty = method === 'HEAD' || head.status < 200 || [204, 304].includes(head.status);
  if (isEmpty) return { outcome: { ...head, body: Buffer.alloc(0) }, length: from };
  if (headers['transfer-encoding']?.includes('chunked') === true) {
    const whole = unchunked(bytes, from);
    return whole && { outcome: { ...head, body: whole.body }, length: whole.length };
  }
  const stated = headers['content-length']?.[0];
  if (stated === undefined) {
    if (!isEnded) return undefined;
    return { outcome: { ...head, body: Buffer.from(bytes.subarray(from)) }, length: bytes.length };
  }
  const length = from + Number(stated);
  if (bytes.length < length) return undefined;
  return { outcome: { ...head, body: Buffer.from(bytes.subarray(from, length)) }, length };
}

function unchunked(bytes: Buffer, from: number): { body: Buffer; length: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = from; ;) {
    const line = bytes.indexOf(CRLF, at);
    if (line === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const next = line + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), length: next };
    parts.push(Buffer.from(bytes.subarray(line + 2, line + 2 + size)));
    at = next;
  }
}
