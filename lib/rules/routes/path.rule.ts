import { isPathTemplate } from '../../model/paths/path-template.js';
import type { Finding, RouteRule } from '../rule.js';

/** A path has only allowed characters, and no placeholder twice. */
export const pathRule: RouteRule = ({ route: { path }, controller: { base }, placeholders }) => {
  if (typeof path !== 'string' || !isPathTemplate(path)) {
    const expected = 'an empty path or one that begins with "/"';
    return [pathFinding(expected, JSON.stringify(path) ?? 'nothing')];
  }
  const repeated = placeholders.filter((name, index, all) => all.indexOf(name) !== index);
  return repeated.map((name) =>
    pathFinding('every placeholder once', `{${name}} twice in "${base}${path}"`),
  );
};

function pathFinding(expected: string, received: string): Finding {
  return { code: 'RR1001', part: { kind: 'path' }, expected, received };
}
