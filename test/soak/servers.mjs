import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'rest-routes-soak-'));
  // The workers of nginx run as another user.
  chmodSync(folder, 0o755);
  return folder;
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function accepts(port) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const isOpen = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await pause(25);
  }
  throw new Error(`Nothing accepts connections on port ${port}.`);
}

function redisCli(port, ...args) {
  return new Promise((resolve, reject) => {
    execFile('redis-cli', ['-p', String(port), ...args], (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
}

const GARBAGE = `
local keys = redis.call('SCAN', 0, 'COUNT', 300)[2]
for at, key in ipairs(keys) do redis.call('SET', key, 'garbage ' .. at, 'PX', 60000) end
return #keys`;

/** One Redis, or the masters of a Cluster. */
export class RedisNodes {
  #nodes = [];
  #folder = temporaryFolder();

  static async start(kind) {
    const servers = new RedisNodes();
    const count = kind === 'cluster' ? 3 : 1;
    for (let node = 0; node < count; node++) await servers.#add(node, kind === 'cluster');
    if (kind === 'cluster') await servers.#join();
    return servers;
  }

  get urls() {
    return this.#nodes.map(({ port }) => `redis://127.0.0.1:${port}`);
  }

  /** Stops a node for some time, as a machine that swaps. */
  async pause(at, ms) {
    const { child } = this.#nodes[at % this.#nodes.length];
    child.kill('SIGSTOP');
    await pause(ms);
    child.kill('SIGCONT');
  }

  /** Kills a node and starts it again, empty. */
  async restart(at) {
    const node = this.#nodes[at % this.#nodes.length];
    await kill(node.child);
    await pause(300);
    node.child = this.#spawn(node);
    await accepts(node.port);
  }

  async empty() {
    for (const { port } of this.#nodes) await redisCli(port, 'flushall');
  }

  /** Overwrites entries and tokens with what is neither. */
  async spoil() {
    for (const { port } of this.#nodes) await redisCli(port, 'eval', GARBAGE, '0');
  }

  async stop() {
    for (const { child } of this.#nodes) await kill(child);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #add(at, isCluster) {
    const [port, bus] = [await freePort(), await freePort()];
    const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(bus)];
    const options = isCluster
      ? [
          ...cluster,
          '--cluster-config-file',
          `nodes-${at}.conf`,
          '--cluster-require-full-coverage',
          'no',
        ]
      : [];
    const node = { port, options };
    node.child = this.#spawn(node);
    this.#nodes.push(node);
    await accepts(port);
  }

  #spawn({ port, options }) {
    const base = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
    const child = spawn('redis-server', [...base, '--dir', this.#folder, ...options], {
      stdio: 'ignore',
    });
    process.once('exit', () => child.kill('SIGKILL'));
    return child;
  }

  async #join() {
    const nodes = this.#nodes.map(({ port }) => `127.0.0.1:${port}`);
    await new Promise((resolve, reject) => {
      const args = ['--cluster', 'create', ...nodes, '--cluster-replicas', '0', '--cluster-yes'];
      execFile('redis-cli', args, (error, stdout) =>
        error === null ? resolve() : reject(new Error(stdout)),
      );
    });
    for (const { port } of this.#nodes) {
      while (!(await redisCli(port, 'cluster', 'info')).includes('cluster_state:ok'))
        await pause(100);
    }
  }
}

export async function kill(child, signal = 'SIGKILL') {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

/** nginx in front of the ports of processes. */
export async function startNginx(ports) {
  const [folder, port] = [temporaryFolder(), await freePort()];
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`);
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    daemon off;
    events { worker_connections 4096; }
    http {
      access_log off;
      ${paths.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      upstream api { ${servers.join(' ')} keepalive 64; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://api;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $host;
          proxy_connect_timeout 2s;
          proxy_next_upstream error timeout;
        }
      }
    }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' });
  process.once('exit', () => child.kill('SIGTERM'));
  await accepts(port);
  const stop = async () => {
    await kill(child, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  return { port, stop };
}

const SCRIPT = fileURLToPath(new URL('./application.mjs', import.meta.url));

/** One process of the application, which may be killed and replaced by another version. */
export class Replica {
  isUp = false;
  /** What it held before the first request. */
  before;
  startedAt = 0;
  #asked = new Map();
  #lastAsk = 0;

  constructor(settings, database) {
    this.settings = settings;
    this.database = database;
  }

  async start(version) {
    this.version = version;
    const child = fork(SCRIPT, [JSON.stringify({ ...this.settings, version })], {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    this.child = child;
    // An outage that is caused on purpose is logged by every process.
    child.stderr.on('data', (data) => this.settings.isLoud && process.stderr.write(data));
    const ready = new Promise((resolve, reject) => {
      child.once('exit', () => reject(new Error('A process ended before it was ready.')));
      child.on('message', (message) => {
        if (message.isReady) resolve();
        else this.#receive(child, message);
      });
    });
    await ready;
    child.removeAllListeners('exit');
    this.isUp = true;
    this.startedAt = performance.now();
    this.before = await this.holdings();
  }

  /** Kills it, and starts another version in its place. */
  async replace(version) {
    this.isUp = false;
    await kill(this.child);
    await this.start(version);
  }

  holdings() {
    const ask = ++this.#lastAsk;
    return new Promise((resolve) => {
      this.#asked.set(ask, resolve);
      this.child.send({ ask });
    });
  }

  async stop() {
    this.isUp = false;
    await kill(this.child);
  }

  #receive(child, { id, operation, key, held, holdings }) {
    if (held !== undefined) {
      this.#asked.get(held)?.(holdings);
      this.#asked.delete(held);
      return;
    }
    void this.database[operation](key).then((value) => {
      if (child.connected) child.send({ id, value }, () => undefined);
    });
  }
}
