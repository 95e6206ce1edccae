import type { Diagnostic, DiagnosticCode } from '../../diagnostics/diagnostic-catalogue.js';
import type { OurDecorator } from '../syntax/our-decorators.js';
import type { ParameterReading } from '../declarations/parameters/read-parameter.js';
import type { RouteReading } from '../declarations/routes/read-route.js';
import type { Subject } from '../declarations/routes/declared-route.js';
import type { ts } from '../program/typescript.js';

/** Where a diagnostic of a route stands: at a parameter, or at an argument of a decorator. */
export function nodeOf(diagnostic: Diagnostic, subject: Subject): ts.Node {
  const parameter = parameterOf(diagnostic, subject);
  return parameter === undefined
    ? routeNode(diagnostic.code, subject.route, subject.method.cache)
    : ruleNode(diagnostic.code, parameter);
}

/** Rules name a parameter, a placeholder or a parameter of the callback. */
function parameterOf(
  { parameterName, methodName, code }: Diagnostic,
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

/** The place of a diagnostic of one parameter or property. */
export function ruleNode(code: DiagnosticCode, parameter: ParameterReading): ts.Node {
  const { node } = parameter;
  switch (code) {
    case 'RR1006':
      return decorator(parameter, 'Param') ?? decorator(parameter, 'ListOf') ?? node;
    case 'RR1018':
      return decorator(parameter, 'ListOf') ?? node;
    case 'RR1015':
      return node.initializer ?? decorator(parameter, 'Param') ?? node;
    case 'RR1014':
    case 'RR1019':
    case 'RR1020':
      return node.type ?? node;
    default:
      return node;
  }
}

/** The place of a diagnostic of one route as a whole. */
function routeNode(
  code: DiagnosticCode,
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
