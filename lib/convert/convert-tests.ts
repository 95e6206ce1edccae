import { relative } from 'node:path';
import { ts } from '../compiler/program/typescript.js';
import { nodesIn } from '../compiler/syntax/nodes.js';
import { type Edit, insert, replaceNode, withEdits } from '../compiler/syntax/text-edits.js';

/** The files that a conversion changes, and what it says to a person. */
export interface FileConversion {
  /** By absolute path. */
  readonly changes: ReadonlyMap<string, string>;
  readonly lines: readonly string[];
}

/**
 * A controller of the library is created on first use: `get()` of a testing module does not have it. Calls in
 * asynchronous functions become `await resolve()`; the others are left to a person.
 */
export function convertTests(
  controllers: ReadonlySet<string>,
  sources: readonly ts.SourceFile[],
  checker: ts.TypeChecker,
  root: string,
): FileConversion {
  const changes = new Map<string, string>();
  const lines: string[] = [];
  for (const source of sources) {
    const calls = callsOfGet(source, controllers);
    const edits = calls.flatMap((call) => resolveEdits(call, checker));
    if (edits.length > 0) changes.set(source.fileName, withEdits(source.text, edits));
    const left = calls.filter((call) => resolveEdits(call, checker).length === 0);
    for (const name of new Set(left.map((call) => call.arguments[0]?.getText()))) {
      const file = relative(root, source.fileName);
      lines.push(
        `${name}: take it with await module.resolve(${name}) instead of get() in ${file}.`,
      );
    }
  }
  return { changes, lines };
}

/** `module.get(ItemsController)`, with and without a type argument. */
function callsOfGet(
  source: ts.SourceFile,
  controllers: ReadonlySet<string>,
): readonly ts.CallExpression[] {
  if (![...controllers].some((name) => source.text.includes(name))) return [];
  return nodesIn(source, ts.isCallExpression).filter(
    ({ expression, arguments: [first] }) =>
      isGet(expression) && first !== undefined && controllers.has(first.getText()),
  );
}

function isGet(node: ts.Expression): node is ts.PropertyAccessExpression {
  return ts.isPropertyAccessExpression(node) && node.name.text === 'get';
}

/** The options of `resolve()` are its third argument. */
function mayAwait(call: ts.CallExpression): boolean {
  const within = ts.findAncestor(call, ts.isFunctionLike);
  const isAsync =
    within !== undefined &&
    ts.canHaveModifiers(within) &&
    ts.getModifiers(within)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
  return isAsync && call.arguments.length === 1;
}

/** None for a call that is left as it is. */
function resolveEdits(call: ts.CallExpression, checker: ts.TypeChecker): readonly Edit[] {
  const { expression, parent } = call;
  if (!isGet(expression) || !mayAwait(call)) return [];
  const receiver = checker.getTypeAtLocation(expression.expression);
  if (receiver.getProperty('resolve') === undefined) return [];
  const isOperand = ts.isPropertyAccessExpression(parent) || ts.isNonNullExpression(parent);
  const [open, close] = isOperand ? ['(', ')'] : ['', ''];
  return [
    insert(call.getStart(), `${open}await `),
    replaceNode(expression.name, 'resolve'),
    insert(call.getEnd(), close),
  ];
}
