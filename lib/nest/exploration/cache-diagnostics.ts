import { compileCachePolicy, isPolicyFault } from '../../caching/cache-policy.js';
import { cacheOf, methodOf, type Class } from '../../decorators/reading/metadata-reader.js';
import type { Fault } from '../../diagnostics/diagnostic-catalogue.js';
import type { JudgedController, JudgedRoute } from '../../rules/check-controller.js';
import { takeRequest } from '../../rules/cache.rule.js';
import { isAnsweredByMethod } from '../enhancers/responds-itself.js';

/**
 * Whether a method sees more of a request than its arguments: then its answer may belong to one caller,
 * and the declaration must say so.
 */
export function seesRequest({ parameters }: JudgedRoute, isRequestBound: boolean): boolean {
  return isRequestBound || takeRequest(parameters);
}

/** What only the side that knows classes can see of a cache that is wrong. */
export function cacheFaults(
  type: Class,
  { routes, faults }: JudgedController,
  isRequestBound: boolean,
): readonly Fault[] {
  return routes.flatMap((judged): readonly Fault[] => {
    const { methodName, permission } = judged.route;
    const options = cacheOf(methodOf(type, methodName));
    // A fault that the rules have seen is not said twice.
    if (options === undefined || faults.some((fault) => fault.methodName === methodName)) return [];
    const place = { className: type.name, methodName };
    if (isAnsweredByMethod(type, methodName)) {
      const expected = 'a method that returns its answer';
      return [{ ...place, code: 'RR1026', expected, received: '@Res() beside @Cache' }];
    }
    const policy = compileCachePolicy(options, {
      isPublic: permission?.kind === 'public',
      takesRequest: seesRequest(judged, isRequestBound),
    });
    return isPolicyFault(policy) ? [{ ...place, ...policy }] : [];
  });
}
