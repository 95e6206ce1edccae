// Runs the tests that go through Nest on other versions of it, in a copy of the project:
//   node .ci/nest-versions.mjs 11           the oldest version of a major that the library supports
//   node .ci/nest-versions.mjs 11 newest    the newest version of that major
//   node .ci/nest-versions.mjs latest       Nest, Express and Fastify as their authors publish them today
//   node .ci/nest-versions.mjs next         what they will publish: "next", or "latest" if that is newer
// With "--all", all tests, for which "npx nest build" has built the sample; with paths, these tests. With "parity",
// parity by machine (APPLICATIONS, SEED) in place of the tests; with "tests parity", after them. Ends with the exit code
// of the tests, or 1 if they take too long.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  copyBuilt,
  copyFiles,
  ONCE_ON_EACH_ADAPTER,
  projectFiles,
  withScratchProject,
} from './scratch-project.mjs';

const FOLDERS = [
  'test/lifecycle/',
  'test/nest/',
  'test/platform/',
  'test/routing/',
  'test/features/errors/',
  'test/features/fields/',
  'test/features/index/',
  'test/features/messages/',
  'test/features/nest-errors/',
  'test/features/pages/',
  'test/features/plain/',
  'test/features/problem/',
  'test/features/streams/',
  'test/features/uploads/',
  'test/features/value-classes/',
  'test/features/caching/cached-routes',
];

/** Not run on the oldest Nest 12, whose adapters are those that all other tests run on. */
const MORE_FOLDERS = [
  'test/features/caching',
  'test/features/spelling',
  'test/testing',
  'test/security',
];

const PACKAGES = ['common', 'core', 'platform-express', 'platform-fastify', 'testing'];
const TAGS = ['latest', 'next'];

/** Packages of Nest that only tests use, where their current version is of another major. */
const COMPANIONS = {
  11: {
    '@nestjs/cache-manager': '^3.1.0',
    '@nestjs/event-emitter': '^3.0.1',
    '@nestjs/jwt': '^11.0.0',
    '@nestjs/microservices': '^11.2.6',
    '@nestjs/passport': '^11.0.0',
    '@nestjs/platform-ws': '^11.2.6',
    '@nestjs/schedule': '^6.0.1',
    '@nestjs/swagger': '^11.2.0',
    '@nestjs/terminus': '^11.0.0',
    '@nestjs/websockets': '^11.2.6',
  },
  12: {},
};

const { version, isNewest, isAll, hasTests, hasParity, paths } = readArguments(
  process.argv.slice(2),
);

const MINUTES = isAll || hasParity ? 90 : 30;

withScratchProject(`nest-${version}`, MINUTES, (project) => {
  const isTag = TAGS.includes(version);
  const companions = isTag ? {} : COMPANIONS[version];
  if (companions === undefined) throw new Error(`Nest ${version} is not supported.`);
  const wanted = isTag ? taggedVersions() : isNewest ? newestVersions() : oldestVersions();
  copyFiles(projectFiles(), project.folder);
  // Some tests start what is built.
  copyBuilt('dist', 'npm run build', project.folder);
  if (isAll) copyBuilt('dist-sample', 'npx nest build', project.folder);
  project.edit('package.json', (manifest) => {
    const own = Object.entries(wanted).filter(([name]) => name.startsWith('@nestjs/'));
    Object.assign(manifest.devDependencies, Object.fromEntries(own), companions);
    // Those that Nest depends on.
    const others = Object.entries(wanted).filter(([name]) => !name.startsWith('@nestjs/'));
    Object.assign(manifest.overrides, Object.fromEntries(others));
  });
  if (!isKnown(wanted['@nestjs/core'])) allowEveryNest(project.folder);
  // A major that comes next is in no peer range.
  project.install(...(isTag ? ['--force'] : []));
  checkInstalled(project, wanted);
  if (hasTests) {
    project.vitest(
      '--typecheck.enabled=false',
      ...(isAll ? [] : [...ONCE_ON_EACH_ADAPTER, ...(paths.length > 0 ? paths : someTests())]),
    );
  }
  if (hasParity) project.run(process.execPath, ['test/extra/parity/run.mjs']);
});

