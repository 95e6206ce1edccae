// Runs the tests that go through Nest on the oldest version of a major of Nest that the library
// supports, in a copy of the project: node .ci/oldest-nest.mjs 11. With "newest" as another argument, on the
// newest version of that major; with "--all", all tests, for which "npx nest build" has built the sample.
// Ends with the exit code of the tests, or 1 where they take too long.
import { readdirSync, readFileSync } from 'node:fs';
import { copyBuilt, copyFiles, projectFiles, withScratchProject } from './scratch-project.mjs';

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

const { major, isNewest, isAll } = readArguments(process.argv.slice(2));

withScratchProject(`nest-${major}`, isAll ? 90 : 15, (project) => {
  const companions = COMPANIONS[major];
  if (companions === undefined) throw new Error(`Nest ${major} is not supported.`);
  const wanted = isNewest ? newestVersions() : oldestVersions();
  copyFiles(projectFiles(), project.folder);
  // Some tests start what is built.
  copyBuilt('dist', 'npm run build', project.folder);
  if (isAll) copyBuilt('dist-sample', 'npx nest build', project.folder);
  project.edit('package.json', ({ devDependencies }) => {
    Object.assign(devDependencies, wanted, companions);
  });
  project.install();
  checkInstalled(project, wanted);
  project.vitest('--typecheck.enabled=false', ...(isAll ? [] : someTests()));
});

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
      const version = versions.find((one) => one?.startsWith(`${major}.`));
      if (version === undefined)
        throw new Error(`The supported range of ${name} has no ^${major}.y.z.`);
      return [name, version];
    }),
  );
}

function newestVersions() {
  return Object.fromEntries(PACKAGES.map((name) => [`@nestjs/${name}`, `^${major}.0.0`]));
}

function checkInstalled(project, wanted) {
  for (const [name, range] of Object.entries(wanted)) {
    const installed = project.manifestOf(name).version;
    const isWanted = range.startsWith('^')
      ? installed.startsWith(`${major}.`)
      : installed === range;
    if (!isWanted) throw new Error(`${name} is ${installed}, not ${range}.`);
    console.log(`${name} ${installed}`);
  }
}
