import { routeArgumentsOf } from '../../../enhancers/filled-parameters.js';
import { RouteParamtypes } from '../../../internals.js';
import type { Instances } from '../../../lazy-providers/instances.js';
import type { PlainHandler } from '../../explore-plain-handlers.js';
import { optionsOf } from './find-cacheable-handlers.js';

/** What a handler takes that is part of the key, or of the response. */
const HARMLESS: ReadonlySet<number | undefined> = new Set([
  RouteParamtypes.QUERY,
  RouteParamtypes.PARAM,
  RouteParamtypes.HOST,
  RouteParamtypes.RESPONSE,
]);

/**
 * Whether a handler can read more of a request than the parameters of path and query: by a parameter, or by
 * what is injected into a controller that is created for each request.
 */
export function takesRequest({ found, methodName }: PlainHandler, instances: Instances): boolean {
  const taken = routeArgumentsOf(found.type, methodName);
  return taken.some(({ kind }) => !HARMLESS.has(kind)) || instances.isRequestBound(found.wrapper);
}

/**
 * Whether a handler is not cached, because it may read more of a request than its arguments and does not state
 * what its response varies by.
 */
export function isVaryMissing(handler: PlainHandler, instances: Instances): boolean {
  return optionsOf(handler)?.vary === undefined && takesRequest(handler, instances);
}
