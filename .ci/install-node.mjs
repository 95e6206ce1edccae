import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs a binary of each major of Node from npm's packages for the platform, and returns their paths. */
export function installNode(folder, majors) {
  const name = `node-${process.platform}-${process.arch}`;
  const dependencies = Object.fromEntries(
    majors.map((major) => [`node${major}`, `npm:${name}@${major}`]),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline'];
  execFileSync('npm', args, { cwd: folder, stdio: 'inherit' });
  return majors.map((major) => join(folder, 'node_modules', `node${major}`, 'bin/node'));
}
