// The functions that the package does not export, out of the files that it ships: a benchmark of them measures
// what users run. An export is added to the text of a file as it is loaded, and nothing else.
import { readdirSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { parseAst } from 'rollup/parseAst';

const CHUNKS = new URL('../../../dist/chunks/', import.meta.url);

register(import.meta.url);

/** The values of these names at the top level of the package's files: `await shipped('compileSchema')`. */
export async function shipped(...names) {
  const found = {};
  for (const name of names) found[name] = (await import(fileOf(name)))[name];
  return found;
}

function fileOf(name) {
  const declaration = new RegExp(`^(?:async )?(?:function|class|const) ${name}\\b`, 'm');
  const files = readdirSync(CHUNKS).filter((file) =>
    declaration.test(readFileSync(new URL(file, CHUNKS), 'utf8')),
  );
  if (files.length !== 1) throw new Error(`${name} is in ${files.length} files of dist/chunks.`);
  return new URL(files[0], CHUNKS).href;
}

/** The hook of Node: exports each function, class and constant of a file of the package under its name. */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.startsWith(CHUNKS.href)) return loaded;
  const source = String(loaded.source);
  const { body } = parseAst(source);
  const exported = new Set(
    body
      .filter(({ type }) => type === 'ExportNamedDeclaration')
      .flatMap(({ specifiers }) => specifiers.map((one) => one.exported.name)),
  );
  const declared = body.flatMap(({ id, declarations = [] }) =>
    [id, ...declarations.map((one) => one.id)].flatMap((one) => one?.name ?? []),
  );
  const more = declared.filter((name) => !exported.has(name));
  return { ...loaded, source: `${source}\nexport { ${more.join(', ')} };\n` };
}
