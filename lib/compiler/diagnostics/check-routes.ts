import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { ControllerDeclaration } from '../../model/declaration/route-declaration.js';
import { checkAfter, checkController } from '../../rules/check-controller.js';
import { traitsReader } from '../classes/source-class-traits.js';
import type { ControllerHead } from '../declarations/controller-head.js';
import {
  subjectOf,
  type CheckedMethod,
  type Subject,
} from '../declarations/routes/declared-route.js';
import type { CallbackReadings } from '../declarations/routes/read-callbacks.js';
import { valueClassReader } from '../declarations/read-value-class.js';
import type { ProjectView } from '../program/project-view.js';
import { earlierControllers } from './earlier-controllers.js';
import { nodeOf } from './diagnostic-node.js';
import { ruleDiagnostic, type SourceDiagnostic } from './source-diagnostic.js';

/**
 * Holds a controller to the rules that the boot holds it to, and finds the place of each diagnostic in
 * the source. What is no constant in the source is left to the boot.
 */
export function checkRoutes(
  head: ControllerHead,
  methods: readonly CheckedMethod[],
  callbacks: CallbackReadings,
  view: ProjectView,
): readonly SourceDiagnostic[] {
  const subjects = methods.flatMap((method) =>
    method.routes.map((route) => subjectOf(method, route, callbacks, view)),
  );
  const diagnostics = [
    ...controllerDiagnostics(head, subjects, view),
    ...tableDiagnostics(head, subjects, view),
  ];
  return diagnostics.map((diagnostic) =>
    ruleDiagnostic(diagnostic, nodeOf(diagnostic.location, { head, subjects })),
  );
}

function controllerDiagnostics(
  head: ControllerHead,
  subjects: readonly Subject[],
  view: ProjectView,
): readonly Diagnostic[] {
  const readers = { properties: valueClassReader(view), traits: traitsReader(view) };
  const { diagnostics } = checkController(controllerOf(head, subjects), readers);
  // The compiler has read every parameter, or has reported why not.
  return diagnostics.filter(({ code }) => code !== 'RR1016');
}

/** Routes that repeat one of their own class, or one that comes before it in a module. */
function tableDiagnostics(
  head: ControllerHead,
  subjects: readonly Subject[],
  view: ProjectView,
): readonly Diagnostic[] {
  const own = controllerOf(head, subjects.filter(hasAddress));
  const others = head.isConstant ? earlierControllers(head.node, view) : [];
  return [[], ...others].flatMap((earlier) => checkAfter(earlier, own));
}

/** Whether path and methods of a route are constants. */
function hasAddress({ route }: Subject): boolean {
  return route.path !== undefined && route.methods !== undefined;
}

function controllerOf(
  { className, version, base }: ControllerHead,
  subjects: readonly Subject[],
): ControllerDeclaration {
  return { className, version, base, routes: subjects.map(({ declaration }) => declaration) };
}
