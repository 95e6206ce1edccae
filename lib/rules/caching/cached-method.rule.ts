import type { RouteRule } from '../rule.js';

/** A cached route serves only GET. */
export const cachedMethodRule: RouteRule = ({ route: { cache, methods } }) => {
  if (cache === undefined || methods.every((method) => method === 'GET')) return [];
  const received = methods.join(', ');
  return [{ code: 'RR1012', part: { kind: 'cache' }, expected: 'only GET', received }];
};
