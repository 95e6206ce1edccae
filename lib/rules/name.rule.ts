import { routeFault, type RouteRule } from './rule.js';

/** No two arguments have one name. */
export const nameRule: RouteRule = (subject) => {
  const names = subject.parameters.flatMap((p) => (p.kind === 'argument' ? [p.name] : []));
  return names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) =>
      routeFault(subject, {
        code: 'RR1021',
        expected: 'names that differ',
        received: `${name} twice`,
      }),
    );
};
