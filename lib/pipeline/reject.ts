import type { RestException } from '../diagnostics/rest.exception.js';
import type { LeftError } from './endpoint.js';
import type { Exchange } from './exchange.js';
import type { Outgoing } from './outgoing/outgoing.js';
import type { Dispatched } from './respond.js';
import type { MakeError } from './responses/route-response.js';

/**
 * Responds to an error outside of a route: a path without a route, middleware that failed. Never rejects.
 *
 * @param known Makes of any error the one that the client gets.
 */
export type Reject = (
  error: unknown,
  exchange: Exchange,
  known: (error: unknown) => RestException,
) => Dispatched | Promise<Dispatched>;

/**
 * The exception filters outside of routes; resolves to the error that they leave to the library, or to
 * nothing where one has responded.
 */
export type CatchOutside = (error: unknown, exchange: Exchange) => Promise<LeftError | undefined>;

/** What responding outside of a route depends on. */
interface RejectParts {
  readonly makeError: MakeError;
  readonly catchOutside?: CatchOutside;
}

export function createReject({ catchOutside, makeError }: RejectParts, outgoing: Outgoing): Reject {
  const respond: Reject = (error, exchange, known) =>
    outgoing.complete(makeError(known(error)), exchange);
  return catchOutside === undefined ? respond : filtered(respond, catchOutside, outgoing);
}

function filtered(respond: Reject, catchOutside: CatchOutside, outgoing: Outgoing): Reject {
  return async (error, exchange, known) => {
    outgoing.prepare(exchange);
    try {
      const left = await catchOutside(error, exchange);
      return left === undefined ? undefined : respond(left.error, exchange, known);
    } catch (failure) {
      return respond(failure, exchange, known);
    }
  };
}
