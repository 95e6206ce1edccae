import { readImports } from '../compiler/syntax/text-edits.js';
import { ts } from '../compiler/program/typescript.js';
import { COMMON, decoratorsOf, named, type NestDecorator, textOf } from './nest-decorators.js';
import { segmentsOf } from './application/module-paths.js';
import { isHandler, type ReadHandler, ROUTE_METHODS } from './read-handlers.js';

/** A handler that stays plain: Nest finds it before any route of the library. */
interface PlainHandler {
  readonly name: string;
  readonly matches: (method: string, path: readonly string[]) => boolean;
}

/**
 * Takes out the handlers whose requests would reach one that stays plain: `/cats/me` where `/cats/:id` stays.
 * A handler that is taken out stays plain too, and `shadowed` says why.
 */
export function withoutShadowed(
  handlers: readonly ReadHandler[],
  staying: readonly ts.MethodDeclaration[],
  places: readonly string[],
  checker: ts.TypeChecker,
): { readonly handlers: readonly ReadHandler[]; readonly shadowed: readonly string[] } {
  const shadowed: string[] = [];
  let left = handlers;
  let plain = staying.map((node) => readPlain(node, places, checker));
  while (plain.length > 0) {
    const hidden = left.flatMap((handler) => {
      const by = plain.find((one) => isHidden(handler, one));
      return by === undefined ? [] : [{ handler, by }];
    });
    shadowed.push(
      ...hidden.map(
        ({ handler, by }) =>
          `${handler.name} stays as it was: ${by.name} stays, and would get its requests.`,
      ),
    );
    left = left.filter((handler) => !hidden.some((one) => one.handler === handler));
    plain = hidden.map(({ handler }) => readPlain(handler.node, places, checker));
  }
  return { handlers: left, shadowed };
}

/** The handlers that a class inherits. Declarations have no decorators: each method may be one. */
export function inheritedMethods(
  node: ts.ClassDeclaration,
  checker: ts.TypeChecker,
): readonly ts.MethodDeclaration[] {
  return checker
    .getPropertiesOfType(checker.getTypeAtLocation(node))
    .flatMap(({ valueDeclaration }) => valueDeclaration ?? [])
    .filter(ts.isMethodDeclaration)
    .filter((one) => one.parent !== node)
    .filter((one) => one.getSourceFile().isDeclarationFile || isHandler(decoratorsIn(one)));
}

function isHidden({ route, paths }: ReadHandler, { matches }: PlainHandler): boolean {
  return paths.some((path) => matches(route.name, path));
}

function readPlain(
  node: ts.MethodDeclaration,
  places: readonly string[],
  checker: ts.TypeChecker,
): PlainHandler {
  const routes = named(decoratorsIn(node), COMMON, ...ROUTE_METHODS, 'All');
  const patterns = routes.flatMap(({ name, arguments: [argument] }) => {
    const nodes =
      argument !== undefined && ts.isArrayLiteralExpression(argument)
        ? [...argument.elements]
        : [argument];
    return nodes.map((one) => ({
      name,
      // A path that is not known may be any.
      path: one === undefined ? '' : (textOf(one, checker) ?? '*'),
    }));
  });
  return {
    name: node.name.getText(),
    matches: (method, path) =>
      patterns.some(
        ({ name, path: text }) =>
          (name === 'All' || name === method) && isMatch([...places, ...segmentsOf(text)], path),
      ),
  };
}

/** Whether a pattern of Nest matches a path of the library whose literals are its own. */
function isMatch(
  [first, ...pattern]: readonly string[],
  [segment, ...path]: readonly string[],
): boolean {
  if (first === undefined) return segment === undefined;
  if (/[*{}()?+]/.test(first.replaceAll(/\{\w+\}/g, ''))) return true;
  if (segment === undefined) return false;
  return (first.includes(':') || first === segment) && isMatch(pattern, path);
}

function decoratorsIn(node: ts.Node): readonly NestDecorator[] {
  return decoratorsOf(node, readImports(node.getSourceFile()));
}
