import { isPathTemplate } from '../model/paths/path-template.js';
import { routeDiagnostic, type RouteRule } from './rule.js';

/** A path has allowed characters alone, and no placeholder twice. */
export const pathRule: RouteRule = (input) => {
  const { path } = input.route;
  const expected = 'an empty path or one that begins with "/"';
  if (typeof path !== 'string' || !isPathTemplate(path)) {
    return [
      routeDiagnostic(input, {
        code: 'RR1001',
        expected,
        received: JSON.stringify(path) ?? 'nothing',
      }),
    ];
  }
  const repeated = input.placeholders.filter((name, index, all) => all.indexOf(name) !== index);
  return repeated.map((name) =>
    routeDiagnostic(input, {
      code: 'RR1001',
      expected: 'every placeholder once',
      received: `{${name}} twice in "${input.controller.base}${path}"`,
    }),
  );
};
