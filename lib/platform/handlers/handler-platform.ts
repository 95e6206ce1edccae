import type { AbstractHttpAdapter } from '@nestjs/core';
import { hasSerializationHooks } from '../fastify/fastify-serialization.js';
import { ExpressHandlerResponse } from './express-handler-response.js';
import { FastifyHandlerResponse } from './fastify-handler-response.js';
import type { HandlerPlatform } from './handler-response.js';

/** What the cache needs of an adapter. */
export function handlerPlatformOf(adapter: AbstractHttpAdapter): HandlerPlatform {
  if (adapter.getType() !== 'fastify') {
    return { wrap: (response) => new ExpressHandlerResponse(response), changesValues: () => false };
  }
  return {
    wrap: (reply) => new FastifyHandlerResponse(reply),
    changesValues: () => hasSerializationHooks(adapter.getInstance<object>()),
  };
}
