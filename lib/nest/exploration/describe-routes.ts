import { describeRoute } from '../../model/describe-route.js';
import type { RouteDescription } from '../../model/route-description.js';
import { respondsItself } from '../enhancers/responds-itself.js';
import { pageHeadersOf, responsesOf } from '../options/choice-options.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import type { ExploredRoute } from './compile-classes.js';

/** A route with its class; that of batches has none. */
type DescribedRoute = Pick<ExploredRoute, 'route'> & Partial<ExploredRoute>;

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
  return routes.map((described) => {
    const responses = sendsItself(described) ? 'returned' : byDefault;
    return describeRoute(described.route, { prefix, pageHeaders, responses });
  });
}

/** A method with `@Res()` sends what it wants; it may not state `declared` itself. */
function sendsItself({ route, found }: DescribedRoute): boolean {
  return found !== undefined && respondsItself(found.type, route.methodName);
}
