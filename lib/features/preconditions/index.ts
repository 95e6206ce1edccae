import { isMatch, isNotModified, notModifiedHeaders } from '../../shared/entity-tag.js';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import type { ReplyStep } from '../../lifecycle/endpoint.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import { ReplyBody, type MakeError, type Reply } from '../../lifecycle/messages/reply.js';
import type { Feature } from '../../nest/composition/feature.js';

/** Conditional requests: 304 and 412 by the entity tag of a response. */
export const preconditions: Feature = {
  name: 'preconditions',
  extension: ({ makeError }) => ({ onReply: { when: 'tag', step: preconditionsStep(makeError) } }),
};

/**
 * Applies `If-Match` and `If-None-Match` by the entity tag of the response: 412 for a client that expects another
 * response, also if this one has no tag, 304 for one that already has it. It does not apply to POST, PUT, PATCH and
 * DELETE: their method has already run, and must check `If-Match` itself.
 *
 * @see RFC 9110, 13.1.1, 13.1.2, 13.2.2 and 15.4.5
 */
function preconditionsStep(makeError: MakeError): ReplyStep {
  return (reply, context) => {
    const { subRequest } = context.exchange;
    return subRequest?.takesData !== false
      ? applyPreconditions(reply, context, makeError)
      : undefined;
  };
}

function applyPreconditions(response: Reply, context: RequestContext, makeError: MakeError): Reply {
  const tag = response.headers['etag'];
  const etag = tag === undefined ? undefined : String(tag);
  if (response.status < 200 || response.status > 299) return response;
  if (context.method !== 'GET' && context.method !== 'HEAD') return response;
  if (!isMatch(context.exchange.headers['if-match'], etag))
    return failed(response, context, makeError);
  if (!isNotModified(context.exchange.headers['if-none-match'], etag)) return response;
  return { status: 304, headers: notModifiedHeaders(response.headers), body: ReplyBody.NONE };
}

function failed({ headers }: Reply, context: RequestContext, makeError: MakeError): Reply {
  context.failure = httpError('rest_precondition_failed');
  const response = makeError(context.failure, context.exchange);
  for (const name of ['allow', 'etag', 'vary']) {
    const value = headers[name];
    if (value !== undefined) response.headers[name] = value;
  }
  return response;
}
