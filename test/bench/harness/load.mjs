import { once } from 'node:events';
import { connect } from 'node:net';

const CONNECTIONS = 32;
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Sends exactly `count` requests on connections that stay open, each with one request at a time. It costs far
 * less than the server, which is therefore never idle, and needs no program that is installed.
 */
export async function send(target, { method = 'GET', headers = {}, body = '', status }, count) {
  const { host, hostname, port, pathname, search } = new URL(target);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  if (body !== '') lines.push(`content-length: ${Buffer.byteLength(body)}`);
  const request = Buffer.from(
    `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
  );
  const expected = new Set([status].flat().map((one) => `HTTP/1.1 ${one} `));
  let left = count;
  const one = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let missing = 0;
    const next = () => (left-- > 0 ? socket.write(request) : socket.end());
    socket.on('connect', next).on('data', (chunk) => {
      if (missing === 0) {
        if (!expected.has(chunk.latin1Slice(0, 'HTTP/1.1 200 '.length)))
          return socket.destroy(new Error(`${target}: ${chunk.latin1Slice(0, 200)}`));
        missing = lengthOf(chunk, target);
      }
      missing -= chunk.length;
      if (missing === 0) next();
    });
    await once(socket, 'close');
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
}

/**
 * Microseconds of the server's CPU time for a request, of `count` requests. The server reads it itself. CPU time
 * hardly depends on what else the machine does.
 */
export async function measure(server, work, count) {
  const before = await server.inspect('cpu');
  await send(server.target(work), work, count);
  return ((await server.inspect('cpu')) - before) / count;
}

/** The bytes of a response, by its first chunk. */
function lengthOf(chunk, target) {
  const end = chunk.indexOf(HEAD_END);
  const head = chunk.latin1Slice(0, end);
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (end < 0 || length === undefined) throw new Error(`${target}: no content-length in ${head}`);
  return end + HEAD_END.length + Number(length);
}
