import type { ControllerDeclaration } from '../../model/declaration/route-declaration.js';
import { routeMethodsOf, type RouteMethod } from '../classes/route-methods.js';
import { isController, lineageOf } from '../classes/heritage.js';
import { readHead } from '../declarations/controller-head.js';
import { readMethod } from '../declarations/routes/read-method.js';
import { readRoute } from '../declarations/routes/read-route.js';
import type { ProjectView } from '../program/project-view.js';
import type { ts } from '../program/typescript.js';
import { isRejection } from '../syntax/rejection.js';
import type { TypeScope } from '../types/type-reader.js';
import { createTypeScope } from '../types/type-scope.js';
import { listedClasses } from './listed-classes.js';

/**
 * The controllers that share a namespace with a class for certain and come before it, one list for
 * each module that lists the class. All classes of a module have the namespace that
 * `RestModule.forFeature` and `RouterModule` give that module. Classes of one file or of two modules
 * may have different namespaces, or never be in one application: they can be checked only at startup.
 */
export function earlierControllers(
  node: ts.ClassLikeDeclaration,
  view: ProjectView,
): readonly (readonly ControllerDeclaration[])[] {
  return view.once(listedClasses).flatMap((classes) => {
    const place = classes.indexOf(node);
    const earlier = place < 1 ? [] : [...new Set(classes.slice(0, place))];
    return earlier.length === 0 ? [] : [earlier.flatMap((one) => addressesOf(one, view))];
  });
}

/** Paths and methods of a controller, where they are constant; none for any other class. */
function addressesOf(
  node: ts.ClassLikeDeclaration,
  view: ProjectView,
): readonly ControllerDeclaration[] {
  view.visit(node);
  const lineage = lineageOf(node, view);
  const head = readHead(node, lineage, view);
  if (!isController(lineage, view) || !head.isConstant) return [];
  const { className, version, base } = head;
  const routes = routeMethodsOf(lineage, view).flatMap((method) =>
    isRejection(method) ? [] : routesOf(method, createTypeScope(view, node)),
  );
  return [{ className, version, base, routes }];
}

function routesOf(
  { name: methodName, node, typeArguments, routes }: RouteMethod,
  scope: TypeScope,
): ControllerDeclaration['routes'] {
  const read = routes.map((decorator) => readRoute(decorator, scope.view));
  // Placeholders match what the types of their parameters say, wherever they are.
  const parameters = readMethod(node, { ...scope, typeArguments }).parameters;
  return read.flatMap(({ path, methods, options }, routeIndex) => {
    if (path === undefined || methods === undefined) return [];
    const sources = parameters.map(({ source }) => source);
    const route = { methodName, routeIndex, path, methods, permission: undefined, options };
    return [{ ...route, parameters: sources }];
  });
}
