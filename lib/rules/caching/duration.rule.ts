import type { CacheDeclaration } from '../../model/declaration/route-declaration.js';
import { parseDuration } from '../../model/durations/duration.js';
import type { Finding, RouteRule } from '../rule.js';

/** The durations of a cache have a unit and are at most a year; its `ttl` is more than zero. */
export const durationRule: RouteRule = ({ route: { cache } }) =>
  cache === undefined ? [] : checkDurations(cache);

/** Checks the durations of a cache, on a route or on a handler of a plain controller. */
export function checkDurations({
  ttl,
  staleWhileRevalidate,
}: CacheDeclaration): readonly Finding[] {
  return [
    ...checkDuration('ttl', ttl, 'more than zero, '),
    ...(staleWhileRevalidate === undefined
      ? []
      : checkDuration('staleWhileRevalidate', staleWhileRevalidate)),
  ];
}

function checkDuration(
  option: 'ttl' | 'staleWhileRevalidate',
  value: unknown,
  moreThanZero = '',
): readonly Finding[] {
  const duration = parseDuration(value);
  if (duration !== undefined && (duration > 0 || moreThanZero === '')) return [];
  const expected = `${option} with a unit, ${moreThanZero}at most a year`;
  const received = JSON.stringify(value) ?? 'nothing';
  return [{ code: 'RR1024', part: { kind: 'cache', option }, expected, received }];
}
