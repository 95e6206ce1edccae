import type { Diagnostic } from '../diagnostics/diagnostic-catalogue.js';
import type { CheckedArgument, CheckedParameter } from '../model/checked/checked-parameter.js';
import { routeDiagnostic, type RouteRule, type RouteRuleInput } from './rule.js';

/** A route has a permission; a callback is static and asks for arguments that the route has. */
export const permissionRule: RouteRule = (input) => {
  const { permission } = input.route;
  if (permission === undefined) {
    const expected = 'PublicAccess, Capability or Callback';
    return [routeDiagnostic(input, { code: 'RR1008', expected, received: 'none' })];
  }
  if (permission.kind === 'capability' && permission.capability === '') {
    return [
      routeDiagnostic(input, {
        code: 'RR1008',
        expected: 'the name of a capability',
        received: '""',
      }),
    ];
  }
  if (permission.kind !== 'callback') return [];
  if (!permission.isStatic) {
    const expected = 'a public static method';
    return [
      routeDiagnostic(input, {
        code: 'RR1009',
        expected,
        received: permission.name || 'a function',
      }),
    ];
  }
  return input.callbackParameters.flatMap((parameter) => argumentDiagnostics(parameter, input));
};

function argumentDiagnostics(
  asked: CheckedParameter,
  input: RouteRuleInput,
): readonly Diagnostic[] {
  if (asked.kind !== 'argument') return [];
  const given = input.parameters.find(
    (candidate): candidate is CheckedArgument =>
      candidate.kind === 'argument' && candidate.name === asked.name,
  );
  const parameterName = `callback parameter ${asked.name}`;
  if (given === undefined) {
    if (input.parameters.length < input.route.parameters.length) return [];
    const expected = `an argument ${asked.name} of the route`;
    return [routeDiagnostic(input, { code: 'RR1010', parameterName, expected, received: 'none' })];
  }
  const expected = typeText(given);
  const received = typeText(asked);
  return expected === received
    ? []
    : [routeDiagnostic(input, { code: 'RR1011', parameterName, expected, received })];
}

/** Limits may differ: the route's are those that hold. */
function typeText({ schema }: CheckedArgument): string {
  const type = [schema.type].flat().join(' | ');
  const values = schema.enum === undefined ? '' : ` of ${JSON.stringify(schema.enum)}`;
  const items = schema.items === undefined ? '' : ` of ${JSON.stringify(schema.items)}`;
  return `${type}${values}${items}`;
}
