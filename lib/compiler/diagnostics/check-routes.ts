import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { ControllerDeclaration } from '../../model/declaration/route-declaration.js';
import { checkAfter, compileController } from '../../rules/compile-route.js';
import { traitsReader } from '../classes/source-class-traits.js';
import type { ControllerHead } from '../declarations/controller-head.js';
import type { ControllerReading } from '../declarations/read-controller.js';
import type { DeclaredRoute } from '../declarations/routes/read-route.js';
import { valueClassReader } from '../declarations/value-class-reader.js';
import type { ProjectView } from '../program/project-view.js';
import { earlierControllers } from './earlier-controllers.js';
import { nodeOf } from './diagnostic-node.js';
import { ruleDiagnostic, type SourceDiagnostic } from './source-diagnostic.js';

/**
 * Checks a controller by the rules that it is checked by at startup, and finds the place of each
 * diagnostic in the source. Values that are not constant in the source are checked at startup only.
 */
export function checkRoutes(
  { head, routes }: ControllerReading,
  view: ProjectView,
): readonly SourceDiagnostic[] {
  const diagnostics = [
    ...controllerDiagnostics(head, routes, view),
    ...tableDiagnostics(head, routes, view),
  ];
  return diagnostics.map((diagnostic) =>
    ruleDiagnostic(diagnostic, nodeOf(diagnostic.location, head, routes)),
  );
}

function controllerDiagnostics(
  head: ControllerHead,
  routes: readonly DeclaredRoute[],
  view: ProjectView,
): readonly Diagnostic[] {
  const readers = { properties: valueClassReader(view), traits: traitsReader(view) };
  const { diagnostics } = compileController(controllerOf(head, routes), readers);
  // The compiler has read every parameter, or has reported why not.
  return diagnostics.filter(({ code }) => code !== 'RR1016');
}

/** Routes that repeat one of their own class, or one that comes before it in a module. */
function tableDiagnostics(
  head: ControllerHead,
  routes: readonly DeclaredRoute[],
  view: ProjectView,
): readonly Diagnostic[] {
  const own = controllerOf(head, routes.filter(hasAddress));
  const others = head.isConstant ? earlierControllers(head.node, view) : [];
  return (others.length === 0 ? [[]] : others).flatMap((earlier) => checkAfter(earlier, own));
}

/** Whether path and methods of a route are constants. */
function hasAddress({ route }: DeclaredRoute): boolean {
  return route.path !== undefined && route.methods !== undefined;
}

function controllerOf(
  { className, version, base }: ControllerHead,
  routes: readonly DeclaredRoute[],
): ControllerDeclaration {
  return { className, version, base, routes: routes.map(({ declaration }) => declaration) };
}
