import type { RestRouteOptions } from '../../routes/declaration/route-declaration.js';
import { optionFinding, type RouteOption, type RouteRule } from '../../routes/rule.js';
import { parseDuration } from '../../types/duration.js';

/** Beyond about 25 days, a timer of Node runs at once. */
const LONGEST_MS = 86_400_000;

/** In milliseconds; `undefined` if a method has any time. */
export function deadlineOf({ deadline }: Pick<RestRouteOptions, 'deadline'>): number | undefined {
  return parseDuration(deadline);
}

const deadlineRule: RouteRule = ({ route: { options, methodName }, readers }) => {
  const { deadline } = options;
  if (deadline === undefined) return [];
  const duration = parseDuration(deadline);
  if (duration === undefined || duration === 0 || duration > LONGEST_MS) {
    const expected = "deadline: '5s', a duration with a unit, more than zero, at most a day";
    return [optionFinding('RR1038', expected, JSON.stringify(deadline))];
  }
  return readers.respondsItself?.(methodName) === true
    ? [optionFinding('RR1083', 'a method that returns its response', '@Res()')]
    : [];
};

/** `deadline` of `@RestRoute`. */
export const deadlineOption: RouteOption = {
  name: 'deadline',
  rule: deadlineRule,
  describe: ({ options }) => {
    const deadline = deadlineOf(options);
    return deadline === undefined ? {} : { deadline };
  },
};
