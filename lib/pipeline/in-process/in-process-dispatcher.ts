import type { DispatcherParts } from '../dispatcher.js';
import { createEmbed } from '../embedding/create-embed.js';
import type { EnterRoute } from '../embedding/embedding.js';
import { createResolveKeptLinks } from '../links/resolve-links.js';
import { createAllow } from '../permissions/allow.js';
import type { RequestContext } from '../request-context.js';
import { jsonResponse, keptResponse } from '../responses/route-response.js';
import { createPrepare } from '../create-prepare.js';
import { finishInProcess } from './finish-in-process.js';
import { InProcessExchange } from './in-process-exchange.js';
import type { MakeInProcessSide } from './in-process-request.js';
import type { InProcessDispatcher } from './prepared-request.js';

export type { InProcessDispatcher, PreparedRequest } from './prepared-request.js';

/** The parts of a dispatcher of in-process requests. */
export interface InProcessParts extends DispatcherParts {
  /** The number of requests that `_embed` makes for one response. */
  readonly maxEmbedded: number;
  /** The bytes that what `_embed` fetches for one response may have together. */
  readonly maxEmbeddedBytes: number;
  /** The milliseconds that each of them may wait before its execution. */
  readonly maxEmbeddedWait: number;
  /** Makes requests through the adapter; absent where there is none. */
  readonly enter: EnterRoute | undefined;
}

export function createInProcessDispatcher(
  parts: InProcessParts,
  makeSide: MakeInProcessSide,
): InProcessDispatcher {
  const { permissions, onAllowFailure, internalError, makeError, links, findHints } = parts;
  const prepareRequest: InProcessDispatcher['prepare'] = (request, caller) =>
    prepare(request, caller);
  const embedding = {
    prepare: prepareRequest,
    links,
    enter: undefined,
    maxRequests: parts.maxEmbedded,
    maxBytes: parts.maxEmbeddedBytes,
    maxWait: parts.maxEmbeddedWait,
    internalError,
    makeError,
  };
  const embed = createEmbed(embedding, keptResponse);
  const finish = finishInProcess(
    createAllow(permissions, onAllowFailure),
    createResolveKeptLinks(links, findHints),
    { embed, linkPages: parts.linkPages, makeError },
  );
  const prepare = createPrepare(parts, makeSide, { make: keptResponse, finish, user: userOf });
  return { embed: createEmbed({ ...embedding, enter: parts.enter }, jsonResponse), prepare };
}

/** The caller of an in-process request is known. */
function userOf({ exchange }: RequestContext): unknown {
  return exchange instanceof InProcessExchange ? exchange.user : undefined;
}
