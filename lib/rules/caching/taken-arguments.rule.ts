import { argumentsOf } from '../../model/checked/checked-parameter.js';
import type { RouteRule } from '../rule.js';

/**
 * The functions of `@Cache` take arguments that the method has. Only the build knows what they take, as it
 * knows types.
 */
export const takenArgumentsRule: RouteRule = ({
  route: { cache, parameters: all },
  parameters,
}) => {
  const taken = cache?.takenArguments ?? [];
  // The name of a parameter that could not be checked may be among them.
  if (taken.length === 0 || parameters.length < all.length) return [];
  const names = argumentsOf(parameters).map(({ name }) => name);
  const unknown = taken.filter((name) => !names.includes(name));
  if (unknown.length === 0) return [];
  const expected = names.length === 0 ? 'no name: there are no arguments' : names.join(', ');
  return [{ code: 'RR1037', part: { kind: 'cache' }, expected, received: unknown.join(', ') }];
};
