import { ForbiddenException, type CanActivate } from '@nestjs/common';
import type { ContextId } from '@nestjs/core';
import { GuardsConsumer, type GuardsContextCreator } from '../internals.js';
import { PermissionGuard } from '../parts/guard/permission.guard.js';
import type { RouteRequests } from '../parts/route-context.js';
import type { EndpointPorts } from '../../pipeline/endpoint.js';
import { argsOf, inquirerOf, type Handler } from './enhanced-handler.js';
import type { ScopedEnhancers } from './scoped-enhancers.js';

/** Nest's guards of a route, global ones first. A no is a 403, as in Nest. */
export function guardPort(
  handler: Handler,
  creator: GuardsContextCreator,
  scoped: ScopedEnhancers,
  requests: RouteRequests,
): EndpointPorts['guard'] {
  const { instance, method, moduleKey } = handler;
  const create = (context?: ContextId) =>
    creator
      .create(instance, method, moduleKey, context, inquirerOf(handler, context))
      .filter((guard) => !isOwnGuard(guard));
  const shared = scoped.isScoped(handler) ? undefined : create();
  if (shared?.length === 0) return undefined;
  const mayBeSubclass = shared?.some((guard) => guard instanceof PermissionGuard) ?? true;
  const guardsOf = scoped.getter(handler, create);
  const consumer = new GuardsConsumer();
  return async (requestContext) => {
    const guards = await guardsOf(requestContext.exchange);
    // A subclass of the library's guard recognizes a route by its request.
    if (mayBeSubclass) requests.note(requestContext);
    const isAdmitted = await consumer.tryActivate(
      guards,
      argsOf(requestContext.exchange),
      instance,
      method,
      'http',
    );
    if (!isAdmitted) throw new ForbiddenException('You may not do that.');
  };
}

/** `PermissionGuard` itself: a route checks its permission without it, once its arguments are known. */
function isOwnGuard(guard: CanActivate): boolean {
  return Object.getPrototypeOf(guard) === PermissionGuard.prototype;
}
