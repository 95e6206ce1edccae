import { argumentsOf, type CheckedArgument } from '../../model/checked/checked-parameter.js';
import type { Finding, RouteRule } from '../rule.js';

/** The methods whose body a client can fill with a form. */
const FORM_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** A file comes from the body of a form, which one of the methods of the route must have. */
export const fileMethodRule: RouteRule = ({ parameters, route: { methods } }) => {
  if (methods.some((method) => FORM_METHODS.has(method))) return [];
  return argumentsOf(parameters).flatMap((argument) => findingOf(argument, methods));
};

function findingOf(
  { file, index, name }: CheckedArgument,
  methods: readonly string[],
): readonly Finding[] {
  if (file === undefined) return [];
  const part = { kind: 'parameter', owner: 'route', index, name } as const;
  const received = methods.length === 0 ? 'no method' : methods.join(', ');
  return [{ code: 'RR1033', part, expected: 'POST, PUT or PATCH', received }];
}
