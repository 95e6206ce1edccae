import type { RouteRule } from '../rule.js';

/**
 * A cached method returns its response. One that takes `@Res()` writes to the socket, where nothing
 * can be stored. Only the boot knows it, from the metadata of Nest's parameter decorators.
 */
export const storableResponseRule: RouteRule = ({ route, readers: { respondsItself } }) => {
  if (route.cache === undefined || respondsItself?.(route.methodName) !== true) return [];
  return [
    {
      code: 'RR1026',
      part: { kind: 'cache' },
      expected: 'a method that returns its response',
      received: '@Res() beside @Cache',
    },
  ];
};
