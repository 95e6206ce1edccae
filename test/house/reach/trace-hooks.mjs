// Makes each function of the compiled modules report that it was entered.
import ts from 'typescript';

const MODULES = '/dist/modules/';

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  const [, file] = url.split(MODULES);
  if (file === undefined || loaded.format !== 'module') return loaded;
  return { ...loaded, source: traced(file, String(loaded.source)) };
}

/** The text of a module whose functions report their names. */
function traced(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const insertions = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) insert(node);
    ts.forEachChild(node, visit);
  };
  const insert = (node) => {
    const report = `globalThis.restTrace?.(${JSON.stringify(file)}, ${JSON.stringify(nameOf(node))})`;
    const { body } = node;
    if (!ts.isBlock(body)) {
      insertions.push([body.getStart(source), `(${report}, `], [body.end, ')']);
      return;
    }
    insertions.push([startOf(node, body), ` ${report};`]);
  };
  // A constructor may use "this" only after "super".
  const startOf = (node, body) => {
    const isSuper = (one) => one.getText(source).startsWith('super(');
    const first = ts.isConstructorDeclaration(node) ? body.statements.find(isSuper) : undefined;
    return first?.end ?? body.getStart(source) + 1;
  };
  visit(source);
  // Of two at one place, the outer one comes first: it was found first.
  return insertions
    .map((one, order) => ({ at: one[0], text: one[1], order }))
    .toSorted((a, b) => a.at - b.at || a.order - b.order)
    .reduceRight(
      (result, { at, text: added }) => result.slice(0, at) + added + result.slice(at),
      text,
    );
}

function nameOf(node) {
  const { name, parent } = node;
  const named = name ?? parent?.name;
  return named?.getText?.() ?? '(anonymous)';
}
