import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('./server.mjs', import.meta.url));
export const BOUNDARY = 'xXbOuNdArYXx';

/** Starts the application of `server.mjs`. */
export async function startServer(adapter, folder) {
  const child = fork(SERVER, [adapter, folder], { execArgv: ['--expose-gc'] });
  const [{ port }] = await once(child, 'message');
  return {
    port,
    async ask(question = 'state') {
      child.send(question);
      const [state] = await once(child, 'message');
      return state;
    },
    async stop() {
      child.send('stop');
      await once(child, 'exit');
    },
  };
}

/** The beginning of a request with a form; without a length it is chunked. */
export function headOf(path, length, boundary = BOUNDARY, connection = 'close') {
  const size = length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  return `POST /api/acme/v1/files${path} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\n${size}\r\n\r\n`;
}

export const filePart = (name = 'file') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`;
export const END = `\r\n--${BOUNDARY}--\r\n`;

/** Sends a head and chunks, each once the one before has been taken, and reads the whole response. */
export async function exchange(port, head, chunks) {
  const socket = connect(port, '127.0.0.1');
  const received = [];
  socket.on('data', (data) => received.push(data));
  let isOver = false;
  const closed = new Promise((resolve) => {
    socket.once('close', () => {
      isOver = true;
      resolve();
    });
  });
  socket.on('error', () => undefined);
  let sent = 0;
  socket.write(head);
  for (const chunk of chunks) {
    if (isOver) break;
    sent += chunk.length;
    if (!socket.write(chunk))
      await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  // A connection that is kept alive ends with the response.
  if (head.includes('keep-alive')) {
    while (!isOver && !Buffer.concat(received).includes('\r\n\r\n')) await once(socket, 'data');
    socket.destroy();
  }
  await closed;
  const text = Buffer.concat(received).toString();
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text, sent };
}
