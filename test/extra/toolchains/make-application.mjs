import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourcesOf } from './application.mjs';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const TOOLS = fileURLToPath(new URL('./node_modules/', import.meta.url));

/** Writes the application to a folder with this package, what it needs and the tools installed. */
export function makeApplication(format) {
  const root = mkdtempSync(join(tmpdir(), `rest-routes-${format}-`));
  for (const [path, text] of Object.entries(sourcesOf(format))) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const modules = join(root, 'node_modules');
  mkdirSync(modules);
  linkAll(TOOLS, modules);
  linkAll(join(REPOSITORY, 'node_modules'), modules);
  const own = join(modules, 'nestjs-rest-routes');
  mkdirSync(own);
  for (const name of ['dist', 'package.json', 'lib/compiler/program/installed-typescript.cjs']) {
    cpSync(join(REPOSITORY, name), join(own, name), { recursive: true, filter: isPacked });
  }
  return root;
}

/** The modules before they are joined are not part of the package. */
function isPacked(path) {
  return !path.endsWith(join('dist', 'modules'));
}

/** Links every package that is not there yet; those of a scope one by one. */
function linkAll(from, to) {
  const known = new Set(readdirSync(to));
  for (const name of readdirSync(from)) {
    if (name.startsWith('.') || name === 'nestjs-rest-routes') continue;
    if (name.startsWith('@')) {
      mkdirSync(join(to, name), { recursive: true });
      linkAll(join(from, name), join(to, name));
    } else if (!known.has(name)) symlinkSync(join(from, name), join(to, name));
  }
}
