import { ts } from '../../compiler/program/typescript.js';
import { nodesIn, optionOf } from '../../compiler/syntax/nodes.js';
import { readImports } from '../../compiler/syntax/text-edits.js';
import { COMMON, constantOf, decoratorsOf, named, symbolOf, textOf } from '../nest-decorators.js';

/** Reads what calls of `RouterModule.register` put in front of the paths of controllers. */
export function readModulePaths(
  calls: readonly ts.CallExpression[],
  sources: readonly ts.SourceFile[],
  checker: ts.TypeChecker,
): {
  /** The segments in front of the path of a controller; a text says why they are not known. */
  readonly modulePath: (controller: ts.ClassDeclaration) => readonly string[] | string;
  /** A part of their routes is not a constant. */
  readonly isPartial: boolean;
} {
  if (calls.length === 0) return { modulePath: () => [], isPartial: false };
  const routed = new Map<ts.Symbol, string>();
  const areWhole = calls.map(({ arguments: [routes] }) => readRoutes(routes, '', routed, checker));
  const modules = sources.flatMap((source) => modulesIn(source, checker));
  return {
    isPartial: areWhole.includes(false),
    modulePath: (controller) => {
      const own = symbolOf(controller.name, checker);
      const paths = modules
        .filter(([, controllers]) => own !== undefined && controllers.has(own))
        .map(([module]) => routed.get(module) ?? '');
      const [path = '', ...others] = paths;
      if (others.some((other) => other !== path))
        return 'its modules have several paths of RouterModule';
      const converted = convertPath(path);
      return converted === undefined
        ? `the path ${path} of RouterModule has characters that no route has`
        : segmentsOf(converted);
    },
  };
}

/**
 * Below a path: a tree of objects with `path`, `module` and `children`, where a child may be a class alone.
 *
 * @param routed Gets the paths of modules by the symbols of their classes.
 * @returns Whether all of it is constant.
 */
function readRoutes(
  expression: ts.Expression | undefined,
  above: string,
  routed: Map<ts.Symbol, string>,
  checker: ts.TypeChecker,
): boolean {
  const list = expression === undefined ? undefined : constantOf(expression, checker);
  if (list === undefined || !ts.isArrayLiteralExpression(list)) return false;
  const areWhole = list.elements.map((element) =>
    ts.isSpreadElement(element)
      ? readRoutes(element.expression, above, routed, checker)
      : readRoute(element, above, routed, checker),
  );
  return !areWhole.includes(false);
}

function readRoute(
  element: ts.Expression,
  above: string,
  routed: Map<ts.Symbol, string>,
  checker: ts.TypeChecker,
): boolean {
  const route = constantOf(element, checker);
  const pathNode = optionOf(route, 'path');
  const path = pathNode === undefined ? '' : textOf(pathNode, checker);
  if (route !== undefined && ts.isObjectLiteralExpression(route) && path !== undefined) {
    const whole = [...segmentsOf(above), ...segmentsOf(path)].join('/');
    const stated = optionOf(route, 'module');
    const module = symbolOf(stated, checker);
    if (module !== undefined) routed.set(module, whole);
    const children = optionOf(route, 'children');
    const areWhole = children === undefined || readRoutes(children, whole, routed, checker);
    const isKnown = module !== undefined || stated === undefined;
    return areWhole && isKnown && route.properties.every(ts.isPropertyAssignment);
  }
  const child = symbolOf(element, checker);
  const declaration = child?.valueDeclaration;
  if (child === undefined || declaration === undefined || !ts.isClassDeclaration(declaration)) {
    return false;
  }
  routed.set(child, above);
  return true;
}

/** The classes with `@Module`, and the controllers that each lists. */
function modulesIn(
  source: ts.SourceFile,
  checker: ts.TypeChecker,
): readonly (readonly [module: ts.Symbol, controllers: ReadonlySet<ts.Symbol>])[] {
  if (!source.text.includes('@Module')) return [];
  const imported = readImports(source);
  return nodesIn(source, ts.isClassDeclaration).flatMap((node) => {
    const symbol = symbolOf(node.name, checker);
    const [module] = named(decoratorsOf(node, imported), COMMON, 'Module');
    if (symbol === undefined || module === undefined) return [];
    const stated = optionOf(module.arguments[0], 'controllers');
    const list = stated === undefined ? undefined : constantOf(stated, checker);
    const elements = list !== undefined && ts.isArrayLiteralExpression(list) ? list.elements : [];
    const controllers = elements.flatMap((one) => symbolOf(one, checker) ?? []);
    return [[symbol, new Set(controllers)] as const];
  });
}

/** The segments of a path, without empty ones. */
export function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** A path of Nest with the library's placeholders; `undefined` if it has anything that no path of the library has. */
export function convertPath(path: string): string | undefined {
  const segments = segmentsOf(path).map((segment) =>
    segment.replaceAll(/:([A-Za-z_]\w*)/g, '{$1}'),
  );
  const isAllowed = segments.every((one) => /^(?:[A-Za-z0-9._~-]|\{[A-Za-z_]\w*\})+$/.test(one));
  return isAllowed ? segments.map((segment) => `/${segment}`).join('') : undefined;
}
