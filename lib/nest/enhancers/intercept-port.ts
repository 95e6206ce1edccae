import type { ContextId } from '@nestjs/core';
import { InterceptorsConsumer, type InterceptorsContextCreator } from '../internals.js';
import type { EndpointPorts } from '../../pipeline/endpoint.js';
import { argsOf, inquirerOf, type Handler } from './enhanced-handler.js';
import type { ScopedEnhancers } from './scoped-enhancers.js';
import {
  ClassSerializerInterceptor,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { keepMadeLinks } from '../../pipeline/links/made-links.js';
import { RestResponse } from '../../pipeline/responses/rest-response.js';

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

/**
 * Lets Nest's serializer see the data of a `RestResponse` in its place: it would turn the response into a
 * plain object, without its status, headers and links. Any other interceptor stays as it is.
 */
function serializeData(interceptor: NestInterceptor): NestInterceptor {
  return interceptor instanceof ClassSerializerInterceptor
    ? { intercept: (context, next) => serialize(interceptor, context, next) }
    : interceptor;
}

async function serialize(
  serializer: NestInterceptor,
  context: ExecutionContext,
  next: CallHandler,
): Promise<Observable<unknown>> {
  let response: RestResponse | undefined;
  let given: unknown;
  const handle = (): Observable<unknown> =>
    next.handle().pipe(
      map((value: unknown) => {
        response = value instanceof RestResponse ? value : undefined;
        given = response === undefined ? value : response.data;
        return given;
      }),
    );
  const serialized = await serializer.intercept(context, { handle });
  return serialized.pipe(
    map((data: unknown) => {
      keepMadeLinks(given, data);
      return response === undefined ? data : RestResponse.withData(response, data);
    }),
  );
}
