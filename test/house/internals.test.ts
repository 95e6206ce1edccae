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
const MOST_TEST_FILES = 90;

/** Where private parts of Nest, Express, Fastify, Node and optional packages may be touched. */
const INTERNALS = /^lib\/(?:nest|diagnostics|platform\/\w+)\/internals\.ts$/;

/** Other files that set members of objects by reflection, or replace functions, and of which objects. */
const SETS_MEMBERS: Readonly<Record<string, string>> = {
  'lib/diagnostics/http-error-catalogue.ts': 'The limit of stack traces, for the time of one call.',
  'lib/features/nest-errors/nest-exception.ts': 'An exception of the library.',
  'lib/lifecycle/messages/link.ts': 'A link that the library has made.',
  'lib/lifecycle/messages/linked-data.ts': 'A copy of an item.',
  'lib/lifecycle/messages/parameter-tree.ts': 'A record of the library.',
  'lib/lifecycle/steps/authorize.step.ts': 'The user of a request, which guards set too.',
  'lib/features/abort/run.step.ts': 'The name of an error that the library makes.',
  'lib/features/bindings/observe-bindings.ts': 'A view of a consumer.',
  'lib/nest/module/observe-adapter.ts': 'A symbol of the library on the adapter.',
  'lib/nest/composition/reports.ts': 'Names the class of an error, with `debug`.',
  'lib/features/plain/plain-response.ts': 'Counts the symbols of data.',
  'lib/nest/signatures/apply-signatures.ts': 'A signature, on the class that it describes.',
  'lib/features/value-classes/value-classes.ts': 'An instance that the library creates.',
  'lib/platform/sub-requests/in-process.ts': 'A request in process, which the library makes.',
  'lib/platform/sub-requests/enter.ts': 'A sub-request, which the library makes.',
  'lib/platform/sub-requests/message.ts': 'A request in process or a sub-request.',
  'lib/platform/sub-requests/recorded.ts': 'The response of such a request.',
  'lib/features/spelling/index.ts': 'A listener of the server, by a public method of Node.',
  'lib/platform/plain-routes.ts': 'The options of a route, which Fastify lets `onRoute` change.',
  'lib/features/versions/version.step.ts':
    'A function of a request, of which RestRequest has the method.',
  'lib/features/uploads/reading/upload-reader.ts': 'The body of a request, which parsers set too.',
  'lib/features/uploads/reading/upload-store.ts': 'A stream that the library creates.',
  'lib/schema/engine/instantiate.ts': 'An instance that the library creates.',
  'lib/schema/values/values.ts': 'A value that the library makes.',
  'lib/shared/brand.ts': 'A class of the library.',
  'lib/shared/report-error.ts': 'A copy of an error.',
};

/** The names by which functions of packages are recognized, and members without a public name. */
const PRIVATE_NAMES = [
  '_httpMessage',
  'FastifyError',
  'classValidatorMetadataStorage',
  'corsMiddleware',
  'fastify.Request',
  'fastify.reply.setCookies',
  'isTreeDurable',
  'isTreeStatic',
  'jsonParser',
  'microservices:handler_type',
  'rawParser',
  'textParser',
  'transientMap',
  'urlencodedParser',
  'warnOnMissingParamtypes',
  'websockets:message_mapping',
];

