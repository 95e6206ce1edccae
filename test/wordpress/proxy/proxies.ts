import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPage } from '../../house/docs/pages.js';
import { freePort } from '../../support/free-port.mjs';
import { until } from '../../support/until.js';

export type ProxyName = 'nginx' | 'caddy';

/** The ports of the servers behind a proxy. */
export interface Upstreams {
  readonly wordpress: number;
  readonly node: number;
}

export interface RunningProxy {
  readonly port: number;
  stop(): Promise<void>;
}

const PAGE = 'docs/migrating-from-wordpress.md';

/** Whether a proxy is installed. */
export function hasProxy(name: ProxyName): boolean {
  return spawnSync(name, [name === 'nginx' ? '-v' : 'version']).status === 0;
}

/** Starts a proxy with the configuration that the page shows, on 127.0.0.1 and a free port. */
export async function startProxy(name: ProxyName, upstreams: Upstreams): Promise<RunningProxy> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'rest-routes-proxy-'));
  // The workers of nginx run as another user.
  chmodSync(folder, 0o755);
  const file = join(folder, 'proxy.conf');
  writeFileSync(
    file,
    PROXIES[name].configuration(shownConfiguration(name, upstreams), port, folder),
  );
  const child = spawn(name, PROXIES[name].args(file, folder), {
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

interface Proxy {
  configuration(shown: string, port: number, folder: string): string;
  args(file: string, folder: string): string[];
}

const PROXIES: Readonly<Record<ProxyName, Proxy>> = {
  nginx: {
    configuration: (shown, port, folder) => `
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
        ${replaced(shown, 'listen 80;', `listen 127.0.0.1:${port};`)}
      }`,
    args: (file, folder) => ['-p', folder, '-c', file],
  },
  caddy: {
    configuration: (shown, port) =>
      `{\n\tadmin off\n\tauto_https off\n}\n${replaced(shown, 'shop.example {', `http://:${port} {\n\tbind 127.0.0.1`)}`,
    args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
};

function shownConfiguration(name: ProxyName, { wordpress, node }: Upstreams): string {
  const block = readPage(PAGE).blocks.find(({ language }) => language === name);
  if (block === undefined) throw new Error(`${PAGE} has no configuration of ${name}.`);
  const text = block.text.replaceAll('127.0.0.1:8080', `127.0.0.1:${wordpress}`);
  return replaced(text, '127.0.0.1:3000', `127.0.0.1:${node}`);
}

function replaced(text: string, what: string, by: string): string {
  if (!text.includes(what)) throw new Error(`The configuration has no ${what}`);
  return text.replaceAll(what, by);
}

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
