import type { RouteRule, Finding, RouteSubject } from '../rule.js';
import { parseDuration } from '../../types/duration.js';
import { type CheckedParameter, argumentsOf } from '../definition/parameter-definition.js';
import { areHeaderNames } from '../../shared/header-names.js';

/** A cached route serves only GET. */
export const cachedMethodRule: RouteRule = ({ route: { cache, methods } }) => {
  if (cache === undefined || methods.every((method) => method === 'GET')) return [];
  const received = methods.join(', ');
  return [{ code: 'RR1012', part: { kind: 'cache' }, expected: 'only GET', received }];
};

/** The durations of a cache have a unit and are at most a year; its `ttl` is more than zero. */
export const durationRule: RouteRule = ({ route: { cache } }) => {
  if (cache === undefined) return [];
  const { ttl, staleWhileRevalidate } = cache;
  return [
    ...checkDuration('ttl', ttl, 'more than zero, '),
    ...(staleWhileRevalidate === undefined
      ? []
      : checkDuration('staleWhileRevalidate', staleWhileRevalidate)),
  ];
};

function checkDuration(
  option: 'ttl' | 'staleWhileRevalidate',
  value: unknown,
  moreThanZero = '',
): readonly Finding[] {
  const duration = parseDuration(value);
  if (duration !== undefined && (duration > 0 || moreThanZero === '')) return [];
  const expected = `${option} as a duration with a unit, ${moreThanZero}at most a year`;
  const received = JSON.stringify(value) ?? 'nothing';
  return [{ code: 'RR1024', part: { kind: 'cache', option }, expected, received }];
}

const EXPECTED = "vary: 'none', 'user', { headers: ['Accept-Language'] } or a function";

/** `vary` of a cache is one of its forms. */
export const varyFormRule: RouteRule = ({ route: { cache } }) => {
  if (cache === undefined || !('vary' in cache) || isVaryOption(cache.vary)) return [];
  return [varyFinding(EXPECTED, JSON.stringify(cache.vary) ?? 'nothing')];
};

/** `vary` of a cache is one of its forms, and is stated if the method reads more than its arguments. */
export const varyRule: RouteRule = (subject) => {
  const { cache } = subject.route;
  const findings = varyFormRule(subject);
  if (cache === undefined || findings.length > 0) return findings;
  return !cache.statesVary && readsRequest(subject) ? [varyFinding('vary', 'none')] : [];
};

/** Whether a parameter shows a method more of a request than its arguments. */
function takesRequest(parameters: readonly CheckedParameter[]): boolean {
  return parameters.some(({ kind }) => kind === 'request' || kind === 'nest');
}

/** A request-scoped controller or service can read the request through its dependencies. */
function readsRequest({ parameters, readers: { isRequestBound } }: RouteSubject): boolean {
  if (takesRequest(parameters) || isRequestBound?.() === true) return true;
  return parameters.some((one) => one.kind === 'service' && isRequestBound?.(one.handle) === true);
}

function isVaryOption(value: unknown): boolean {
  if (value === 'none' || value === 'user') return true;
  if (typeof value !== 'object' || value === null) return false;
  return 'headers' in value && areHeaderNames(value.headers);
}

function varyFinding(expected: string, received: string): Finding {
  return { code: 'RR1022', part: { kind: 'cache', option: 'vary' }, expected, received };
}

/** The functions of `@Cache` use only arguments that the method has. Only the build knows which ones they use. */
export const takenArgumentsRule: RouteRule = ({
  route: { cache, parameters: all },
  parameters,
}) => {
  const taken = cache?.takenArguments ?? [];
  // The name of a parameter that could not be checked may be among them.
  if (taken.length === 0 || parameters.length < all.length) return [];
  const names = argumentsOf(parameters).map(({ name }) => name);
  const unknown = taken.filter((name) => !names.includes(name));
  if (unknown.length === 0) return [];
  const expected = names.length === 0 ? 'no name: there are no arguments' : names.join(', ');
  return [{ code: 'RR1037', part: { kind: 'cache' }, expected, received: unknown.join(', ') }];
};

/**
 * A cached method returns its response. One with `@Res()` writes to the socket itself, so its response cannot be
 * stored. Only startup knows it, from the metadata of Nest's parameter decorators.
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
