import type { ContextId } from '@nestjs/core';
import { ExecutionContextHost, STATIC_CONTEXT } from '@nestjs/core/internal';
import type { RequestContext } from '../../pipeline/request-context.js';
import type { FoundClass } from '../exploration/container-view.js';

/** A route as Nest's own machinery sees it: the class's prototype stands for the instance. */
export interface Handler {
  readonly prototype: object;
  readonly method: (...args: unknown[]) => unknown;
  readonly methodName: string;
  readonly moduleKey: string;
  readonly found: FoundClass;
}

export function handlerOf(found: FoundClass, methodName: string): Handler {
  const prototype = found.type.prototype as object;
  const method = Reflect.get(prototype, methodName) as Handler['method'];
  return { prototype, method, methodName, moduleKey: found.module.token, found };
}

/** The host of what is created for one request; what is created once has none. */
export function inquirerOf(
  { found }: Handler,
  context: ContextId = STATIC_CONTEXT,
): string | undefined {
  return context === STATIC_CONTEXT ? undefined : found.wrapper.id;
}

/** What guards, interceptors and filters get: request, response, and a `next` that leads nowhere. */
export function argsOf({ exchange }: RequestContext): unknown[] {
  return [exchange.raw, exchange.response, noNext];
}

export function hostOf(
  requestContext: RequestContext,
  { found, method }: Handler,
): ExecutionContextHost {
  const host = new ExecutionContextHost(argsOf(requestContext), found.type as never, method);
  host.setType('http');
  return host;
}

/** Nothing comes after a matched route. */
function noNext(): void {}
