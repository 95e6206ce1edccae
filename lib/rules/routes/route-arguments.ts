import { argumentsOf, type CheckedArgument } from '../../model/checked/checked-parameter.js';
import type { RouteSubject } from '../rule.js';

/** The argument of a route that has a name. */
export function argumentNamed(
  { parameters }: RouteSubject,
  name: string,
): CheckedArgument | undefined {
  return argumentsOf(parameters).find((candidate) => candidate.name === name);
}

/**
 * Whether a parameter of the route has a diagnostic of its own. An argument that is missing may be
 * that one, which is not reported twice.
 */
export function hasUncheckedParameters({ parameters, route }: RouteSubject): boolean {
  return parameters.length < route.parameters.length;
}
