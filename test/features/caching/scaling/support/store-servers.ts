import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../support/free-port.mjs';
import { until } from '../../../../support/until.js';
import type { FleetSettings } from './fleet-process.js';

export type StoreKind = 'redis' | 'cluster' | 'sentinel' | 'valkey';

/** The server of a store. */
function programOf(kind: StoreKind): string {
  return kind === 'valkey' ? 'valkey-server' : 'redis-server';
}

/** The servers of a store that a test has started. */
export interface StoreServers {
  /** What the application is told. */
  readonly address: FleetSettings['store'];
  readonly stop: () => Promise<void>;
}

/** Starts one server of Redis or Valkey, three masters of a Cluster, or a server with a Sentinel. */
export async function startStore(kind: StoreKind): Promise<StoreServers> {
  const servers = new Servers(programOf(kind));
  try {
    return { address: await STARTS[kind](servers), stop: () => servers.stop() };
  } catch (error) {
    await servers.stop();
    throw error;
  }
}

/** A server with a replica and a Sentinel that replaces it within a second after it ends. */
export async function startReplicated(): Promise<StoreServers & { killMaster(): Promise<void> }> {
  const servers = new Servers('redis-server');
  try {
    const master = await servers.start();
    const replica = await servers.start(['--replicaof', '127.0.0.1', String(master)]);
    const lines = [
      `sentinel monitor main 127.0.0.1 ${master} 1`,
      'sentinel down-after-milliseconds main 500',
      'sentinel failover-timeout main 2000',
    ];
    const file = servers.write('sentinel.conf', `${lines.join('\n')}\n`);
    const sentinel = await servers.start(['--sentinel'], file);
    // The Sentinel knows the replica.
    await until(() => {
      const known = cli(['-p', String(sentinel), 'sentinel', 'replicas', 'main']);
      const { stdout } = spawnSync('redis-cli', ['-p', String(replica), 'info', 'replication']);
      return known.includes(String(replica)) && stdout.includes('master_link_status:up');
    });
    return {
      address: { kind: 'sentinel', urls: [urlOf(sentinel)] },
      stop: () => servers.stop(),
      killMaster: () => servers.kill(0),
    };
  } catch (error) {
    await servers.stop();
    throw error;
  }
}

type Start = (servers: Servers) => Promise<FleetSettings['store']>;

const startOne: Start = async (servers) => ({ kind: 'redis', url: urlOf(await servers.start()) });

const STARTS: Readonly<Record<StoreKind, Start>> = {
  redis: startOne,
  valkey: startOne,
  cluster: async (servers) => {
    const ports: number[] = [];
    for (let node = 0; node < 3; node++) {
      const bus = String(await freePort());
      const file = `nodes-${node}.conf`;
      const options = ['--cluster-enabled', 'yes', '--cluster-port', bus];
      ports.push(await servers.start([...options, '--cluster-config-file', file]));
    }
    await createCluster(ports);
    return { kind: 'cluster', urls: ports.map(urlOf) };
  },
  sentinel: async (servers) => {
    const port = await servers.start();
    const file = servers.write('sentinel.conf', `sentinel monitor main 127.0.0.1 ${port} 1\n`);
    const sentinel = await servers.start(['--sentinel'], file);
    return { kind: 'sentinel', urls: [urlOf(sentinel)] };
  },
};

/** Gives each of three masters a third of the slots, and waits until all of them know it. */
async function createCluster(ports: readonly number[]): Promise<void> {
  const nodes = ports.map((port) => `127.0.0.1:${port}`);
  cli(['--cluster', 'create', ...nodes, '--cluster-replicas', '0', '--cluster-yes']);
  const isReady = (): boolean =>
    ports.every((port) =>
      cli(['-p', String(port), 'cluster', 'info']).includes('cluster_state:ok'),
    );
  await until(isReady);
}

function cli(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('redis-cli', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`redis-cli ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

class Servers {
  readonly #folder = mkdtempSync(join(tmpdir(), 'rest-routes-store-'));
  readonly #processes: ChildProcess[] = [];

  constructor(private readonly program: string) {}

  /** Starts a server on a free port, which it returns. */
  async start(options: readonly string[] = [], configuration?: string): Promise<number> {
    const port = await freePort();
    const network = ['--port', String(port), '--bind', '127.0.0.1', '--dir', this.#folder];
    const file = configuration === undefined ? [] : [configuration];
    const noFile = options.includes('--sentinel') ? [] : ['--save', ''];
    const args = [...file, ...network, ...noFile, ...options];
    const server = spawn(this.program, args, { stdio: 'ignore' });
    this.#processes.push(server);
    // It must not outlive the tests where one of them fails, or ends, before it stops the server.
    process.once('exit', () => server.kill('SIGKILL'));
    await until(async () => server.exitCode !== null || (await accepts(port)));
    if (server.exitCode === null) return port;
    throw new Error(`${this.program} does not accept connections on port ${port}.`);
  }

  write(name: string, text: string): string {
    const path = join(this.#folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** Ends the server that was started as the first, the second, … */
  async kill(index: number): Promise<void> {
    const server = this.#processes[index];
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  }

  async stop(): Promise<void> {
    for (const index of this.#processes.keys()) await this.kill(index);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function urlOf(port: number): string {
  return `redis://127.0.0.1:${port}`;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
