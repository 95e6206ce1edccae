import type { ExecutionContext } from '@nestjs/common';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { Exchange } from '../../lifecycle/messages/exchange.js';
import { ExecutionContextHost } from '../internals.js';

/** The arguments of guards, interceptors and filters, and of parameters. */
export function argsOf({ raw, response, next }: Exchange): unknown[] {
  return [raw, response, next];
}

/**
 * The context that the guards and interceptors of a route get. Nest's own class makes an object of functions for each
 * call of `switchToHttp()`; this class is that object.
 */
class HandlerContext extends ExecutionContextHost {
  getRequest<T>(): T {
    return this.getArgByIndex(0);
  }

  getResponse<T>(): T {
    return this.getArgByIndex(1);
  }

  getNext<T>(): T {
    return this.getArgByIndex(2);
  }

  override switchToHttp(): this {
    return this;
  }
}

/**
 * Makes the contexts of the requests to a handler, one for the guards and the interceptors of a request. OPTIONS asks
 * the guards of all handlers of a path.
 */
export function contextsOf({
  instance,
  method,
}: {
  readonly instance: object;
  readonly method: (...args: unknown[]) => unknown;
}): (context: RequestContext) => ExecutionContext {
  const type = instance.constructor as never;
  return (context) => {
    const known = context.executionContext;
    if (known?.getHandler() === method && known.getClass() === type) return known;
    return (context.executionContext = new HandlerContext(argsOf(context.exchange), type, method));
  };
}
