import type {
  DiagnosticLocation,
  LocationPart,
  ParameterAspect,
  ParameterOwner,
} from '../../diagnostics/location.js';
import type { ControllerHead } from '../declarations/controller-head.js';
import type { ParameterReading } from '../declarations/read-parameter.js';
import type { NamedCallback } from '../declarations/permission-declaration.js';
import type { DeclaredRoute } from '../declarations/read-route.js';
import type { ts } from '../program/typescript.js';

/** The node in the source that a location of a controller means. */
export function nodeOf(
  location: DiagnosticLocation,
  head: ControllerHead,
  routes: readonly DeclaredRoute[],
): ts.Node {
  const found = routes.find(({ declaration }) => isAt(declaration, location));
  return found === undefined
    ? headNode(location.part, head)
    : (routePart(location, found) ?? found.route.decorator.node);
}

function isAt(
  declaration: DeclaredRoute['declaration'],
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
function routePart(
  { part, callbackIndex = 0 }: DiagnosticLocation,
  { route, method, callbacks }: DeclaredRoute,
): ts.Node | undefined {
  if (part === undefined) return undefined;
  const named = { route, method, callback: callbacks[callbackIndex] };
  return decoratorPart(part, named) ?? parameterPart(part, named);
}

/** A route, and the callback of its permission that a location is about. */
interface LocatedRoute extends Pick<DeclaredRoute, 'route' | 'method'> {
  readonly callback: NamedCallback | undefined;
}

/** An argument of `@RestRoute`, or `@Cache`. */
function decoratorPart(
  part: LocationPart,
  { route, method, callback }: LocatedRoute,
): ts.Node | undefined {
  const [path, methods, permission, options] = route.decorator.arguments;
  switch (part.kind) {
    case 'path':
      return path;
    case 'methods':
      return methods;
    case 'permission':
      return permission;
    case 'options':
      return options;
    case 'callback':
      return callback?.permission.node;
    case 'cache':
      return method.cache?.node;
    case 'placeholder':
      return part.parameterIndex === undefined ? path : undefined;
    default:
      return undefined;
  }
}

/** A parameter of the method or of the permission callback. */
function parameterPart(part: LocationPart, declared: LocatedRoute): ts.Node | undefined {
  switch (part.kind) {
    case 'placeholder':
      return parameterAt('route', part.parameterIndex, declared)?.node;
    case 'callback-argument':
      return parameterAt('callback', part.index, declared)?.node;
    case 'service':
      return aspectNode(parameterAt(part.owner, part.index, declared), 'type');
    case 'parameter':
      return aspectNode(parameterAt(part.owner, part.index, declared), part.aspect);
    default:
      return undefined;
  }
}

function aspectNode(
  parameter: ParameterReading | undefined,
  aspect: ParameterAspect | undefined,
): ts.Node | undefined {
  return parameter === undefined ? undefined : parameterNode(parameter, aspect);
}

function parameterAt(
  owner: ParameterOwner,
  index: number | undefined,
  { method, callback }: LocatedRoute,
): ParameterReading | undefined {
  const reading = owner === 'route' ? method.reading : callback?.method;
  return reading?.parameters.find(({ source }) => source.index === index);
}

/** What a diagnostic of a parameter or property points at. */
export function parameterNode(
  parameter: ParameterReading,
  aspect: ParameterAspect | undefined,
): ts.Node {
  const { node } = parameter;
  const param = decorator(parameter, 'Param');
  const listOf = decorator(parameter, 'ListOf');
  const nodes: Readonly<Record<ParameterAspect, ts.Node | undefined>> = {
    name: node,
    type: node.type,
    default: node.initializer ?? param,
    '@Param': param ?? listOf,
    '@ListOf': listOf ?? param,
  };
  return (aspect === undefined ? undefined : nodes[aspect]) ?? node;
}

function decorator(parameter: ParameterReading, name: string): ts.Node | undefined {
  return parameter.decorators.find((one) => one.name === name)?.node;
}
