import { once } from 'node:events';
import { connect } from 'node:net';

/** A request as an attacker writes it: nothing is normalised, encoded or checked. */
export interface RawRequest {
  readonly method: string;
  /** Bytes above 127 are written as Latin-1. */
  readonly target: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** Sends one request over a socket of its own. */
export async function sendRaw(
  port: number,
  { method, target, headers = [], body = '' }: RawRequest,
): Promise<{ readonly status: number; readonly text: string }> {
  const socket = connect(port, '127.0.0.1');
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...headers,
  ];
  if (body !== '') lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  socket.end(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server may reset the connection of a request that it rejects.
  socket.on('error', () => socket.destroy());
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString('latin1');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text };
}
