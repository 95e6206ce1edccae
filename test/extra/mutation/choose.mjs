// Chooses faults in a `lib`: the same for the same seed and sources.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { candidatesIn } from './candidates.mjs';

/** How often a kind has its turn, of ten turns. */
const TURNS = [
  'negated condition',
  'removed step',
  'swapped constant',
  'negated condition',
  'removed step',
  'dropped await',
  'negated condition',
  'swapped constant',
  'removed step',
  'negated condition',
];

/** Files without behaviour of their own, and those whose texts are compared with the documentation word by word. */
const LEFT_OUT = /\.d\.ts$|\/index\.ts$|-catalogue\.ts$|\/nest-version\.ts$/;

/**
 * Of `count` faults each room has a share by the root of its size, and each function of `lib` at most one. Their order is
 * random, so that a run that ends before its time has tried all kinds of rooms.
 */
export function chooseFaults(root, { seed, count }) {
  const project = openProject(root);
  const random = randomFrom(seed);
  const rooms = roomsOf(project.files, root);
  const shares = sharesOf(rooms, count);
  const chosen = [];
  let turn = 0;
  for (const [room, files] of rooms) {
    const candidates = shuffled(
      files.flatMap((file) => candidatesIn(project.sourceOf(file))),
      random,
    );
    const used = new Set();
    for (let left = shares.get(room); left > 0; left--) {
      const kinds = [TURNS[turn++ % TURNS.length], ...TURNS.slice(0, 3)];
      const found = firstOf(kinds, candidates, used, project);
      if (found === undefined) break;
      used.add(found.owner);
      chosen.push(faultOf(found, room, root));
    }
  }
  return shuffled(chosen, random);
}

/** The first candidate of the first kind that has one which the compiler accepts: others are no faults of tests. */
function firstOf(kinds, candidates, used, project) {
  for (const kind of kinds) {
    const found = candidates.find(
      (one) => one.kind === kind && !used.has(one.owner) && project.accepts(one),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function faultOf({ file, kind, start, end, text }, room, root) {
  const source = readFileSync(file, 'utf8');
  const line = source.slice(0, start).split('\n').length;
  const path = relative(root, file).replaceAll('\\', '/');
  const before = source.slice(start, end);
  return { id: `${path}:${line}:${start}`, room, kind, path, line, start, before, after: text };
}

/** A program of `lib`, which tells whether a changed file still has no error of types. */
function openProject(root) {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'lib/tsconfig.json'),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => fail(messageText) },
  );
  const changed = new Map();
  const versions = new Map();
  const textOf = (file) => changed.get(file) ?? ts.sys.readFile(file);
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => ({ ...config.options, incremental: false, composite: false }),
    getScriptFileNames: () => config.fileNames,
    getScriptVersion: (file) => String(versions.get(file) ?? 0),
    getScriptSnapshot: (file) => {
      const text = textOf(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getCurrentDirectory: () => root,
  });
  const put = (file, text) => {
    if (text === undefined) changed.delete(file);
    else changed.set(file, text);
    versions.set(file, (versions.get(file) ?? 0) + 1);
  };
  return {
    files: config.fileNames.filter((file) => !LEFT_OUT.test(file)).toSorted(),
    sourceOf: (file) =>
      ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, /* setParentNodes */ true),
    accepts({ file, start, end, text }) {
      const source = textOf(file);
      put(file, source.slice(0, start) + text + source.slice(end));
      const errors = [
        ...service.getSyntacticDiagnostics(file),
        ...service.getSemanticDiagnostics(file),
      ];
      put(file, undefined);
      return errors.length === 0;
    },
  };
}

function fail(messageText) {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** The folders directly below `lib`, and those of the features, with their files. */
function roomsOf(files, root) {
  const rooms = new Map();
  for (const file of files) {
    const [, ...folders] = relative(root, file).split(/[\\/]/).slice(0, -1);
    const room = folders.slice(0, folders[0] === 'features' ? 2 : 1).join('/');
    if (room === '') continue;
    rooms.set(room, [...(rooms.get(room) ?? []), file]);
  }
  return rooms;
}

/** At least one for each room; the largest rests of the division get what is left. */
function sharesOf(rooms, count) {
  const sizes = [...rooms].map(([room, files]) => {
    const characters = files.reduce((sum, file) => sum + readFileSync(file).length, 0);
    return { room, weight: Math.sqrt(characters) };
  });
  const total = sizes.reduce((sum, { weight }) => sum + weight, 0);
  const exact = sizes.map(({ room, weight }) => ({ room, share: (count * weight) / total }));
  const shares = new Map(exact.map(({ room, share }) => [room, Math.max(1, Math.floor(share))]));
  const given = [...shares.values()].reduce((sum, one) => sum + one, 0);
  const rest = exact.toSorted((a, b) => (b.share % 1) - (a.share % 1));
  for (const { room } of rest.slice(0, Math.max(0, count - given))) {
    shares.set(room, shares.get(room) + 1);
  }
  return shares;
}

/** A number from 0 to below 1, the same ones for a seed (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled(list, random) {
  return list
    .map((value) => ({ value, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value);
}
