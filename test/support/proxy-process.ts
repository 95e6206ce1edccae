import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { until } from './until.js';

export type ProxyName = 'nginx' | 'caddy';

export interface RunningProxy {
  readonly port: number;
  stop(): Promise<void>;
}

/** Makes the configuration of a server that listens on a port of 127.0.0.1, with its files in a folder. */
export type Configure = (port: number, folder: string) => string;

/** Whether a proxy is installed. */
export function hasProxy(name: ProxyName): boolean {
  return spawnSync(name, [name === 'nginx' ? '-v' : 'version']).status === 0;
}

/** Starts a proxy on 127.0.0.1 and a free port. */
export async function startProxy(name: ProxyName, configure: Configure): Promise<RunningProxy> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'rest-routes-proxy-'));
  // The workers of nginx run as another user.
  chmodSync(folder, 0o755);
  const file = join(folder, 'proxy.conf');
  writeFileSync(file, WHOLE[name](configure(port, folder), folder));
  const child = spawn(name, ARGS[name](file, folder), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const stop = (): Promise<void> => stopProxy(child, folder);
  if (await accepts(port, child)) return { port, stop };
  await stop();
  throw new Error(`${name} does not accept connections: ${log}`);
}

const WHOLE: Readonly<Record<ProxyName, (configuration: string, folder: string) => string>> = {
  nginx: (configuration, folder) => `
    pid ${folder}/nginx.pid;
    error_log stderr;
    daemon off;
    events {}
    http {
      access_log off;
      client_body_temp_path ${folder}/body;
      proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi;
      scgi_temp_path ${folder}/scgi;
      ${configuration}
    }`,
  caddy: (configuration) => `{\n\tadmin off\n\tauto_https off\n}\n${configuration}`,
};

const ARGS: Readonly<Record<ProxyName, (file: string, folder: string) => string[]>> = {
  nginx: (file, folder) => ['-p', folder, '-c', file],
  caddy: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
};

async function accepts(port: number, child: ChildProcess): Promise<boolean> {
  await until(async () => child.exitCode !== null || (await connects(port)));
  return child.exitCode === null;
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function stopProxy(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null) {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  }
  rmSync(folder, { recursive: true, force: true });
}
