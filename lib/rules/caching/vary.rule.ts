import type { CheckedParameter } from '../../model/checked/checked-parameter.js';
import type { CacheDeclaration } from '../../model/declaration/route-declaration.js';
import { areHeaderNames } from '../../shared/header-names.js';
import type { Finding, RouteRule, RouteSubject } from '../rule.js';

const EXPECTED = "vary: 'none', 'user', { headers: ['Accept-Language'] } or a function";

/** `vary` of a cache is one of its forms, and is stated where the method reads more than its arguments. */
export const varyRule: RouteRule = (subject) => {
  const { cache } = subject.route;
  if (cache === undefined) return [];
  const findings = checkVary(cache);
  if (findings.length > 0) return findings;
  return !cache.statesVary && readsRequest(subject) ? [varyFinding('vary', 'none')] : [];
};

/** Checks the `vary` of a cache, on a route or on a handler of a plain controller. */
export function checkVary(cache: CacheDeclaration): readonly Finding[] {
  if (!('vary' in cache) || isVaryOption(cache.vary)) return [];
  return [varyFinding(EXPECTED, JSON.stringify(cache.vary) ?? 'nothing')];
}

/** Whether a parameter gives a method more of a request than its arguments. */
export function takesRequest(parameters: readonly CheckedParameter[]): boolean {
  return parameters.some(({ kind }) => kind === 'request' || kind === 'nest');
}

/** A controller of its own for each request can read the request through what is injected into it. */
function readsRequest({ parameters, readers: { isRequestBound } }: RouteSubject): boolean {
  return takesRequest(parameters) || isRequestBound?.() === true;
}

/** Whether a value that is no function is a `vary` of `@Cache`. */
function isVaryOption(value: unknown): boolean {
  if (value === 'none' || value === 'user') return true;
  if (typeof value !== 'object' || value === null) return false;
  return 'headers' in value && areHeaderNames(value.headers);
}

function varyFinding(expected: string, received: string): Finding {
  return { code: 'RR1022', part: { kind: 'cache', option: 'vary' }, expected, received };
}
