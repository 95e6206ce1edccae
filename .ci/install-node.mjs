import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/**
 * Installs the binary of each major of Node from npm's package for the platform, calls `use` with them, and removes
 * them. The environment of each has it first on the PATH: npm and tests start `node` by name.
 */
export function withNode(majors, use) {
  const folder = mkdtempSync(join(tmpdir(), 'rest-routes-node-'));
  try {
    use(install(folder, majors).map(describe));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(folder, majors) {
  const name = `node-${process.platform}-${process.arch}`;
  const dependencies = Object.fromEntries(
    majors.map((major) => [`node${major}`, `npm:${name}@${major}`]),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'inherit' });
  return majors.map((major) => join(folder, 'node_modules', `node${major}`, 'bin/node'));
}

export function describe(binary) {
  const version = execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`Node ${version}`);
  const env = { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env.PATH}` };
  return { binary, env, version };
}
