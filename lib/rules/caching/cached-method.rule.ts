import type { RouteRule } from '../rule.js';

/** Only routes that answer nothing but GET are cached. */
export const cachedMethodRule: RouteRule = ({ route: { cache, methods } }) => {
  if (cache === undefined || methods.every((method) => method === 'GET')) return [];
  const received = methods.join(', ');
  return [{ code: 'RR1012', part: { kind: 'cache' }, expected: 'GET alone', received }];
};