function readArguments(words) {
  const paths = words.filter((word) => word.startsWith('test/'));
  const [version = '12', ...others] = words.filter(
    (one) => /^\d+$/.test(one) || TAGS.includes(one),
  );
  const known = new Set([...paths, version, 'newest', '--all', 'tests', 'parity']);
  const unknown = [...others, ...words.filter((word) => !known.has(word))];
  if (unknown.length > 0) throw new Error(`Unknown arguments: ${unknown.join(' ')}.`);
  const hasParity = words.includes('parity');
  return {
    version,
    paths,
    isNewest: words.includes('newest'),
    isAll: words.includes('--all'),
    hasTests: !hasParity || words.includes('tests') || paths.length > 0,
    hasParity,
  };
}

function someTests() {
  const folders = version === '12' ? [] : MORE_FOLDERS;
  const more = folders.flatMap((name) =>
    readdirSync(name)
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => `${name}/${file}`),
  );
  return [...FOLDERS, ...more];
}

/** Of `^11.2.10 || ^12.2.0`, 11.2.10 for the major 11. The peer ranges are wider: the library names the update. */
function oldestVersions() {
  const stated = readFileSync('lib/diagnostics/nest-version.ts', 'utf8');
  const ranges = new Map(
    [...stated.matchAll(/^ {2}'(@nestjs\/[\w-]+)': '(.+)',$/gm)].map(([, name, range]) => [
      name,
      range,
    ]),
  );
  const names = PACKAGES.map((name) => `@nestjs/${name}`);
  return Object.fromEntries(
    names.map((name) => {
      const range = ranges.get(name) ?? '';
      const versions = range.split(' || ').map((part) => /^\^(\d+\.\d+\.\d+)$/.exec(part)?.[1]);
      const oldest = versions.find((one) => one?.startsWith(`${version}.`));
      if (oldest === undefined)
        throw new Error(`The supported range of ${name} has no ^${version}.y.z.`);
      return [name, oldest];
    }),
  );
}

function newestVersions() {
  return Object.fromEntries(PACKAGES.map((name) => [`@nestjs/${name}`, `^${version}.0.0`]));
}

/** All packages of Nest that the tests use, Express and Fastify. */
function taggedVersions() {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const names = Object.keys(devDependencies).filter((name) => name.startsWith('@nestjs/'));
  return Object.fromEntries(
    [...names, 'express', 'fastify'].map((name) => {
      const tags = JSON.parse(
        execFileSync('npm', ['view', name, 'dist-tags', '--json'], { encoding: 'utf8' }),
      );
      const { latest, [version]: tagged = latest } = tags;
      return [name, isOlder(tagged, latest) ? latest : tagged];
    }),
  );
}

/** Compares majors, minors and patches: a pre-release of the latest version is older too. */
function isOlder(one, other) {
  const numbers = (text) => text.split(/[.-]/, 3).map(Number);
  const at = numbers(one).findIndex((number, index) => number !== numbers(other)[index]);
  return at === -1 ? one.includes('-') : numbers(one)[at] < numbers(other)[at];
}

/** A pre-release and a new major are not known. */
function isKnown(range) {
  const [, major] = /^\^?(\d+)\.\d+\.\d+$/.exec(range) ?? [];
  return major in COMPANIONS;
}

/** The library starts on no version that it does not know. */
function allowEveryNest(folder) {
  for (const file of ['lib/diagnostics/nest-version.ts', 'dist/chunks/nest-version.js']) {
    const path = join(folder, file);
    if (!existsSync(path)) throw new Error(`There is no ${file}, which says what is supported.`);
    const text = readFileSync(path, 'utf8');
    const changed = text.replace(/(function isNestSupported\(.*\{\n)/, '$1  return true;\n');
    if (changed === text) throw new Error(`${file} does not say what is supported.`);
    writeFileSync(path, changed);
  }
}

function checkInstalled(project, wanted) {
  for (const [name, range] of Object.entries(wanted)) {
    const installed = project.manifestOf(name).version;
    const isWanted = range.startsWith('^')
      ? installed.startsWith(`${version}.`)
      : installed === range;
    if (!isWanted) throw new Error(`${name} is ${installed}, not ${range}.`);
    console.log(`${name} ${installed}`);
  }
}
