import { optionFinding, type RouteOption, type RouteRule } from '../../routes/rule.js';

/**
 * A batch can call the route: it has a method that a batch may use, and returns its response. Only startup knows the
 * latter, from the metadata of Nest's parameter decorators.
 */
const batchRule: RouteRule = ({ route, readers: { respondsItself } }) => {
  if (route.options.batch !== true) return [];
  const { methods, methodName } = route;
  if (methods.length > 0 && methods.every((method) => method === 'GET')) {
    return [optionFinding('RR1032', 'POST, PUT, PATCH or DELETE', 'only GET')];
  }
  if (respondsItself?.(methodName) !== true) return [];
  return [optionFinding('RR1032', 'a method that returns its response', '@Res()')];
};

/** `batch` of `@RestRoute`. Its name in OPTIONS is that of WordPress, where `v1` is the version of the batch. */
export const batchOption: RouteOption = {
  name: 'batch',
  rule: batchRule,
  describe: ({ options }) => ({ batch: options.batch === true }),
  list: ({ batch }) => (batch === true ? { allow_batch: { v1: true } } : {}),
};
