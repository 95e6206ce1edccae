import type { Diagnostic } from '../diagnostics/diagnostic-catalogue.js';
import type { CheckedArgument } from '../model/checked/checked-parameter.js';
import { routeDiagnostic, type RouteRule, type RouteRuleInput } from './rule.js';

/** A placeholder has a parameter, which is required and of a type that a path can carry. */
export const placeholderRule: RouteRule = (input) =>
  input.placeholders.flatMap((name) => diagnosticsOf(name, input));

function diagnosticsOf(name: string, input: RouteRuleInput): readonly Diagnostic[] {
  const parameter = input.parameters.find(
    (candidate): candidate is CheckedArgument =>
      candidate.kind === 'argument' && candidate.name === name,
  );
  const parameterName = `{${name}}`;
  if (parameter === undefined) {
    // A parameter with a diagnostic of its own is not reported a second time.
    if (input.parameters.length < input.route.parameters.length) return [];
    const expected = `a parameter named ${name}`;
    return [routeDiagnostic(input, { code: 'RR1003', parameterName, expected, received: 'none' })];
  }
  const { schema } = parameter;
  if (!schema.required) {
    const received = 'an optional one';
    return [
      routeDiagnostic(input, {
        code: 'RR1004',
        parameterName,
        expected: 'a required parameter',
        received,
      }),
    ];
  }
  const isCarried =
    schema.type === 'integer' ||
    (schema.type === 'string' && parameter.hydrations.length === 0) ||
    (schema.enum !== undefined && typeof schema.type === 'string');
  if (isCarried) return [];
  const received = [schema.type].flat().join(' | ');
  return [
    routeDiagnostic(input, {
      code: 'RR1005',
      parameterName,
      expected: 'int, string or an enum',
      received,
    }),
  ];
}
