import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = join(here, 'dist');
const FIVE_MINUTES = 300_000;
let built;

/**
 * Installs and builds what is written with nestia, where that is not done: it needs a patched
 * compiler, which must not touch the one of this project. `trouble` says why it could not be.
 */
export function buildNestia() {
  built ??= { folder, trouble: install() ?? build() };
  return built;
}

function install() {
  if (existsSync(join(here, 'node_modules', '@nestia', 'core'))) return undefined;
  return run('install', '--no-package-lock', '--no-audit', '--no-fund');
}

function build() {
  const isBuilt = existsSync(folder) && newest(folder) > newest(join(here, 'src'));
  return isBuilt ? undefined : run('run', 'build');
}

const newest = (of) => Math.max(...readdirSync(of).map((name) => statSync(join(of, name)).mtimeMs));

function run(...args) {
  console.warn(`nestia: npm ${args.join(' ')}`);
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd: here,
    encoding: 'utf8',
    timeout: FIVE_MINUTES,
  });
  if (status === 0) return undefined;
  return `npm ${args.join(' ')} failed: ${error?.message ?? ''} ${stdout ?? ''}${stderr ?? ''}`;
}
