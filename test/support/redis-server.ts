import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { until } from './until.js';

/** Whether tests can start a Redis of their own. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis that a test may kill and start again, on 127.0.0.1 and a free port. */
export class RedisServer {
  #process: ChildProcess | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), 'rest-routes-redis-'));

  private constructor(readonly port: number) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = [
      '--port',
      String(this.port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--dir',
      this.#folder,
    ];
    const server = spawn('redis-server', options, { stdio: 'ignore' });
    this.#process = server;
    // It must not outlive the tests where one of them fails, or ends, before it stops the server.
    process.once('exit', () => server.kill('SIGKILL'));
    await until(async () => server.exitCode !== null || (await accepts(this.port)));
    if (server.exitCode === null) return;
    await this.stop();
    throw new Error(`redis-server does not accept connections on port ${this.port}.`);
  }

  /** Deletes all keys. */
  async empty(): Promise<void> {
    const socket = connect(this.port, '127.0.0.1');
    socket.write('FLUSHALL\r\n');
    const [reply] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    if (!reply.toString().startsWith('+OK')) throw new Error(`FLUSHALL: ${reply.toString()}`);
  }

  async kill(): Promise<void> {
    const running = this.#process;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const exit = once(running, 'exit');
    running.kill('SIGKILL');
    await exit;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
