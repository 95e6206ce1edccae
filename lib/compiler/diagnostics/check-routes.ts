import type { ClassReaders } from '../../model/declaration/class-readers.js';
import type {
  ControllerDeclaration,
  RouteDeclaration,
} from '../../model/declaration/route-declaration.js';
import { checkController } from '../../rules/check-controller.js';
import { checkTable } from '../../rules/check-table.js';
import { nodeOf } from './diagnostic-node.js';
import type { ProjectView } from '../program/project-view.js';
import type { CallbackReadings } from '../declarations/routes/read-callbacks.js';
import type { ControllerHead } from '../declarations/read-controller.js';
import { traitsReader } from '../classes/source-class-traits.js';
import {
  subjectOf,
  type CheckedMethod,
  type Subject,
} from '../declarations/routes/declared-route.js';
import { ruleDiagnostic, type SourceDiagnostic } from './source-diagnostic.js';
import { valueClassReader } from '../declarations/read-value-class.js';

/**
 * Holds a controller to the rules that the boot holds it to, route by route, so that each diagnostic is
 * told at its own place. What is no constant in the source is left to the boot.
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
  const readers = { properties: valueClassReader(view), traits: traitsReader(view) };
  return [
    ...headDiagnostics(head, readers),
    ...subjects.flatMap((subject) => routeDiagnostics(head, subject, readers)),
    ...tableDiagnostics(head, subjects),
  ];
}

function headDiagnostics(head: ControllerHead, readers: ClassReaders): readonly SourceDiagnostic[] {
  const { diagnostics } = checkController(controllerOf(head, []), readers);
  return diagnostics.map((diagnostic) =>
    ruleDiagnostic(
      diagnostic,
      head.arguments[diagnostic.code === 'RR1002' ? 0 : 1] ?? head.node.name ?? head.node,
    ),
  );
}

function routeDiagnostics(
  head: ControllerHead,
  subject: Subject,
  readers: ClassReaders,
): readonly SourceDiagnostic[] {
  const controller = controllerOf(head, [subject.declaration]);
  const ofHead = checkController({ ...controller, routes: [] }, readers).diagnostics.length;
  return (
    checkController(controller, readers)
      .diagnostics.slice(ofHead)
      // The compiler has read every parameter, or has told why not.
      .filter(({ code }) => code !== 'RR1016')
      .map((diagnostic) => ruleDiagnostic(diagnostic, nodeOf(diagnostic, subject)))
  );
}

/** The same path and method twice in one controller; across controllers the boot alone can tell. */
function tableDiagnostics(
  head: ControllerHead,
  subjects: readonly Subject[],
): readonly SourceDiagnostic[] {
  const readable = subjects.filter(
    ({ route }) => route.path !== undefined && route.methods !== undefined,
  );
  const count = (until: number) =>
    checkTable([
      controllerOf(
        head,
        readable.slice(0, until).map(({ declaration }) => declaration),
      ),
    ]);
  return readable.flatMap((subject, index) =>
    count(index + 1)
      .slice(count(index).length)
      .map((diagnostic) => ruleDiagnostic(diagnostic, nodeOf(diagnostic, subject))),
  );
}

function controllerOf(
  { className, version, base }: ControllerHead,
  routes: readonly RouteDeclaration[],
): ControllerDeclaration {
  return { className, version, base, routes };
}
