import { spawnSync } from 'node:child_process';

const FIVE_MINUTES = 300_000;

/** Runs npm in a folder with a manifest of its own. Returns why it failed, or undefined. */
export function npm(cwd, ...args) {
  console.warn(`${cwd}: npm ${args.join(' ')}`);
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    timeout: FIVE_MINUTES,
  });
  if (status === 0) return undefined;
  return `npm ${args.join(' ')} failed: ${error?.message ?? ''} ${stdout ?? ''}${stderr ?? ''}`;
}

export const INSTALL = ['install', '--no-package-lock', '--no-audit', '--no-fund'];
