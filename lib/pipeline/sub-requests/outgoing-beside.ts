import { joinPresetHeaders } from '../outgoing/join-preset-headers.js';
import type { Outgoing } from '../outgoing/outgoing.js';
import type { SubRequests } from './sub-requests.js';

/** A sub-request has the headers of its route; those of every response are on the one that it becomes part of. */
export function outgoingBeside(subRequests: SubRequests | undefined, whole: Outgoing): Outgoing {
  if (subRequests === undefined) return whole;
  return {
    complete(response, exchange, context) {
      if (subRequests.markOf(exchange) === undefined) {
        return whole.complete(response, exchange, context);
      }
      joinPresetHeaders(response, exchange, context);
      return response;
    },
    prepare(exchange) {
      if (subRequests.markOf(exchange) === undefined) whole.prepare(exchange);
    },
  };
}
