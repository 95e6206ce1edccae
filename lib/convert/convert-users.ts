import { relative } from 'node:path';
import { ts } from '../compiler/program/typescript.js';
import type { ControllerConversion } from './convert-controller.js';
import { segmentsOf } from './application/module-paths.js';
import { nodesIn } from '../compiler/syntax/nodes.js';
import { type Edit, insert, replaceNode } from '../compiler/syntax/text-edits.js';

/** A change of the file that a node is in. */
export interface NodeEdit extends Edit {
  readonly node: ts.Node;
}

/**
 * Converts what other files do with a controller: testing modules get it, and modules bind middleware to it.
 *
 * A controller of the library is created on first use: `get()` of a testing module does not have it. Calls in
 * asynchronous functions become `await resolve()`; the others are left to a person. To `forRoutes()` of Nest, it
 * has no routes, so middleware would silently be bound to nothing: it gets their paths.
 *
 * @returns What changes in the files that name a controller, and what a person must change.
 */
export function convertUsers(
  conversions: readonly ControllerConversion[],
  sources: readonly ts.SourceFile[],
  checker: ts.TypeChecker,
  root: string,
  globalPrefix: string,
): { readonly edits: readonly NodeEdit[]; readonly lines: readonly string[] } {
  const controllers = new Map(
    conversions
      .filter(({ converted }) => converted.length > 0)
      .map((one) => [one.className, one] as const),
  );
  const edits: NodeEdit[] = [];
  const lines = new Set<string>();
  for (const source of sources) {
    const file = relative(root, source.fileName);
    for (const call of callsWith(controllers, source)) {
      if (isNamed(call.expression, 'forRoutes')) {
        for (const [argument, controller] of boundControllers(call, controllers)) {
          const paths = boundPaths(controller, segmentsOf(globalPrefix).length);
          const kept = controller.keepsController ? [argument.getText()] : [];
          edits.push({ node: argument, ...replaceNode(argument, [...kept, ...paths].join(', ')) });
          lines.add(
            `${controller.className}: forRoutes() has the paths of its routes in ${file}, with all their methods.`,
          );
        }
      } else if (isNamed(call.expression, 'get')) {
        const resolved = resolveEdits(call, checker);
        const name = call.arguments[0]?.getText() ?? '';
        edits.push(...resolved);
        if (resolved.length === 0) {
          lines.add(
            `${name}: take it with await module.resolve(${name}) instead of get() in ${file}.`,
          );
        }
      }
    }
  }
  return { edits, lines: [...lines] };
}

/** `module.get(ItemsController)`, with and without a type argument, and `forRoutes(…, ItemsController)`. */
function callsWith(
  controllers: ReadonlyMap<string, unknown>,
  source: ts.SourceFile,
): readonly ts.CallExpression[] {
  if (![...controllers.keys()].some((name) => source.text.includes(name))) return [];
  return nodesIn(source, ts.isCallExpression).filter(({ expression, arguments: all }) => {
    const named = isNamed(expression, 'get') ? all.slice(0, 1) : all;
    return named.some((argument) => controllers.has(argument.getText()));
  });
}

function isNamed(node: ts.Expression, name: string): node is ts.PropertyAccessExpression {
  return ts.isPropertyAccessExpression(node) && node.name.text === name;
}

function boundControllers(
  call: ts.CallExpression,
  controllers: ReadonlyMap<string, ControllerConversion>,
): readonly (readonly [ts.Expression, ControllerConversion])[] {
  return call.arguments.flatMap((argument) => {
    const controller = controllers.get(argument.getText());
    return controller === undefined ? [] : [[argument, controller] as const];
  });
}

/** As `forRoutes()` takes them: below the global prefix. */
function boundPaths({ converted }: ControllerConversion, prefixLength: number): readonly string[] {
  const paths = converted
    .flatMap(({ urls }) => urls)
    .map((url) => segmentsOf(url).slice(prefixLength).join('/'))
    .map((path) => `'${path.replaceAll(/\{(\w+)\}/g, ':$1')}'`);
  return [...new Set(paths)];
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
function resolveEdits(call: ts.CallExpression, checker: ts.TypeChecker): readonly NodeEdit[] {
  const { expression, parent } = call;
  if (!isNamed(expression, 'get') || !mayAwait(call)) return [];
  const receiver = checker.getTypeAtLocation(expression.expression);
  if (receiver.getProperty('resolve') === undefined) return [];
  const isOperand = ts.isPropertyAccessExpression(parent) || ts.isNonNullExpression(parent);
  const [open, close] = isOperand ? ['(', ')'] : ['', ''];
  return [
    { node: call, ...insert(call.getStart(), `${open}await `) },
    { node: call, ...replaceNode(expression.name, 'resolve') },
    { node: call, ...insert(call.getEnd(), close) },
  ];
}
