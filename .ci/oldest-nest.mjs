// Runs the tests that go through Nest on the oldest version of a major of Nest that the peer range
// allows, in a copy of the project: node .ci/oldest-nest.mjs 11. With "newest" as another argument, on the
// newest version of that major; with "--all", all tests, for which "npx nest build" has built the sample.
// Ends with the exit code of the tests, or 1 where they take too long.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDERS = [
  'test/http',
  'test/parts',
  'test/permissions',
  'test/lifecycle',
  'test/platform',
  'test/cached-routes/cached-routes',
  'test/security/streams',
  'test/security/failing-streams',
];

/** Run on Nest 11 too, whose adapters differ from those of Nest 12 that all other tests run on. */
const MORE_FOLDERS = { 11: ['test/observability', 'test/testing', 'test/security'], 12: [] };

/** Work on input does not depend on Nest, takes minutes to count, and is counted by "--all". */
const IS_COUNTED = /^linear-/;
const PACKAGES = ['common', 'core', 'platform-express', 'platform-fastify', 'testing'];

/** Packages of Nest that only tests use, where their current version is of another major. */
const COMPANIONS = {
  11: {
    '@nestjs/cache-manager': '^3.1.0',
    '@nestjs/jwt': '^11.0.0',
    '@nestjs/microservices': '^11.2.6',
    '@nestjs/passport': '^11.0.0',
    '@nestjs/platform-ws': '^11.2.6',
    '@nestjs/swagger': '^11.2.0',
    '@nestjs/websockets': '^11.2.6',
  },
  12: {},
};

const { major, isNewest, isAll } = readArguments(process.argv.slice(2));
const MINUTES = isAll ? 90 : 15;
const folder = mkdtempSync(join(tmpdir(), `rest-routes-nest-${major}-`));
const deadline = Date.now() + MINUTES * 60_000;

try {
  const companions = COMPANIONS[major];
  if (companions === undefined) throw new Error(`Nest ${major} is not supported.`);
  const wanted = isNewest ? newestVersions() : oldestVersions();
  copyProject();
  const manifestPath = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
  Object.assign(manifest.devDependencies, wanted, companions);
  writeFileSync(manifestPath, JSON.stringify(manifest, null, 2));
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']);
  checkInstalled(wanted);
  const vitest = 'node_modules/vitest/vitest.mjs';
  run(process.execPath, [
    vitest,
    'run',
    '--typecheck.enabled=false',
    ...(isAll ? [] : someTests()),
  ]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function readArguments(words) {
  const [major = '12', ...others] = words.filter((word) => /^\d+$/.test(word));
  const known = new Set([major, 'newest', '--all']);
  const unknown = [...others, ...words.filter((word) => !known.has(word))];
  if (unknown.length > 0) throw new Error(`Unknown arguments: ${unknown.join(' ')}.`);
  return { major, isNewest: words.includes('newest'), isAll: words.includes('--all') };
}

function someTests() {
  const more = MORE_FOLDERS[major].flatMap((name) =>
    readdirSync(name)
      .filter((file) => file.endsWith('.test.ts') && !IS_COUNTED.test(file))
      .map((file) => `${name}/${file}`),
  );
  return [...FOLDERS, ...more];
}

/** Of `^11.2.10 || ^12.2.0`, 11.2.10 for the major 11. */
function oldestVersions() {
  const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const names = PACKAGES.map((name) => `@nestjs/${name}`);
  return Object.fromEntries(
    names.map((name) => {
      const range = peerDependencies[name];
      const versions = range.split(' || ').map((part) => /^\^(\d+\.\d+\.\d+)$/.exec(part)?.[1]);
      const version = versions.find((one) => one?.startsWith(`${major}.`));
      if (version === undefined) throw new Error(`The peer range of ${name} has no ^${major}.y.z.`);
      return [name, version];
    }),
  );
}

function newestVersions() {
  return Object.fromEntries(PACKAGES.map((name) => [`@nestjs/${name}`, `^${major}.0.0`]));
}

/** What git knows, and what it does not ignore; and what is built, which some tests start. */
function copyProject() {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    encoding: 'utf8',
  });
  const files = new Set(listed.split('\0').filter((file) => file !== ''));
  for (const file of files) cpSync(file, join(folder, file), { force: true });
  copyBuilt('dist', 'npm run build');
  if (isAll) copyBuilt('dist-sample', 'npx nest build');
}

function copyBuilt(name, command) {
  if (!existsSync(name)) throw new Error(`There is no ${name}: run "${command}" first.`);
  cpSync(name, join(folder, name), { recursive: true });
}

function checkInstalled(wanted) {
  for (const [name, range] of Object.entries(wanted)) {
    const path = join(folder, 'node_modules', name, 'package.json');
    const installed = JSON.parse(readFileSync(path, 'utf8')).version;
    const isWanted = range.startsWith('^')
      ? installed.startsWith(`${major}.`)
      : installed === range;
    if (!isWanted) throw new Error(`${name} is ${installed}, not ${range}.`);
    console.log(`${name} ${installed}`);
  }
}

function run(command, args) {
  const timeout = Math.max(1, deadline - Date.now());
  const { status, signal } = spawnSync(command, args, { cwd: folder, stdio: 'inherit', timeout });
  if (signal !== null)
    throw new Error(`${command} ${args[0]} did not end within ${MINUTES} minutes.`);
  if (status !== 0) throw new Error(`${command} ${args[0]} ended with ${status}.`);
}
