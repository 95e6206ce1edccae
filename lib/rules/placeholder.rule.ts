import type { Fault } from '../diagnostics/diagnostic-catalogue.js';
import type { ArgumentDeclaration } from '../model/declaration/route-declaration.js';
import { routeFault, type RouteRule, type RouteUnderRule } from './rule.js';

/** A placeholder has a parameter, which is required and of a type that a path can carry. */
export const placeholderRule: RouteRule = (subject) =>
  subject.placeholders.flatMap((name) => faultsOf(name, subject));

function faultsOf(name: string, subject: RouteUnderRule): readonly Fault[] {
  const parameter = subject.parameters.find(
    (candidate): candidate is ArgumentDeclaration =>
      candidate.kind === 'argument' && candidate.name === name,
  );
  const parameterName = `{${name}}`;
  if (parameter === undefined) {
    // A parameter with a fault of its own is not reported a second time.
    if (subject.parameters.length < subject.route.parameters.length) return [];
    const expected = `a parameter named ${name}`;
    return [routeFault(subject, { code: 'RR1003', parameterName, expected, received: 'none' })];
  }
  const { schema } = parameter;
  if (!schema.required) {
    const received = 'an optional one';
    return [
      routeFault(subject, {
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
    routeFault(subject, {
      code: 'RR1005',
      parameterName,
      expected: 'int, string or an enum',
      received,
    }),
  ];
}
