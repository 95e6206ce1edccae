import type { Fault } from '../errors/faults.js';
import type {
  ControllerDeclaration,
  PermissionDeclaration,
  RouteDeclaration,
  ValueClassReader,
} from '../signature/declaration.js';
import { judgeController } from '../signature/judge-controller.js';
import { judgeTable } from '../signature/judge-table.js';
import { routeNode, ruleNode } from './fault-node.js';
import type { OurDecorator } from './our-decorators.js';
import type { ProjectView } from './project-view.js';
import type { CallbackReadings } from './read-callbacks.js';
import type { ControllerHead } from './read-controller.js';
import type { MethodReading } from './read-method.js';
import { readCache } from './read-cache.js';
import type { ParameterReading } from './read-parameter.js';
import type { RouteReading } from './read-route.js';
import { isRefusal } from './reading.js';
import { ruleFault, type SourceFault } from './source-fault.js';
import { valueClassReader } from './read-value-class.js';
import type { ts } from './typescript.js';

/** A method with its routes, read and ready for the rules. */
export interface JudgedMethod {
  readonly name: string;
  readonly node: ts.MethodDeclaration;
  readonly reading: MethodReading;
  readonly routes: readonly RouteReading[];
  readonly cache?: OurDecorator;
}

/** One route, with all that a fault of it may point at. */
interface Subject {
  readonly method: JudgedMethod;
  readonly route: RouteReading;
  readonly callback: MethodReading | undefined;
  readonly declaration: RouteDeclaration;
}

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
  const readValueClass = valueClassReader(view);
  return [
    ...headFaults(head, readValueClass),
    ...subjects.flatMap((subject) => routeFaults(head, subject, readValueClass)),
    ...tableFaults(head, subjects),
  ];
}

function headFaults(
  head: ControllerHead,
  readValueClass: ValueClassReader,
): readonly SourceFault[] {
  const { faults } = judgeController(controllerOf(head, []), readValueClass);
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
  readValueClass: ValueClassReader,
): readonly SourceFault[] {
  const controller = controllerOf(head, [subject.declaration]);
  const ofHead = judgeController({ ...controller, routes: [] }, readValueClass).faults.length;
  return (
    judgeController(controller, readValueClass)
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

function subjectOf(
  method: JudgedMethod,
  route: RouteReading,
  { readings }: CallbackReadings,
  view: ProjectView,
): Subject {
  const { permission } = route;
  const isCallback =
    permission !== undefined && !isRefusal(permission) && permission.kind === 'callback';
  const callback = isCallback ? readings.get(permission.node) : undefined;
  const cache = method.cache === undefined ? undefined : readCache(method.cache, view);
  const declared = permissionOf(route, callback);
  return {
    method,
    route,
    callback,
    declaration: {
      methodName: method.name,
      path: route.path ?? '',
      methods: route.methods ?? ['GET'],
      permission: declared,
      parameters: method.reading.parameters.map(({ source }) => source),
      ...(cache === undefined ? {} : { cache }),
    },
  };
}

function permissionOf(
  { permission, hasPermission }: RouteReading,
  callback: MethodReading | undefined,
): PermissionDeclaration | undefined {
  if (!hasPermission) return undefined;
  if (permission === undefined || isRefusal(permission)) return { kind: 'public' };
  if (permission.kind !== 'callback') return permission;
  const { name, isStatic } = permission;
  const parameters = callback?.parameters.map(({ source }) => source) ?? [];
  return { kind: 'callback', name, isStatic, parameters };
}

function nodeOf(fault: Fault, subject: Subject): ts.Node {
  const parameter = parameterOf(fault, subject);
  return parameter === undefined
    ? routeNode(fault.code, subject.route, subject.method.cache)
    : ruleNode(fault.code, parameter);
}

/** Rules name a parameter, a placeholder or a parameter of the callback. */
function parameterOf(
  { parameterName, methodName, code }: Fault,
  { method, callback }: Subject,
): ParameterReading | undefined {
  if (code === 'RR1003') return undefined;
  const asked = /^callback parameter (.+)$/.exec(parameterName ?? '')?.[1];
  const isOfCallback = asked !== undefined || methodName !== method.name;
  const name = asked ?? parameterName?.replace(/^\{(.+)\}$/, '$1');
  const among = (isOfCallback ? callback : method.reading)?.parameters ?? [];
  // Of two with the same name, the second is the one too many.
  return code === 'RR1021'
    ? secondOfOneName(among)
    : among.find((parameter) => argumentName(parameter) === name);
}

function secondOfOneName(among: readonly ParameterReading[]): ParameterReading | undefined {
  const names = among.map(argumentName);
  return among.find((_, index) => names.indexOf(names[index] ?? '') < index);
}

function argumentName({ source, signature }: ParameterReading): string {
  return source.options?.name ?? signature.name;
}
