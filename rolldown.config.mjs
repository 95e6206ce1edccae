// Joins the modules of each entry point: two hundred files took 70 ms to import, these take 25. Joins their
// declarations too: an editor and the compiler plugin read fifteen files of them, not four hundred.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { minifySync } from 'rolldown/utils';
import { dts } from 'rolldown-plugin-dts';

const modules = fileURLToPath(new URL('./dist/modules/', import.meta.url));

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const { exports, bin } = read('./package.json');
const { schematics } = read('./lib/schematics/collection.json');

/** The file of an entry point, below `dist` and without `.js`. */
const entryOf = (path) => /^\.\/dist\/(.+)\.js$/.exec(path)?.slice(1) ?? [];
const PUBLIC = Object.values(exports).flatMap((one) => entryOf(one.default));

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

/** What the compiler wrote. */
const compiled = {
  name: 'compiled',
  load: (id) => ({
    code: readFileSync(id, 'utf8'),
    // The manifest speaks of whole entry points; within, a module may check something as it is loaded.
    moduleSideEffects: true,
  }),
};

/** Shortens the code: classes keep their names, which Nest shows, and lines stay short enough to be read. */
const shortened = {
  name: 'shortened',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      chunk.code = inLines(minifySync(chunk.fileName, chunk.code, SHORTENING).code);
  },
};
const keepNames = { function: false, class: true };
const SHORTENING = {
  module: true,
  compress: { target: 'es2023', keepNames },
  mangle: { toplevel: true, keepNames },
};

const LINE_LENGTH = 200;

/** Begins a line with the first statement or method after so many characters. */
function inLines(text) {
  let end = 0;
  const lines = [];
  for (const { start } of parseAst(text).body.flatMap(partsOf)) {
    if (start - end < LINE_LENGTH) continue;
    lines.push(text.slice(end, start));
    end = start;
  }
  return `${[...lines, text.slice(end)].join('\n')}\n`;
}

/** A statement, and the methods of a class. */
function partsOf(statement) {
  const { type, declarations = [] } = statement;
  const classes = [statement, ...declarations.map(({ init }) => init)];
  const members = classes.flatMap((one) => (one?.body?.type === 'ClassBody' ? one.body.body : []));
  return [statement, ...(type === 'VariableDeclaration' ? declarations.slice(1) : []), ...members];
}

/** Leaves out comments that name the source file of each part, with its path on this machine. */
const experimental = { attachDebugInfo: 'none' };

const code = {
  input: inputsOf(ENTRIES, '.js'),
  // The helpers of decorators are joined: once, and not once for each file.
  external: /^(?!tslib$)[^./]/,
  platform: 'node',
  plugins: [compiled, shortened],
  experimental,
  output: {
    dir: 'dist',
    format: 'esm',
    // They stand in the types; here, Node would keep them as long as a process runs.
    comments: false,
    chunkFileNames: 'chunks/[name].js',
  },
};

const declarations = {
  input: inputsOf(PUBLIC, '.d.ts'),
  external: /^[^./]/,
  platform: 'node',
  plugins: [dts({ dtsInput: true, tsconfig: false })],
  experimental,
  output: {
    dir: 'dist',
    format: 'esm',
    minifyInternalExports: false,
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'types/[name].d.ts',
  },
};

export default [code, declarations];