/** Other files that read the text of a function, and why. The list only gets shorter. */
const READS_TEXTS: Readonly<Record<string, string>> = {
  'lib/features/caching/engine/keys.ts':
    'Tells apart the functions of a policy, whose text is the same in each process.',
  'lib/decorators/reading/class-chain.ts': 'Signatures: the method that a source shows.',
  'lib/decorators/reading/declare-parameters.ts':
    'Signatures: parameters after one with a default.',
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

test('members of objects that are not of the library are set and replaced in internals.ts only', () => {
  const found = lib
    .filter(([path, text]) => !INTERNALS.test(path) && membersSetIn(path, text).length > 0)
    .map(([path]) => path);
  expect(found.toSorted()).toEqual(Object.keys(SETS_MEMBERS).toSorted());
});

test('a member that is set or replaced is found', () => {
  const code = `Reflect.set(adapter, 'init', init);
Object.defineProperty(request, 'query', { value });
wrapper.getInstanceByContextId = (context) => find(context);
function write() {}
response.write = write;
server.prependListener('connection', listener);
const isKnown = error.constructor.name === 'FastifyError';
message._read = endBody;
this.find = () => undefined;
const state = { find: () => undefined };
state.count = 1;
Reflect.get(request, 'user');`;
  expect(membersSetIn('a.ts', code)).toEqual([1, 2, 3, 5, 6, 7, 8].map((line) => `a.ts:${line}`));
});

test('private names of packages stand in internals.ts only', () => {
  const all = lib.flatMap(([path, text]) =>
    PRIVATE_NAMES.filter((name) => namesIn(path, text).has(name)).map((name) => ({ path, name })),
  );
  expect(all.filter(({ path }) => !INTERNALS.test(path))).toEqual([]);
  expect([...new Set(all.map(({ name }) => name))].toSorted()).toEqual(PRIVATE_NAMES.toSorted());
});

test('each function of an internals.ts has a row in docs/architecture.md', () => {
  const functions = lib
    .filter(([path]) => INTERNALS.test(path))
    .flatMap(([path, text]) =>
      exportedFunctions(path, text).map((name) => `${name} of ${shortPath(path)}`),
    );
  expect(functions.length).toBeGreaterThan(25);
  const rows = readSource('docs/architecture.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && /of `[\w/]+\/internals\.ts`\) \|/.test(line))
    .map((line) => line.split(' | '));
  expect(rows.filter((cells) => cells.length !== 4 || cells.some((cell) => cell === ''))).toEqual(
    [],
  );
  const named = rows.flatMap(([touched = '']) => functionsOfRow(touched));
  expect(named.toSorted()).toEqual(functions.toSorted());
});

test('a row names functions and their file', () => {
  const cell =
    '| Node: `emit` of a message, and others (`findClasses`, `responseOn` of `node/internals.ts`)';
  expect(functionsOfRow(cell)).toEqual([
    'findClasses of node/internals.ts',
    'responseOn of node/internals.ts',
  ]);
  expect(exportedFunctions('a.ts', 'export function a() {}\nfunction b() {}')).toEqual(['a']);
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

const SETTERS =
  /^(?:Reflect\.(?:set|defineProperty|deleteProperty|setPrototypeOf)|Object\.(?:definePropert(?:y|ies)|setPrototypeOf|getOwnPropertySymbols))$/;

/** Where members are set by reflection, functions replaced, listeners put first, or classes told apart by name. */
function membersSetIn(path: string, text: string): readonly string[] {
  const own = functionNamesIn(parseSource(path, text));
  return placesIn(path, text, (node) => {
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'name') {
      return node.expression.getText().endsWith('.constructor');
    }
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText();
      return SETTERS.test(called) || called.endsWith('.prependListener');
    }
    return ts.isBinaryExpression(node) && isReplacement(node, own);
  });
}

/** An assignment of a function, or to a member whose name begins with `_`. */
function isReplacement(
  { left, operatorToken, right }: ts.BinaryExpression,
  own: ReadonlySet<string>,
): boolean {
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  if (!ts.isPropertyAccessExpression(left)) return false;
  if (left.expression.kind === ts.SyntaxKind.ThisKeyword) return false;
  const isFunction = ts.isArrowFunction(right) || ts.isFunctionExpression(right);
  return (
    isFunction || left.name.text.startsWith('_') || (ts.isIdentifier(right) && own.has(right.text))
  );
}

function functionNamesIn(source: ts.SourceFile): ReadonlySet<string> {
  const declared = source.statements.filter((one) => ts.isFunctionDeclaration(one));
  return new Set(declared.flatMap(({ name }) => name?.text ?? []));
}

/** The names and texts in the code of a file. */
function namesIn(path: string, text: string): ReadonlySet<string> {
  if (!PRIVATE_NAMES.some((name) => text.includes(name))) return new Set();
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isStringLiteral(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(parseSource(path, text));
  return found;
}

function exportedFunctions(path: string, text: string): readonly string[] {
  return parseSource(path, text)
    .statements.filter((one) => ts.isFunctionDeclaration(one))
    .filter(({ modifiers = [] }) =>
      modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
    )
    .flatMap(({ name }) => name?.text ?? []);
}

test('docs/architecture.md lists all that the compiler asks the checker of TypeScript', () => {
  const declared = readSource('lib/compiler/program/typescript.ts');
  const [, asked = ''] = /type Checker = Pick<([^]*?)>;/.exec(declared) ?? [];
  const names = [...asked.matchAll(/'(\w+)'/g)].flatMap(([, name]) => name ?? []);
  const [, section = ''] =
    /### What the compiler asks TypeScript([^]*?)\n\nThe package/.exec(
      readSource('docs/architecture.md'),
    ) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  const listed = rows.flatMap((row) =>
    [...row.matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? []),
  );
  expect(listed.toSorted()).toEqual(names.toSorted());
  const compiler = sourcesOf('lib').filter((path) => path.startsWith('lib/compiler/'));
  const text = compiler.map(readSource).join('\n');
  expect(names.filter((name) => !text.includes(`.${name}(`))).toEqual([]);
});

/** `node/internals.ts`, as the table names it. */
function shortPath(path: string): string {
  return path.split('/').slice(-2).join('/');
}

/** Of `(`a`, `b` of `node/internals.ts`)` at the end of a cell. */
function functionsOfRow(cell: string): readonly string[] {
  const [, functions = '', file = ''] =
    /\(((?:`\w+`, )*`\w+`) of `([\w/]+\/internals\.ts)`\)$/.exec(cell) ?? [];
  return [...functions.matchAll(/`(\w+)`/g)].map(([, name]) => `${name} of ${file}`);
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
