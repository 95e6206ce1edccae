import type { ContextId } from '@nestjs/core';
import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import type { Exchange } from '../../pipeline/exchange.js';
import type { FoundClass } from '../exploration/container-view.js';

/** A route as Nest's enhancers see it. */
export interface Handler {
  /**
   * Takes the place of the instance, which may not exist yet. Its constructor has not run. The prototype
   * itself does not do: Nest finds the class of an instance by what the instance inherits from, which for a
   * prototype is the base class.
   */
  readonly instance: object;
  readonly method: (...args: unknown[]) => unknown;
  readonly methodName: string;
  readonly moduleKey: string;
  readonly found: FoundClass;
}

export function handlerOf(found: FoundClass, methodName: string): Handler {
  const prototype = found.type.prototype as object;
  const method = decoratedMethodOf(found.type, methodName) as Handler['method'];
  const instance = Object.create(prototype) as object;
  return { instance, method, methodName, moduleKey: found.module.token, found };
}

/** The id of the class that enhancers of one request are created for; those of the application have none. */
export function inquirerOf({ found }: Handler, context: ContextId | undefined): string | undefined {
  return context === undefined ? undefined : found.wrapper.id;
}

/** The arguments of guards, interceptors and filters: request, response, and a `next` that does nothing. */
export function argsOf({ raw, response }: Exchange): unknown[] {
  return [raw, response, noNext];
}

/** Nothing comes after a matched route. */
function noNext(): void {}
