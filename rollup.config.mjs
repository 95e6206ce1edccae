// Joins the modules of each entry point: two hundred files took 70 ms to import, these take 25. Joins their
// declarations too: an editor and the compiler plugin read fifteen files of them, not four hundred.
// Nothing is shortened or left out: what is shipped is what the tests of `lib` have run, comments included. Only the
// CommonJS, which Jest alone reads, has no comments.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';

const modules = fileURLToPath(new URL('./dist/modules/', import.meta.url));

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const { exports, bin } = read('./package.json');
const { schematics } = read('./lib/schematics/collection.json');

/** The file of an entry point, below `dist` and without `.js`. */
const entryOf = (path) => /^\.\/dist\/(.+)\.js$/.exec(path)?.slice(1) ?? [];
const PUBLIC = Object.values(exports).flatMap((one) => entryOf(one.default));

/**
 * What applications and their tests import, also as CommonJS: Jest before Node 24.9 requires no ES modules. Node and
 * the bundlers that know the condition `module-sync` take the ES modules, so that a process has one copy.
 */
const REQUIRED = Object.values(exports).flatMap((one) =>
  one.require === undefined ? [] : entryOf(one.default),
);

/** Whatever the manifest and the collection of schematics name. */
const ENTRIES = [
  ...PUBLIC,
  ...Object.values(bin).flatMap(entryOf),
  ...Object.values(schematics).map(
    ({ factory }) => `schematics/${/^\.\/(.+)\.js#/.exec(factory)[1]}`,
  ),
];

const inputsOf = (entries, extension) =>
  Object.fromEntries(entries.map((entry) => [entry, `${modules}${entry}${extension}`]));

const output = {
  dir: 'dist',
  format: 'esm',
  generatedCode: 'es2015',
  minifyInternalExports: false,
  hoistTransitiveImports: false,
};

/** A cycle between modules would change the order in which they run, and an unresolved import would be a hole. */
const onwarn = ({ code, message }) => {
  throw new Error(`${code}: ${message}`);
};

/** The helpers of decorators are joined: once, and not once for each file. */
const helpers = {
  name: 'helpers',
  resolveId: (id) =>
    id === 'tslib' ? fileURLToPath(import.meta.resolve('tslib/tslib.es6.mjs')) : null,
};

/**
 * V8 keeps a source with a character beyond Latin-1 at two bytes for each of its characters. As an escape in a text,
 * such as that of an ellipsis, the character is the same.
 */
const inOneByte = {
  name: 'in-one-byte',
  renderChunk: (chunk) => ({ code: chunk.replace(/[\u{100}-\u{10ffff}]/gu, escaped), map: null }),
};

/** The UTF-16 code units of a character as escapes. */
function escaped(character) {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

const code = {
  input: inputsOf(ENTRIES, '.js'),
  external: /^(?!tslib$)[^./]/,
  plugins: [helpers, inOneByte],
  // A bundler that removes what it takes for unused may remove a check.
  treeshake: false,
  onwarn,
  output: { ...output, chunkFileNames: 'chunks/[name].js' },
};

/** They are a third of the code. */
const withoutComments = {
  name: 'without-comments',
  renderChunk: (chunk) =>
    ts.transpileModule(chunk, {
      compilerOptions: {
        allowJs: true,
        module: ts.ModuleKind.CommonJS,
        removeComments: true,
        target: ts.ScriptTarget.ES2023,
      },
      fileName: 'chunk.cjs',
    }).outputText,
};

const commonJs = {
  ...code,
  plugins: [helpers, withoutComments, inOneByte],
  input: inputsOf(REQUIRED, '.js'),
  output: {
    ...output,
    dir: 'dist/commonjs',
    format: 'cjs',
    interop: 'auto',
    // Jest imports nothing in CommonJS without a flag of Node.
    dynamicImportInCjs: false,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name].cjs',
  },
};

const declarations = {
  input: inputsOf(PUBLIC, '.d.ts'),
  external: /^[^./]/,
  plugins: [dts({ tsconfig: 'lib/tsconfig.json' })],
  output: {
    // Module resolution before Node 16 knows no "imports" of a package.
    paths: { '#typescript': 'typescript' },
    ...output,
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'types/[name].ts',
  },
};

export default [code, commonJs, declarations];
