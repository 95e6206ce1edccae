import { describeRoute } from '../../model/description/describe-route.js';
import type { RouteDescription } from '../../model/description/route-description.js';
import { respondsItself } from '../enhancers/responds-itself.js';
import { pageHeadersOf, responsesOf } from '../options/choice-options.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import type { ExploredRoute } from './explore-application.js';

/** A route with its class; that of batches has none. */
type DescribedRoute = Pick<ExploredRoute, 'definition'> & Partial<ExploredRoute>;

/**
 * Describes the routes of an application.
 *
 * @param prefix Where the API begins: `/api`, or empty.
 */
export function describeRoutes(
  routes: readonly DescribedRoute[],
  prefix: string,
  options: RestModuleOptions,
): readonly RouteDescription[] {
  const pageHeaders = pageHeadersOf(options);
  const byDefault = responsesOf(options);
  return routes.map((route) => {
    const responses = sendsItself(route) ? 'returned' : byDefault;
    return describeRoute(route.definition, { prefix, pageHeaders, responses });
  });
}

/** A method with `@Res()` sends what it wants; it may not state `declared` itself. */
function sendsItself({ definition, found }: DescribedRoute): boolean {
  return found !== undefined && respondsItself(found.type, definition.methodName);
}
