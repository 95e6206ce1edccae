import type { RouteRule } from '../rule.js';

/** No two arguments of a route have the same name; the second one is wrong. */
export const nameRule: RouteRule = ({ parameters }) => {
  const seen = new Set<string>();
  return parameters.flatMap((parameter) => {
    if (parameter.kind !== 'argument') return [];
    const { name, index } = parameter;
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [
      {
        code: 'RR1021',
        part: { kind: 'parameter', owner: 'route', index, name, aspect: 'name' },
        expected: 'names that differ',
        received: `${name} twice`,
      },
    ];
  });
};
