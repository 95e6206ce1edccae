import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../../support/repository.js';

const WORDPRESS = join(REPOSITORY, 'test/conformance/wordpress-routes.json');
const folder = mkdtempSync(join(tmpdir(), 'rest-routes-compare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const A_ROUTE = { namespace: 'shop/v1', endpoints: [{ methods: ['GET'], args: [] }] };
const one = join(folder, 'one.json');
writeFileSync(one, JSON.stringify({ routes: { '/shop/v1/a': A_ROUTE } }));

describe('the command', () => {
  const main = join(REPOSITORY, 'dist/cli/main.js');
  const command = (env: NodeJS.ProcessEnv, ...args: string[]) =>
    spawnSync(process.execPath, [main, 'compare', ...args], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });

  test('exits with 0 without a difference, and writes no progress where no terminal is', () => {
    const { status, stdout, stderr } = command({}, WORDPRESS, WORDPRESS);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: 'No difference in 120 routes.\n',
      stderr: '',
    });
  });

  test('exits with 1 where something is lost, and with 2 where it cannot compare', () => {
    expect(command({}, WORDPRESS, one)).toMatchObject({ status: 1, stderr: '' });
    const { status, stdout, stderr } = command({}, WORDPRESS, join(folder, 'none.json'));
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/none\.json cannot be read: there is no such file\.\n$/);
  });
});
