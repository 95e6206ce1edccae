import type { AbstractHttpAdapter } from '@nestjs/core';
import { ExpressHandlerResponse } from './express-handler-response.js';
import { FastifyHandlerResponse } from './fastify-handler-response.js';
import type { WrapResponse } from './handler-response.js';

/** How to wrap the responses of an adapter. */
export function responseWrapperOf(adapter: AbstractHttpAdapter): WrapResponse {
  return adapter.getType() === 'fastify'
    ? (response) => new FastifyHandlerResponse(response)
    : (response) => new ExpressHandlerResponse(response);
}
