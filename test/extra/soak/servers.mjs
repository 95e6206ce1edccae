import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.mjs';
import { Proxy } from '../../support/proxy.mjs';
import {
  accepts,
  kill,
  pause,
  removeFolder,
  run,
  startServer,
  temporaryFolder,
  until,
} from './processes.mjs';

/** Another program may listen on a port by its configuration; then the next port is tried. */
const ATTEMPTS = 5;

const redisCli = (port, ...args) => run('redis-cli', ['-p', String(port), ...args]);

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
    if (!(await this.#start(node))) throw new Error(node.child.describe('Redis did not restart'));
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
    removeFolder(this.#folder);
  }

  async #add(at, isCluster) {
    for (let attempt = 1; ; attempt++) {
      const node = { port: await freePort(), options: [] };
      if (isCluster) node.options = clusterOptions(at, await freePort());
      if (await this.#start(node)) return void this.#nodes.push(node);
      const message = node.child.describe('Redis did not start');
      await kill(node.child);
      if (attempt === ATTEMPTS) throw new Error(message);
      console.log(message);
    }
  }

  /** Its ports are reserved for the soak, also while it is down. */
  #start(node) {
    const base = ['--port', String(node.port), '--bind', '127.0.0.1', '--save', ''];
    node.child = startServer('redis-server', [...base, '--dir', this.#folder, ...node.options]);
    return accepts(node.child, node.port);
  }

  async #join() {
    const nodes = this.#nodes.map(({ port }) => `127.0.0.1:${port}`);
    const options = ['--cluster-replicas', '0', '--cluster-yes'];
    await run('redis-cli', ['--cluster', 'create', ...nodes, ...options]);
    for (const { port } of this.#nodes) {
      await until(`the Cluster is ready on port ${port}`, async () =>
        (await redisCli(port, 'cluster', 'info')).includes('cluster_state:ok'),
      );
    }
  }
}

function clusterOptions(at, busPort) {
  const files = ['--cluster-config-file', `nodes-${at}.conf`];
  const isWhole = ['--cluster-require-full-coverage', 'no'];
  return ['--cluster-enabled', 'yes', '--cluster-port', String(busPort), ...files, ...isWhole];
}

/** The connections of one process to the nodes of a store, which may be damaged. */
export class DamagedNetwork {
  #proxies;

  static async start(urls) {
    const network = new DamagedNetwork();
    const ports = urls.map((url) => Number(new URL(url).port));
    network.#proxies = await Promise.all(ports.map((port) => Proxy.start(port)));
    network.urls = network.#proxies.map(({ port }) => `redis://127.0.0.1:${port}`);
    // A Cluster tells its clients where its nodes are.
    network.nodeAddressMap = Object.fromEntries(
      network.#proxies.map(({ port }, at) => [
        `127.0.0.1:${ports[at]}`,
        { host: '127.0.0.1', port },
      ]),
    );
    return network;
  }

  /** Damages all connections for some time. */
  async damage(how, ms) {
    for (const proxy of this.#proxies) how(proxy);
    await pause(ms);
    for (const proxy of this.#proxies) proxy.heal();
  }

  async stop() {
    await Promise.all(this.#proxies.map((proxy) => proxy.stop()));
  }
}

/** nginx in front of the sockets of processes, on a socket. */
export async function startNginx(sockets) {
  const folder = temporaryFolder();
  const socket = join(folder, 'nginx.sock');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const servers = sockets.map((one) => `server unix:${one} max_fails=0;`);
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `pid ${folder}/nginx.pid;
    error_log stderr;
    daemon off;
    events { worker_connections 4096; }
    http {
      access_log off;
      ${paths.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      upstream api { ${servers.join(' ')} keepalive 64; }
      server {
        listen unix:${socket};
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
  const child = startServer('nginx', ['-p', folder, '-c', file], 'TERM');
  if (!(await accepts(child, socket))) throw new Error(child.describe('nginx did not start'));
  const stop = async () => {
    await kill(child, 'SIGTERM');
    removeFolder(folder);
  };
  return { socket, stop };
}
