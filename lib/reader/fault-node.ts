import type { FaultCode } from '../errors/faults.js';
import type { OurDecorator } from './our-decorators.js';
import type { ParameterReading } from './read-parameter.js';
import type { RouteReading } from './read-route.js';
import type { ts } from './typescript.js';

/** The place of a fault of one parameter or property. */
export function ruleNode(code: FaultCode, parameter: ParameterReading): ts.Node {
  const { node } = parameter;
  switch (code) {
    case 'RR1006':
      return decorator(parameter, 'Param') ?? decorator(parameter, 'ListOf') ?? node;
    case 'RR1018':
      return decorator(parameter, 'ListOf') ?? node;
    case 'RR1015':
      return node.initializer ?? decorator(parameter, 'Param') ?? node;
    case 'RR1014':
    case 'RR1020':
      return node.type ?? node;
    default:
      return node;
  }
}

/** The place of a fault of one route as a whole. */
export function routeNode(
  code: FaultCode,
  route: RouteReading,
  cache: OurDecorator | undefined,
): ts.Node {
  const [path, methods, permission] = route.decorator.arguments;
  switch (code) {
    case 'RR1012':
    case 'RR1022':
    case 'RR1024':
      return cache?.node ?? route.decorator.node;
    case 'RR1009':
      return callbackNode(route) ?? route.decorator.node;
    case 'RR1008':
      return permission ?? route.decorator.node;
    case 'RR1023':
      return methods ?? route.decorator.node;
    case 'RR1001':
    case 'RR1003':
    case 'RR1013':
      return path ?? route.decorator.node;
    default:
      return route.decorator.node;
  }
}

/** The method that a callback names. */
function callbackNode({ permission }: RouteReading): ts.Node | undefined {
  return permission !== undefined && 'node' in permission ? permission.node : undefined;
}

function decorator(parameter: ParameterReading, name: string): ts.Node | undefined {
  return parameter.decorators.find((one) => one.name === name)?.node;
}
