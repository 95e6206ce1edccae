import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const NAME = 'nestjs-rest-routes';

/** The packed build that others are compared with: `npm run bench -- gate --store` replaces it. */
export const STORED = fileURLToPath(new URL('base.tgz', import.meta.url));

/** Packs this checkout, and returns the path of the tarball. */
export function pack(folder) {
  const args = ['pack', '--json', '--pack-destination', folder];
  const stdio = ['ignore', 'pipe', 'inherit'];
  const said = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio });
  const [{ filename }] = JSON.parse(said.substring(said.search(/^\[$/m)));
  return join(folder, filename);
}

/**
 * Installs a tarball into a folder beside the dependencies of this checkout, and returns the script of the
 * benchmark's server there: both sides run the same server on the same Nest, and differ in the library only.
 */
export function install(tarball, folder) {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, NAME), { recursive: true });
  for (const entry of readdirSync(join(ROOT, 'node_modules')))
    if (entry !== NAME && !entry.startsWith('.'))
      symlinkSync(join(ROOT, 'node_modules', entry), join(modules, entry));
  execFileSync('tar', ['-xzf', tarball, '-C', join(modules, NAME), '--strip-components=1']);
  for (const name of ['http', 'instructions'])
    cpSync(join(ROOT, 'test/bench', name), join(folder, name), { recursive: true });
  return join(folder, 'http/contenders/rest.mjs');
}
