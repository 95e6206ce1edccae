import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INSTALL, npm } from '../harness/npm.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = join(here, 'dist');
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
  return npm(here, ...INSTALL);
}

function build() {
  const isBuilt = existsSync(folder) && newest(folder) > newest(join(here, 'src'));
  return isBuilt ? undefined : npm(here, 'run', 'build');
}

const newest = (of) => Math.max(...readdirSync(of).map((name) => statSync(join(of, name)).mtimeMs));
