import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import type { Embed } from '../embedding/embed.js';
import type { Finish, FinishParts } from '../finish.js';
import type { ResolveLinks } from '../links/resolve-links.js';
import type { Allow } from '../permissions/allow.js';
import type { RequestContext } from '../request-context.js';
import { applyPreconditions } from '../responses/preconditions.js';
import type { RouteResponse } from '../responses/route-response.js';
import { applyFieldsInProcess } from './fields-in-process.js';
import { InProcessExchange } from './in-process-exchange.js';

/**
 * Adds what a request in process may ask for: `Allow`, links, `_fields`, and `_embed` where it is no part of
 * an outer response. There is no `_envelope`: the response is one already.
 */
export function finishInProcess(
  allow: Allow,
  resolve: ResolveLinks,
  { embed, linkPages, makeError }: FinishParts & { readonly embed: Embed },
): Finish {
  return (response, context) => {
    if (!context.isAdmitted) return response;
    return whenReady(allow(context, response), (methods) => {
      response.headers['allow'] ??= methods;
      linkPages(response, context);
      return whenReady(resolve(response, context), (resolved) =>
        whenReady(embedded(applyFieldsInProcess(resolved, context), context, embed), (whole) =>
          headless(applyPreconditions(whole, context, makeError), context),
        ),
      );
    });
  };
}

function embedded(
  response: RouteResponse,
  context: RequestContext,
  embed: Embed,
): Awaitable<RouteResponse> {
  const { exchange } = context;
  const mayEmbed = exchange instanceof InProcessExchange && exchange.mayEmbed;
  return mayEmbed ? embed(response, context) : response;
}

/** A response to HEAD has no body. */
function headless(response: RouteResponse, { method }: RequestContext): RouteResponse {
  if (method !== 'HEAD' || response.kept === undefined) return response;
  return { ...response, kept: { data: undefined } };
}
