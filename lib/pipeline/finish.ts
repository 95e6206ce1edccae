import { isThenable } from '../shared/thenable.js';
import type { Awaitable } from '../shared/when-ready.js';
import { applyGlobalParameters } from './global-parameters/apply-global-parameters.js';
import type { Allow } from './permissions/allow.js';
import type { RequestContext } from './request-context.js';
import { linkPages } from './responses/paging.js';
import { applyPreconditions } from './responses/preconditions.js';
import type { RouteResponse } from './responses/route-response.js';

/** Adds to a response what its route and the client's global parameters ask for. */
export type Finish = (response: RouteResponse, context: RequestContext) => Awaitable<RouteResponse>;

/** Sets `Allow`, except after a guard rejected the caller: then no permission is checked. */
export function createFinish(allow: Allow): Finish {
  return (response, context) => {
    if (!context.isAdmitted) return response;
    const methods = allow(context, response);
    if (!isThenable(methods)) return shape(response, methods, context);
    return methods.then((text) => shape(response, text, context));
  };
}

function shape(response: RouteResponse, methods: string, context: RequestContext): RouteResponse {
  response.headers['allow'] ??= methods;
  linkPages(response, context);
  return applyPreconditions(applyGlobalParameters(response, context), context);
}
