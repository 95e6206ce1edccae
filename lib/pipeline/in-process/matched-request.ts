import { RestException } from '../../diagnostics/rest.exception.js';
import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import type { SplitSteps } from '../lifecycle.js';
import type { RequestContext } from '../request-context.js';
import {
  PASSED,
  respondWithChecks,
  respondWithSteps,
  type Dispatched,
  type ResponseParts,
} from '../respond.js';
import { keptResponse, type MakeError, type RouteResponse } from '../responses/route-response.js';
import type { PreparedRequest } from './prepared-request.js';
import type { InProcessExchange } from './in-process-exchange.js';

/** An in-process request to a route. */
export class MatchedRequest implements PreparedRequest {
  constructor(
    private readonly exchange: InProcessExchange,
    readonly context: RequestContext,
    private readonly steps: SplitSteps,
    private readonly parts: ResponseParts,
  ) {}

  respond(): Awaitable<RouteResponse> {
    return whenReady(this.check(), (checked) => (checked === PASSED ? this.execute() : checked));
  }

  check(): Awaitable<RouteResponse | typeof PASSED> {
    const { exchange, context, steps, parts } = this;
    // A filter that writes the response itself may not have done so yet.
    return whenReady(respondWithChecks(context, steps.checks, parts), (checked) =>
      checked === PASSED ? checked : written(exchange, checked, parts.makeError),
    );
  }

  execute(): Awaitable<RouteResponse> {
    const { exchange, context, steps, parts } = this;
    return whenReady(respondWithSteps(context, steps.execution, parts), (response) =>
      written(exchange, response, parts.makeError),
    );
  }
}

/** An in-process request without a route. */
export class UnmatchedRequest implements PreparedRequest {
  readonly context = undefined;

  constructor(
    private readonly exchange: InProcessExchange,
    private readonly reject: () => Awaitable<Dispatched>,
    private readonly makeError: MakeError,
  ) {}

  respond(): Awaitable<RouteResponse> {
    return whenReady(this.reject(), (response) => written(this.exchange, response, this.makeError));
  }

  check(): Awaitable<RouteResponse> {
    return this.respond();
  }

  execute(): Awaitable<RouteResponse> {
    return this.respond();
  }
}

/** The response, or what the method or a filter writes in its place. */
function written(
  exchange: InProcessExchange,
  response: Dispatched,
  makeError: MakeError,
): Awaitable<RouteResponse> {
  if (response !== undefined) {
    exchange.finish(response.status);
    return response;
  }
  return exchange.written().then((recorded) => recorded ?? makeError(callerIsGone(), keptResponse));
}

/** Has no reader: the client of the outer request is gone. */
function callerIsGone(): RestException {
  return new RestException('rest_client_closed', 'The client has closed the request.', 499);
}
