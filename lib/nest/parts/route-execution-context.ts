import { decoratedMethodOf } from '../../decorators/reading/class-chain.js';
import type { Endpoint } from '../../pipeline/endpoint.js';
import type { RequestContext } from '../../pipeline/request-context.js';
import type { Class } from '../../shared/class.js';
import { argsOf } from '../enhancers/enhanced-handler.js';
import { ExecutionContextHost } from '../internals.js';

/**
 * The context of a replaced guard or interceptor that is called for a route of the library. It names the endpoint,
 * since a method may have several routes, and a guard may be called for those of one path at a time.
 */
export class RouteExecutionContext extends ExecutionContextHost {
  constructor(
    readonly endpoint: Endpoint,
    readonly requestContext: RequestContext,
  ) {
    const type = endpoint.controller as Class;
    const method = decoratedMethodOf(type, endpoint.definition.methodName);
    super(argsOf(requestContext.exchange), type as never, method as never);
    this.setType('http');
  }
}
