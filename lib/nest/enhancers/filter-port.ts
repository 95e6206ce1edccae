import type { ApplicationConfig, ContextId } from '@nestjs/core';
import { EXCEPTION_FILTERS_METADATA, type RouterExceptionFilters } from '../internals.js';
import type { EndpointPorts } from '../../pipeline/endpoint.js';
import { hostOf, inquirerOf, type Handler } from './enhanced-handler.js';
import type { ScopedEnhancers } from './scoped-enhancers.js';

/** The exception filters of a route; Nest's own default filter is not among them. */
export function filterPort(
  handler: Handler,
  creator: RouterExceptionFilters,
  scoped: ScopedEnhancers,
  config: ApplicationConfig,
): EndpointPorts['catchError'] {
  const { prototype, method, moduleKey, found } = handler;
  const hasFilters =
    scoped.isScoped(handler) ||
    config.getGlobalFilters().length > 0 ||
    Reflect.hasMetadata(EXCEPTION_FILTERS_METADATA, found.type) ||
    Reflect.hasMetadata(EXCEPTION_FILTERS_METADATA, method);
  if (!hasFilters) return undefined;
  const create = (context?: ContextId) =>
    creator.create(prototype, method as never, moduleKey, context, inquirerOf(handler, context));
  const filtersOf = scoped.getter(handler, create);
  return async (error, requestContext) =>
    (await filtersOf(requestContext)).invokeCustomFilters(error, hostOf(requestContext, handler));
}
