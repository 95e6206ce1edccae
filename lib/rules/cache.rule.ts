import type { CheckedParameter } from '../model/checked/checked-parameter.js';
import { routeDiagnostic, type RouteRule } from './rule.js';
import { isVaryOption, VARY_EXPECTED } from './vary-option.js';

const DURATION = /^\d+(?:\.\d+)?(?:ms|s|m|h|d)$/;

/** Only GET is cached, for a time with a unit, and a method that sees the request says what varies. */
export const cacheRule: RouteRule = (input) => {
  const { cache, methods } = input.route;
  if (cache === undefined) return [];
  const diagnostics = [];
  if (methods.some((method) => method !== 'GET')) {
    diagnostics.push(
      routeDiagnostic(input, {
        code: 'RR1012',
        expected: 'GET alone',
        received: methods.join(', '),
      }),
    );
  }
  for (const [name, duration] of Object.entries({
    ttl: cache.ttl,
    staleWhileRevalidate: cache.staleWhileRevalidate ?? '1s',
  })) {
    if (typeof duration === 'string' && DURATION.test(duration)) continue;
    const received = JSON.stringify(duration) ?? 'nothing';
    diagnostics.push(
      routeDiagnostic(input, { code: 'RR1024', expected: `${name} with a unit`, received }),
    );
  }
  if ('vary' in cache && !isVaryOption(cache.vary)) {
    const received = JSON.stringify(cache.vary) ?? 'nothing';
    diagnostics.push(routeDiagnostic(input, { code: 'RR1022', expected: VARY_EXPECTED, received }));
  }
  if (!cache.statesVary && takeRequest(input.parameters)) {
    diagnostics.push(
      routeDiagnostic(input, { code: 'RR1022', expected: 'vary', received: 'none' }),
    );
  }
  return diagnostics;
};

/** Whether a method gets more of a request than its arguments: the request, or what Nest takes from it. */
export function takeRequest(parameters: readonly CheckedParameter[]): boolean {
  return parameters.some(({ kind }) => kind === 'request' || kind === 'nest');
}
