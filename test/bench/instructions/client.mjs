import { connect } from 'node:net';

/** Sends requests one after another over one connection, in the process of the server, and ends it. */
export function sendCounted(
  url,
  { method = 'GET', path, headers = {}, body = '', requests, status },
) {
  const lines = Object.entries({ host: 'x', ...headers, 'content-length': body.length })
    .filter(([name]) => body !== '' || name !== 'content-length')
    .map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(request));
  let left = requests;
  let missing = 0;
  socket.on('data', (data) => {
    missing = missing === 0 ? afterHead(data, status) : missing - data.length;
    if (missing > 0) return;
    if (--left === 0) process.exit(0);
    socket.write(request);
  });
}

/** Checks the status, and returns how many bytes of the body are missing. */
function afterHead(data, status) {
  const end = data.indexOf('\r\n\r\n') + 4;
  const head = data.toString('latin1', 0, end);
  if (!head.startsWith(`HTTP/1.1 ${status}`)) throw new Error(`${status} was expected: ${head}`);
  return Number(/content-length: (\d+)/i.exec(head)[1]) - (data.length - end);
}
