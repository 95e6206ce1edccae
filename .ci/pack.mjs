import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/**
 * Packs the library into a folder, and returns what npm says of the tarball. If TARBALL names one, that is taken
 * instead: npm packs a tarball byte for byte.
 */
export function pack(folder) {
  const { TARBALL } = process.env;
  const given = TARBALL === undefined ? [] : [resolve(TARBALL)];
  const text = execFileSync('npm', ['pack', ...given, '--json', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // The scripts that npm runs print something first.
  const [packed] = JSON.parse(text.replace(/^[^]*?(?=^\[$)/m, ''));
  return packed;
}
