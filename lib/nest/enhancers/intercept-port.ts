import type { ContextId } from '@nestjs/core';
import { InterceptorsConsumer, type InterceptorsContextCreator } from '../internals.js';
import type { EndpointPorts } from '../../pipeline/endpoint.js';
import { argsOf, inquirerOf, type Handler } from './enhanced-handler.js';
import { serializeData } from './serialize-data.js';
import type { ScopedEnhancers } from './scoped-enhancers.js';

/** Nest's interceptors of a route, global ones first. */
export function interceptPort(
  handler: Handler,
  creator: InterceptorsContextCreator,
  scoped: ScopedEnhancers,
): EndpointPorts['intercept'] {
  const { instance, method, moduleKey } = handler;
  const create = (context?: ContextId) =>
    creator
      .create(instance, method, moduleKey, context, inquirerOf(handler, context))
      .map(serializeData);
  if (!scoped.isScoped(handler) && create().length === 0) return undefined;
  const interceptorsOf = scoped.getter(handler, create);
  const consumer = new InterceptorsConsumer();
  return async (requestContext, next) => {
    const interceptors = await interceptorsOf(requestContext.exchange);
    return consumer.intercept(
      interceptors,
      argsOf(requestContext.exchange),
      instance,
      method,
      next,
      'http',
    );
  };
}
