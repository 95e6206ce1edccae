// Hostile uploads against an application in a process of its own: npm run test:extra -- uploads. Prints figures, and
// fails where a file, a descriptor or memory is left, or a form is not rejected.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOUNDARY, END, exchange, filePart, headOf, startServer } from './child.mjs';

const MIB = 2 ** 20;
const GIB = 2 ** 30;
const ABORTS = 1000;
const chosen = process.env['ADAPTER'];

for (const adapter of ['express', 'fastify'].filter(
  (one) => chosen === undefined || one === chosen,
)) {
  const folder = mkdtempSync(join(tmpdir(), 'rest-uploads-'));
  const server = await startServer(adapter, folder);
  console.log(`\n${adapter}`);
  try {
    await warmUp(server);
    for (const connection of ['close', 'keep-alive']) {
      await largeUpload(server, folder, { path: '', expected: 413, connection });
      await largeUpload(server, folder, { path: '/closed', expected: 401, connection });
    }
    await aborts(server, folder);
    for (const attack of ATTACKS()) await linear(server, attack);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function warmUp({ port }) {
  for (let at = 0; at < 20; at++) {
    const { status } = await exchange(port, headOf('', filePart().length + 3 * MIB + END.length), [
      filePart(),
      Buffer.alloc(3 * MIB),
      END,
    ]);
    assert.equal(status, 200);
  }
}

/** 1 GiB to a limit of 10 MiB, or without the permission. */
async function largeUpload(server, folder, { path, expected, connection }) {
  const chunk = Buffer.alloc(MIB);
  const before = await server.ask('settle');
  const started = performance.now();
  const head = headOf(path, filePart().length + GIB + END.length, BOUNDARY, connection);
  const { status, sent } = await exchange(server.port, head, [
    filePart(),
    ...Array(1024).fill(chunk),
    END,
  ]);
  const after = await server.ask();
  const growth = (after.peak - before.rss) / MIB;
  console.log(
    `  1 GiB to ${path || 'a limit of 10 MiB'} (${connection}): ${status}, ${(sent / MIB).toFixed(0)} MiB sent in ${(performance.now() - started).toFixed(0)} ms, memory +${growth.toFixed(1)} MiB at its peak`,
  );
  assert.equal(status, expected);
  assert.ok(growth < 50, `memory grew by ${growth} MiB`);
  assert.deepEqual(readdirSync(folder), []);
}

/** Clients that leave in the middle of a file, a few at a time. */
async function aborts(server, folder) {
  const before = await server.ask('settle');
  let most = 0;
  for (let at = 0; at < ABORTS; at += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, one) => abort(server.port, at + one)));
    most = Math.max(most, (await server.ask()).removed);
  }
  let after = await server.ask('settle');
  for (let tries = 0; tries < 300 && after.descriptors > before.descriptors; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    after = await server.ask('settle');
  }
  console.log(
    `  ${ABORTS} aborted uploads: descriptors ${before.descriptors} → ${after.descriptors}, of temporary files ${after.removed} (seen meanwhile: ${most}), files left ${readdirSync(folder).length}, buffers ${(before.buffers / MIB).toFixed(1)} → ${(after.buffers / MIB).toFixed(1)} MiB`,
  );
  assert.ok(most > 0, 'no temporary file was ever open');
  assert.equal(after.removed, 0);
  assert.ok(after.descriptors <= before.descriptors);
  assert.deepEqual(readdirSync(folder), []);
}

async function abort(port, seed) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(headOf('', 8 * MIB));
  socket.write(filePart());
  // Some within the head, some in memory, some on disk.
  socket.write(Buffer.alloc(1 + ((seed * 7919) % (3 * MIB))));
  await Promise.race([once(socket, 'drain'), new Promise((resolve) => setTimeout(resolve, 50))]);
  socket.destroy();
  await once(socket, 'close');
}

/** What grows, twice as large each time: the time must grow no faster. */
function ATTACKS() {
  const field = (at, head = '') =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f${at}"${head}\r\n\r\n\r\n`;
  return [
    {
      name: 'parts',
      sizes: [25_000, 50_000, 100_000],
      make: (count) => [Array.from({ length: count }, (_, at) => field(at)).join(''), END],
      expected: 400,
    },
    {
      name: 'empty files',
      sizes: [25_000, 50_000, 100_000],
      make: (count) => [
        Array.from({ length: count }, (_, at) => field(at, '; filename=""')).join(''),
        END,
      ],
      expected: 400,
    },
    {
      name: 'bytes of a header',
      sizes: [2 ** 18, 2 ** 19, 2 ** 20],
      make: (bytes) => [field(0, `\r\nX: ${'y'.repeat(bytes)}`), END],
      expected: 400,
    },
    {
      name: 'bytes of near boundaries',
      sizes: [2 ** 21, 2 ** 22, 2 ** 23],
      make: (bytes) => [filePart(), `\r\n--${BOUNDARY.slice(0, -1)}`.repeat(bytes / 15), END],
      expected: 200,
    },
    {
      name: 'bytes of a periodic boundary',
      boundary: '-'.repeat(70),
      sizes: [2 ** 21, 2 ** 22, 2 ** 23],
      make: (bytes) => [
        filePart().replace(BOUNDARY, '-'.repeat(70)),
        '\r\n--'.repeat(1000) +
          '-'
            .repeat(60)
            .concat('x')
            .repeat(bytes / 61),
        END.replace(BOUNDARY, '-'.repeat(70)),
      ],
      expected: 200,
    },
    {
      name: 'nested forms',
      sizes: [1000, 2000, 4000],
      make: (depth) => [
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n`.repeat(
          depth,
        ),
        END,
      ],
      expected: 400,
    },
    {
      name: 'bytes, one in each chunk',
      sizes: [2 ** 14, 2 ** 15, 2 ** 16],
      isChunked: true,
      make: (bytes) => `${filePart()}${'x'.repeat(bytes)}${END}`.split(''),
      expected: 200,
    },
    {
      name: 'boundary characters',
      boundary: 'b'.repeat(10_000),
      sizes: [1],
      make: () => [''],
      expected: 400,
    },
  ];
}

async function linear(
  server,
  { name, sizes, make, expected, boundary = BOUNDARY, isChunked = false },
) {
  const figures = [];
  for (const size of sizes) {
    const chunks = make(size);
    const body = chunks.join('');
    const sent = isChunked
      ? [
          chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join(''),
          '0\r\n\r\n',
        ]
      : [body];
    const head = headOf('', isChunked ? undefined : Buffer.byteLength(body), boundary);
    let best = Infinity;
    for (let tries = 0; tries < 3; tries++) {
      const before = await server.ask('settle');
      const { status } = await exchange(server.port, head, sent);
      const after = await server.ask();
      assert.equal(status, expected, `${name} ${size}`);
      best = Math.min(best, (after.cpu - before.cpu) / 1000);
    }
    figures.push(`${size}: ${best.toFixed(1)} ms`);
  }
  console.log(`  ${name}: ${figures.join(', ')} of processor time`);
}
