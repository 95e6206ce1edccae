import type { Finding, RouteRule } from '../rule.js';

/**
 * A batch can call the route: it has a method that a batch may use, and returns its response. Only
 * startup knows the latter, from the metadata of Nest's parameter decorators.
 */
export const batchRule: RouteRule = ({ route, readers: { respondsItself } }) => {
  if (route.options.batch !== true) return [];
  const { methods, methodName } = route;
  if (methods.length > 0 && methods.every((method) => method === 'GET')) {
    return [finding('POST, PUT, PATCH or DELETE', 'only GET')];
  }
  if (respondsItself?.(methodName) !== true) return [];
  return [finding('a method that returns its response', '@Res()')];
};

function finding(expected: string, received: string): Finding {
  return { code: 'RR1032', part: { kind: 'options' }, expected, received };
}
