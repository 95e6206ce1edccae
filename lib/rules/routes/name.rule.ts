import { argumentsOf, type CheckedArgument } from '../../model/checked/checked-parameter.js';
import type { Finding, RouteRule } from '../rule.js';

/** No two arguments of a route have the same name; the second one is wrong. */
export const nameRule: RouteRule = ({ parameters }) => {
  const all = argumentsOf(parameters);
  const names = all.map(({ name }) => name);
  return all.filter(({ name }, place) => names.indexOf(name) < place).map(nameFinding);
};

function nameFinding({ name, index }: CheckedArgument): Finding {
  return {
    code: 'RR1021',
    part: { kind: 'parameter', owner: 'route', index, name, aspect: 'name' },
    expected: 'names that differ',
    received: `${name} twice`,
  };
}
