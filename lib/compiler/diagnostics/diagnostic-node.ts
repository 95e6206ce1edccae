import type {
  DiagnosticLocation,
  LocationPart,
  ParameterAspect,
  ParameterOwner,
} from '../../diagnostics/location.js';
import type { ControllerHead } from '../declarations/controller-head.js';
import type { ParameterReading } from '../declarations/parameters/read-parameter.js';
import type { RouteReading } from '../declarations/routes/read-route.js';
import type { Subject } from '../declarations/routes/declared-route.js';
import type { ts } from '../program/typescript.js';

/** A controller as it was read, with all its routes. */
export interface ReadSource {
  readonly head: ControllerHead;
  readonly subjects: readonly Subject[];
}

/** The node in the source that a location of a controller means. */
export function nodeOf(location: DiagnosticLocation, { head, subjects }: ReadSource): ts.Node {
  const subject = subjects.find(({ declaration }) => isAt(declaration, location));
  return subject === undefined
    ? headNode(location.part, head)
    : (routePart(location.part, subject) ?? subject.route.decorator.node);
}

function isAt(
  declaration: Subject['declaration'],
  { methodName, routeIndex }: DiagnosticLocation,
): boolean {
  return declaration.methodName === methodName && declaration.routeIndex === routeIndex;
}

/** An argument of `@RestController`, or else the name of the class. */
function headNode(part: LocationPart | undefined, head: ControllerHead): ts.Node {
  const [version, base] = head.arguments;
  const argument = part?.kind === 'version' ? version : base;
  return argument ?? head.node.name ?? head.node;
}

/** A part of a route; `undefined` where the source does not show it by itself. */
function routePart(part: LocationPart | undefined, subject: Subject): ts.Node | undefined {
  const { route, method } = subject;
  const [path, methods, permission] = route.decorator.arguments;
  switch (part?.kind) {
    case 'path':
      return path;
    case 'methods':
      return methods;
    case 'permission':
      return permission;
    case 'callback':
      return callbackNode(route);
    case 'cache':
      return method.cache?.node;
    case 'placeholder':
      return part.parameterIndex === undefined
        ? path
        : parameterAt('route', part.parameterIndex, subject)?.node;
    case 'callback-argument':
      return parameterAt('callback', part.index, subject)?.node;
    case 'service':
    case 'parameter': {
      const aspect = part.kind === 'parameter' ? part.aspect : 'type';
      const parameter = parameterAt(part.owner, part.index, subject);
      return parameter === undefined ? undefined : parameterNode(parameter, aspect);
    }
    default:
      return undefined;
  }
}

function parameterAt(
  owner: ParameterOwner,
  index: number,
  { method, callback }: Subject,
): ParameterReading | undefined {
  const reading = owner === 'route' ? method.reading : callback;
  return reading?.parameters.find(({ source }) => source.index === index);
}

/** What a diagnostic of a parameter or property points at. */
export function parameterNode(
  parameter: ParameterReading,
  aspect: ParameterAspect | undefined,
): ts.Node {
  const { node } = parameter;
  switch (aspect) {
    case '@Param':
      return decorator(parameter, 'Param') ?? decorator(parameter, 'ListOf') ?? node;
    case '@ListOf':
      return decorator(parameter, 'ListOf') ?? decorator(parameter, 'Param') ?? node;
    case 'default':
      return node.initializer ?? decorator(parameter, 'Param') ?? node;
    case 'type':
      return node.type ?? node;
    default:
      return node;
  }
}

/** The expression in `new Callback(…)` that names a method. */
function callbackNode({ permission }: RouteReading): ts.Node | undefined {
  return permission !== undefined && 'node' in permission ? permission.node : undefined;
}

function decorator(parameter: ParameterReading, name: string): ts.Node | undefined {
  return parameter.decorators.find((one) => one.name === name)?.node;
}
