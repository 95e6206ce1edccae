import type {
  ClassReaders,
  ControllerDeclaration,
  RouteDeclaration,
} from '../../model/declaration/route-declaration.js';
import { judgeController } from '../../rules/check-controller.js';
import { judgeTable } from '../../rules/check-table.js';
import { nodeOf } from './diagnostic-node.js';
import type { ProjectView } from '../program/project-view.js';
import type { CallbackReadings } from '../declarations/read-callbacks.js';
import type { ControllerHead } from '../declarations/read-controller.js';
import { traitsReader } from '../classes/source-class-traits.js';
import { subjectOf, type JudgedMethod, type Subject } from '../declarations/declared-route.js';
import { ruleFault, type SourceFault } from './source-diagnostic.js';
import { valueClassReader } from '../declarations/read-value-class.js';

/**
 * Holds a controller to the rules that the boot holds it to, route by route, so that each fault is
 * told at its own place. What is no constant in the source is left to the boot.
 */
export function judgeRoutes(
  head: ControllerHead,
  methods: readonly JudgedMethod[],
  callbacks: CallbackReadings,
  view: ProjectView,
): readonly SourceFault[] {
  const subjects = methods.flatMap((method) =>
    method.routes.map((route) => subjectOf(method, route, callbacks, view)),
  );
  const readers = { properties: valueClassReader(view), traits: traitsReader(view) };
  return [
    ...headFaults(head, readers),
    ...subjects.flatMap((subject) => routeFaults(head, subject, readers)),
    ...tableFaults(head, subjects),
  ];
}

function headFaults(head: ControllerHead, readers: ClassReaders): readonly SourceFault[] {
  const { faults } = judgeController(controllerOf(head, []), readers);
  return faults.map((fault) =>
    ruleFault(
      fault,
      head.arguments[fault.code === 'RR1002' ? 0 : 1] ?? head.node.name ?? head.node,
    ),
  );
}

function routeFaults(
  head: ControllerHead,
  subject: Subject,
  readers: ClassReaders,
): readonly SourceFault[] {
  const controller = controllerOf(head, [subject.declaration]);
  const ofHead = judgeController({ ...controller, routes: [] }, readers).faults.length;
  return (
    judgeController(controller, readers)
      .faults.slice(ofHead)
      // The compiler has read every parameter, or has told why not.
      .filter(({ code }) => code !== 'RR1016')
      .map((fault) => ruleFault(fault, nodeOf(fault, subject)))
  );
}

/** The same path and method twice in one controller; across controllers the boot alone can tell. */
function tableFaults(head: ControllerHead, subjects: readonly Subject[]): readonly SourceFault[] {
  const readable = subjects.filter(
    ({ route }) => route.path !== undefined && route.methods !== undefined,
  );
  const count = (until: number) =>
    judgeTable([
      controllerOf(
        head,
        readable.slice(0, until).map(({ declaration }) => declaration),
      ),
    ]);
  return readable.flatMap((subject, index) =>
    count(index + 1)
      .slice(count(index).length)
      .map((fault) => ruleFault(fault, nodeOf(fault, subject))),
  );
}

function controllerOf(
  { className, version, base }: ControllerHead,
  routes: readonly RouteDeclaration[],
): ControllerDeclaration {
  return { className, version, base, routes };
}
