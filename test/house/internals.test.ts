import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/repository.js';
import { readSource, sourcesOf, parseSource } from './library.js';

/**
 * Files below test that import other files of lib than the entry points of the package. Lower it when fewer do.
 * Raise it only with a reason in the commit: what users see is tested by what users import.
 */
const MOST_TEST_FILES = 88;

/** Where private parts of Express, Fastify and Node may be touched. */
const INTERNALS = /^lib\/platform\/\w+\/internals\.ts$/;

/** Other files that read the text of a function, and why. The list only gets shorter. */
const READS_TEXTS: Readonly<Record<string, string>> = {
  'lib/caching/keys.ts':
    'Tells apart the functions of a policy, whose text is the same in each process.',
  'lib/decorators/reading/class-chain.ts': 'Signatures: the method that a source shows.',
  'lib/decorators/reading/declare-parameters.ts':
    'Signatures: parameters after one with a default.',
  'lib/platform/express/express-classes.ts':
    'A class cannot be called, until the file goes with Node 22.',
};

/** Methods of an emitter that are needed to take its listeners away or to put others in their place. */
const REPLACING = new Set(['listeners', 'rawListeners', 'removeAllListeners']);
const REMOVING = new Set(['off', 'removeListener']);
const OF_SERVERS = new Set(['checkContinue', 'connection', 'request', 'upgrade']);

const ENTRY_POINTS = readEntryPoints();

/** Without what runs while an application is built. */
const lib = sourcesOf('lib')
  .filter((path) => !/^lib\/(?:cli|compiler|lint|schematics|wordpress)\//.test(path))
  .map((path) => [path, readSource(path)] as const);

test('few files of the tests import what the package does not export', () => {
  const files = sourcesOf('test').filter((path) => importsInternals(path, readSource(path)));
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(MOST_TEST_FILES);
});

test('an import of a file that the package does not export is found', () => {
  expect(importsInternals('test/a/a.ts', "import { Param } from '../../lib/index.js';")).toBe(
    false,
  );
  expect(importsInternals('test/a/a.ts', "import { b } from '../b/lib/b.js';")).toBe(false);
  const internal = '../../lib/types/int.js';
  for (const text of [`import type { int } from '${internal}';`, `export * from '${internal}';`]) {
    expect(importsInternals('test/a/a.ts', text)).toBe(true);
  }
  expect(importsInternals('test/a/a.ts', `await import('${internal}');`)).toBe(true);
});

test('no listener of a server is replaced', () => {
  const found = lib.flatMap(([path, text]) => replacedListenersIn(path, text));
  expect(found.filter((place) => !INTERNALS.test(place.split(':')[0] ?? ''))).toEqual([]);
});

test('a replaced listener is found', () => {
  const code = `const [first] = server.listeners('request');
server.removeAllListeners('request');
server.off('request', first);
server.emit = function () {};
stream.off('close', done);
server.on('request', other);`;
  expect(replacedListenersIn('a.ts', code)).toEqual(['a.ts:1', 'a.ts:2', 'a.ts:3', 'a.ts:4']);
});

test('no function is recognized by its text', () => {
  const readers = lib
    .filter(([path, text]) => !INTERNALS.test(path) && readsTextOfFunctions(path, text))
    .map(([path]) => path);
  expect(readers.toSorted()).toEqual(Object.keys(READS_TEXTS).toSorted());
});

test('a file that reads the text of a function is found', () => {
  expect(readsTextOfFunctions('a.ts', 'Function.prototype.toString.call(method);')).toBe(true);
  expect(readsTextOfFunctions('a.ts', 'Object.prototype.toString.call(value);')).toBe(false);
  expect(readsTextOfFunctions('a.ts', '// Function.prototype.toString is not called.')).toBe(false);
});

function importsInternals(path: string, text: string): boolean {
  if (!text.includes('/lib/')) return false;
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => posix.join(posix.dirname(path), fileName))
    .some((file) => file.startsWith('lib/') && !ENTRY_POINTS.has(file));
}

/** `lib/index.js` and the others, from which the package exports. */
function readEntryPoints(): ReadonlySet<string> {
  const { exports } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  };
  return new Set(
    Object.values(exports).flatMap((one) =>
      typeof one === 'string' ? [] : [one.default.replace('./dist/', 'lib/')],
    ),
  );
}

function replacedListenersIn(path: string, text: string): readonly string[] {
  if (!/\b(?:emit|listeners|rawListeners|removeAllListeners|off|removeListener)\b/.test(text))
    return [];
  return placesIn(path, text, (node) => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      return ts.isPropertyAccessExpression(node.left) && node.left.name.text === 'emit';
    }
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
    const name = node.expression.name.text;
    const [event] = node.arguments;
    const isOfServer =
      event !== undefined && ts.isStringLiteral(event) && OF_SERVERS.has(event.text);
    return REPLACING.has(name) || (REMOVING.has(name) && isOfServer);
  });
}

function readsTextOfFunctions(path: string, text: string): boolean {
  if (!text.includes('Function.prototype.toString')) return false;
  const isReader = (node: ts.Node): boolean =>
    ts.isPropertyAccessExpression(node) && node.getText() === 'Function.prototype.toString';
  return placesIn(path, text, isReader).length > 0;
}

/** `a.ts:1`, for each node that is meant. */
function placesIn(
  path: string,
  text: string,
  isMeant: (node: ts.Node) => boolean,
): readonly string[] {
  const source = parseSource(path, text);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isMeant(node)) {
      found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
