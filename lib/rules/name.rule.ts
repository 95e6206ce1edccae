import { routeDiagnostic, type RouteRule } from './rule.js';

/** No two arguments have one name. */
export const nameRule: RouteRule = (input) => {
  const names = input.parameters.flatMap((p) => (p.kind === 'argument' ? [p.name] : []));
  return names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) =>
      routeDiagnostic(input, {
        code: 'RR1021',
        expected: 'names that differ',
        received: `${name} twice`,
      }),
    );
};
