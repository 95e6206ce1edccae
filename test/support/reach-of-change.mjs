import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What every test is made of. */
const EVERYTHING =
  /^(?:package(?:-lock)?\.json|tsconfig\.json|vitest\.config\.ts|test\/support\/(?:usual-)?application\.ts)$/;

/**
 * The modules of `lib` that applications import. Almost every test has imported one, and with it all of `lib`: what a
 * test reaches through them says nothing.
 */
const ENTRY = /^lib\/(?:index|mcp\/mcp|openapi\/openapi|testing\/testing)\.ts$/;

/** Rooms that every request passes, and whose tests send all kinds of them. */
const OF_REQUESTS = /^lib\/(?:lifecycle|nest|platform|routes|shared)\//;
const REQUESTS = /^test\/(?:lifecycle|nest|platform|routing)\//;

const IMPORTED = /\b(?:from |import\()'(\.[^']+)'/g;

/**
 * The files of tests that a change reaches, or `'all'`, and the lines that say why:
 * tests that have changed, or import what has changed otherwise than through an entry of the package; those of the
 * folder of `test` that a folder of `lib` has there, and of the feature that it names; those that send all kinds of
 * requests, for the rooms that every request passes; and the tests of the house, which read sources.
 */
export function reachOf(changed) {
  if (changed.length === 0) return { tests: [], reasons: ['Nothing has changed.'] };
  const central = changed.filter((file) => EVERYTHING.test(file));
  if (central.length > 0)
    return { tests: 'all', reasons: [`All tests: ${central.join(' and ')} has changed.`] };
  const files = [...sourcesBelow('lib'), ...sourcesBelow('test'), ...sourcesBelow('sample')];
  const importers = importersOf(files);
  const groups = {
    'import what has changed': importing(changed, importers),
    'are of the folders that have changed': ofFolders(changed, files),
    'send requests': changed.some((file) => OF_REQUESTS.test(file))
      ? files.filter((file) => REQUESTS.test(file))
      : [],
    'read the sources': files.filter((file) => file.startsWith('test/house/')),
  };
  const tests = new Set();
  const reasons = [];
  for (const [title, some] of Object.entries(groups)) {
    const added = [...some].filter((file) => /(?:\.test|spec)\.ts$/.test(file) && !tests.has(file));
    for (const file of added) tests.add(file);
    if (added.length > 0) reasons.push(`${added.length} files of tests ${title}.`);
  }
  return { tests: [...tests], reasons };
}

function sourcesBelow(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.m?ts$/.test(name) && !/\/node_modules\/|\/corpus\//.test(name));
}

/** The files that import a file, by its path. */
function importersOf(files) {
  const importers = new Map();
  for (const file of files) {
    for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
      const imported = join(dirname(file), path).replaceAll('\\', '/').replace(/js$/, 'ts');
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  return importers;
}

/** The files themselves, and those that import them, but for those that only import an entry. */
function importing(changed, importers) {
  const reached = new Set(changed);
  for (const file of reached) {
    if (ENTRY.test(file)) continue;
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  return [...reached].filter(existsSync);
}

/**
 * For `lib/schema/patterns/x.ts`, the tests below `test/schema/patterns`, or else below `test/schema`; for
 * `lib/platform/uploads/x.ts`, those of the feature `uploads` too.
 */
function ofFolders(changed, files) {
  const features = readdirSync('test/features');
  const folders = changed
    .filter((file) => file.startsWith('lib/'))
    .flatMap((file) => {
      const names = dirname(file).split('/');
      return [
        ...names.filter((name) => features.includes(name)).map((name) => `test/features/${name}`),
        closestFolder(['test', ...names.slice(1)].join('/')),
      ];
    })
    .filter((folder) => folder !== 'test');
  return files.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)));
}

/** The folder, or the closest one around it that exists. */
function closestFolder(folder) {
  return folder === 'test' || existsSync(folder) ? folder : closestFolder(dirname(folder));
}
