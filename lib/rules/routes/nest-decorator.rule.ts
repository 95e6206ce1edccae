import type { RouteRule } from '../rule.js';

/**
 * No decorator of Nest on a method is without effect. Only the boot knows it, from the metadata that
 * they write. The method of several routes has one diagnostic.
 */
export const nestDecoratorRule: RouteRule = ({ route, readers: { unusedDecorators } }) => {
  if (unusedDecorators === undefined || route.routeIndex > 0) return [];
  return unusedDecorators(route.methodName).map((name) => ({
    code: 'RR1026',
    part: { kind: 'decorator', name },
    expected: 'a RestResponse',
    received: name,
  }));
};
