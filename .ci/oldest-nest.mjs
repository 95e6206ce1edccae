// Runs the tests that go through Nest on the oldest Nest that the peer range allows, in a copy of the
// project. Ends with the exit code of the tests, or 1 where they take too long.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDERS = [
  'test/http',
  'test/permissions',
  'test/lifecycle',
  'test/platform',
  'test/cached-routes/cached-routes',
];
const PACKAGES = ['common', 'core', 'platform-express', 'platform-fastify', 'testing'];
const LIMIT = 6 * 60_000;

const folder = mkdtempSync(join(tmpdir(), 'rest-routes-oldest-nest-'));
const deadline = Date.now() + LIMIT;

try {
  const oldest = oldestVersions();
  copyProject();
  const manifestPath = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
  Object.assign(manifest.devDependencies, oldest);
  writeFileSync(manifestPath, JSON.stringify(manifest, null, 2));
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']);
  checkInstalled(oldest);
  const vitest = 'node_modules/vitest/vitest.mjs';
  run(process.execPath, [vitest, 'run', '--typecheck.enabled=false', ...FOLDERS]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Of `^1.2.3`, `1.2.3`. */
function oldestVersions() {
  const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const names = PACKAGES.map((name) => `@nestjs/${name}`);
  return Object.fromEntries(
    names.map((name) => {
      const [, version] = /^\^(\d+\.\d+\.\d+)$/.exec(peerDependencies[name]) ?? [];
      if (version === undefined) throw new Error(`The peer range of ${name} is not ^x.y.z.`);
      return [name, version];
    }),
  );
}

/** What git knows, and what it does not ignore; and what is built, which some tests start. */
function copyProject() {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    encoding: 'utf8',
  });
  const files = new Set(listed.split('\0').filter((file) => file !== ''));
  for (const file of files) cpSync(file, join(folder, file), { force: true });
  if (!existsSync('dist')) throw new Error('There is no dist: run "npm run build" first.');
  cpSync('dist', join(folder, 'dist'), { recursive: true });
}

function checkInstalled(oldest) {
  for (const [name, version] of Object.entries(oldest)) {
    const path = join(folder, 'node_modules', name, 'package.json');
    const installed = JSON.parse(readFileSync(path, 'utf8')).version;
    if (installed !== version) throw new Error(`${name} is ${installed}, not ${version}.`);
    console.log(`${name} ${version}`);
  }
}

function run(command, args) {
  const timeout = Math.max(1, deadline - Date.now());
  const { status, signal } = spawnSync(command, args, { cwd: folder, stdio: 'inherit', timeout });
  if (signal !== null) throw new Error(`${command} ${args[0]} did not end within 6 minutes.`);
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}.`);
}
