import type { DispatcherParts } from '../dispatcher.js';
import { createFinish } from '../finish.js';
import { createPrepare } from '../create-prepare.js';
import { InProcessExchange } from '../in-process/in-process-exchange.js';
import type { MakeInProcessSide } from '../in-process/in-process-request.js';
import type { InProcessDispatcher } from '../in-process/prepared-request.js';
import type { LifecycleContext } from '../lifecycle.js';
import { createLinkedJson } from '../links/linked-json.js';
import { createResolveLinks } from '../links/resolve-links.js';
import { createAllow } from '../permissions/allow.js';
import type { RouteResponse } from '../responses/route-response.js';
import { batchAdmission, withoutStreams } from '../sub-requests/respond-inside.js';

/**
 * Creates what matches the requests of a batch that is itself made by `RestDispatcher`, below the adapter. Unlike other
 * in-process requests, their responses are JSON texts, and their routes must allow batches.
 */
export function createBatchPrepare(
  parts: DispatcherParts,
  makeSide: MakeInProcessSide,
): InProcessDispatcher['prepare'] {
  const { permissions, onAllowFailure, links, findHints, user } = parts;
  return createPrepare(parts, makeUnnamed(makeSide), {
    make: withoutStreams(createLinkedJson(links)),
    finish: createFinish(
      createAllow(permissions, onAllowFailure),
      createResolveLinks(links, findHints),
      { linkPages: parts.linkPages, makeError: parts.makeError },
      unchanged,
    ),
    user: userOf(user),
    admission: batchAdmission,
  });
}

/**
 * The caller is the one of the batch, except where guards of the route may have found another: they see
 * a request that differs from the batch in nothing by which its sender is known.
 */
function userOf(identify: LifecycleContext['user']): LifecycleContext['user'] {
  return (context) => {
    const { exchange, endpoint } = context;
    const isKnown = endpoint.ports.guard === undefined && exchange instanceof InProcessExchange;
    return isKnown ? exchange.user : identify(context);
  };
}

/** Guards find the user where middleware and the guards of the batch have left it, as over HTTP. */
function makeUnnamed(makeSide: MakeInProcessSide): MakeInProcessSide {
  return (request, caller) => makeSide(request, { ...caller, user: undefined });
}

/** `_envelope` belongs to the batch as a whole. As in WordPress, `_embed` has no effect in a batch. */
function unchanged(response: RouteResponse): RouteResponse {
  return response;
}
