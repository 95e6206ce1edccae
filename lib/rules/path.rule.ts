import { isPathTemplate } from '../model/paths/path-template.js';
import { routeFault, type RouteRule } from './rule.js';

/** A path has allowed characters alone, and no placeholder twice. */
export const pathRule: RouteRule = (subject) => {
  const { path } = subject.route;
  const expected = 'an empty path or one that begins with "/"';
  if (typeof path !== 'string' || !isPathTemplate(path)) {
    return [
      routeFault(subject, {
        code: 'RR1001',
        expected,
        received: JSON.stringify(path) ?? 'nothing',
      }),
    ];
  }
  const repeated = subject.placeholders.filter((name, index, all) => all.indexOf(name) !== index);
  return repeated.map((name) =>
    routeFault(subject, {
      code: 'RR1001',
      expected: 'every placeholder once',
      received: `{${name}} twice in "${subject.controller.base}${path}"`,
    }),
  );
};
