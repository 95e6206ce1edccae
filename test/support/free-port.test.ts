import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort } from './free-port.mjs';

const MODULE = new URL('./free-port.mjs', import.meta.url).href;
const RESERVE = `
  const { freePort } = await import(${JSON.stringify(MODULE)});
  const ports = [];
  for (let count = 0; count < 500; count++) ports.push(await freePort());
  console.log(JSON.stringify(ports));`;

test('no other process reserves a port that a test has reserved', async () => {
  const own: number[] = [];
  for (let count = 0; count < 500; count++) own.push(await freePort());
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    RESERVE,
  ]);
  const all = [...own, ...(JSON.parse(stdout) as number[])];
  expect(new Set(all).size).toBe(1000);
});

test('a reserved port is none that the system gives to a server or a connection', async () => {
  const file = '/proc/sys/net/ipv4/ip_local_port_range';
  const range = existsSync(file) ? readFileSync(file, 'utf8') : '49152 65535';
  const [first = 0, last = 0] = range.trim().split(/\s+/).map(Number);
  const port = await freePort();
  expect(port < first || port > last).toBe(true);
});
