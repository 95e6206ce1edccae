import { compileCachePolicy, isPolicyDiagnostic } from '../../caching/cache-policy.js';
import { cacheOf, methodOf } from '../../decorators/reading/metadata-reader.js';
import { type Class } from '../../shared/class.js';
import type { Diagnostic } from '../../diagnostics/diagnostic-catalogue.js';
import type { CheckedController, CheckedRoute } from '../../model/checked/checked-controller.js';
import { takeRequest } from '../../rules/cache.rule.js';
import { respondsItself } from '../enhancers/responds-itself.js';

/**
 * Whether a method sees more of a request than its arguments: then its response may belong to one caller,
 * and the declaration must say so.
 */
export function seesRequest({ parameters }: CheckedRoute, isRequestBound: boolean): boolean {
  return isRequestBound || takeRequest(parameters);
}

/** What only the side that knows classes can see of a cache that is wrong. */
export function cacheDiagnostics(
  type: Class,
  { routes, diagnostics }: CheckedController,
  isRequestBound: boolean,
): readonly Diagnostic[] {
  return routes.flatMap((checked): readonly Diagnostic[] => {
    const { methodName, permission } = checked.route;
    const options = cacheOf(methodOf(type, methodName));
    // A diagnostic that the rules have seen is not said twice.
    if (
      options === undefined ||
      diagnostics.some((diagnostic) => diagnostic.methodName === methodName)
    )
      return [];
    const place = { className: type.name, methodName };
    if (respondsItself(type, methodName)) {
      const expected = 'a method that returns its answer';
      return [{ ...place, code: 'RR1026', expected, received: '@Res() beside @Cache' }];
    }
    const policy = compileCachePolicy(options, {
      isPublic: permission?.kind === 'public',
      takesRequest: seesRequest(checked, isRequestBound),
    });
    return isPolicyDiagnostic(policy) ? [{ ...place, ...policy }] : [];
  });
}
