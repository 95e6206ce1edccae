import { ForbiddenException } from '@nestjs/common';
import type { ContextId } from '@nestjs/core';
import { GuardsConsumer, type GuardsContextCreator } from '../internals.js';
import type { EndpointPorts } from '../../pipeline/endpoint.js';
import { argsOf, inquirerOf, type Handler } from './enhanced-handler.js';
import type { ScopedEnhancers } from './scoped-enhancers.js';

/** Nest's guards of a route, global ones first. A no is a 403, as in Nest. */
export function guardPort(
  handler: Handler,
  creator: GuardsContextCreator,
  scoped: ScopedEnhancers,
): EndpointPorts['guard'] {
  const { prototype, method, moduleKey } = handler;
  const create = (context?: ContextId) =>
    creator.create(prototype, method, moduleKey, context, inquirerOf(handler, context));
  if (!scoped.isScoped(handler) && create().length === 0) return undefined;
  const guardsOf = scoped.getter(handler, create);
  const consumer = new GuardsConsumer();
  return async (requestContext) => {
    const guards = await guardsOf(requestContext);
    const isAdmitted = await consumer.tryActivate(
      guards,
      argsOf(requestContext),
      prototype,
      method,
      'http',
    );
    if (!isAdmitted) throw new ForbiddenException('You may not do that.');
  };
}
