import { isThenable } from '../shared/thenable.js';
import { whenReady, type Awaitable } from '../shared/when-ready.js';
import type { Embed } from './embedding/embed.js';
import { applyEnvelope } from './global-parameters/apply-envelope.js';
import { applyFields } from './global-parameters/apply-fields.js';
import { LINKS_HEADER } from './links/links-header.js';
import { dropLinksHeader, type ResolveLinks } from './links/resolve-links.js';
import type { Allow } from './permissions/allow.js';
import type { RequestContext } from './request-context.js';
import type { LinkPages } from './responses/paging.js';
import { applyPreconditions } from './responses/preconditions.js';
import type { MakeError, RouteResponse } from './responses/route-response.js';

/** Adds to a response what its route and the client's global parameters ask for. */
export type Finish = (response: RouteResponse, context: RequestContext) => Awaitable<RouteResponse>;

/** What is done last, once links and `_fields` are applied. */
type FinishLast = (response: RouteResponse, context: RequestContext) => RouteResponse;

/** What an application adds to every response. */
export interface FinishParts {
  /** Applies `_embed`; absent where nothing is embedded. */
  readonly embed?: Embed | undefined;
  readonly linkPages: LinkPages;
  readonly makeError: MakeError;
}

/** Sets `Allow`, except after a guard rejected the caller: then no permission is checked. */
export function createFinish(
  allow: Allow,
  resolve: ResolveLinks,
  { embed, linkPages, makeError }: FinishParts,
  last: FinishLast = finishShape(makeError),
): Finish {
  const shape = (
    response: RouteResponse,
    methods: string,
    context: RequestContext,
  ): Awaitable<RouteResponse> => {
    response.headers['allow'] ??= methods;
    linkPages(response, context);
    return response.headers[LINKS_HEADER] === undefined
      ? last(applyFields(response, context), context)
      : whenReady(resolve(response, context), (resolved) =>
          shapeLinked(resolved, context, embed, last),
        );
  };
  return (response, context) => {
    if (!context.isAdmitted) return response;
    const methods = allow(context, response);
    if (!isThenable(methods)) return shape(response, methods, context);
    return methods.then((text) => shape(response, text, context));
  };
}

/** As WordPress: links before `_fields`, which may pick from them, and embedding before `_envelope`. */
function shapeLinked(
  resolved: RouteResponse,
  context: RequestContext,
  embed: Embed | undefined,
  last: FinishLast,
): Awaitable<RouteResponse> {
  const picked = dropLinksHeader(applyFields(resolved, context));
  if (embed === undefined) return last(picked, context);
  return whenReady(embed(picked, context), (embedded) => last(embedded, context));
}

function finishShape(makeError: MakeError): FinishLast {
  return (response, context) =>
    applyPreconditions(applyEnvelope(response, context), context, makeError);
}
