import { IncomingMessage } from 'node:http';
import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { RestRequest } from '../../model/request/rest-request.js';
import type { InProcessCaller } from '../../pipeline/in-process/in-process-request.js';
import { RequestContext } from '../../pipeline/request-context.js';
import type { OpenRoutes } from './in-process-routes.js';

/**
 * Who makes an in-process request.
 *
 * @param as A `RestRequest`, or a user; nothing for an anonymous request.
 * @throws InvalidArgumentException on the adapter's own request, which is no user.
 */
export function callerOf(
  as: unknown,
  { prefix, origin }: OpenRoutes,
  depth: number,
): InProcessCaller {
  if (!(as instanceof RestRequest)) {
    if (isRawRequest(as)) throw notRaw();
    return { user: as ?? undefined, prefix, origin, outer: undefined, depth, mayEmbed: true };
  }
  const parts = RestRequest.partsOf(as);
  // A request to a plain controller has no exchange of the library.
  const outer = parts instanceof RequestContext ? parts.exchange : undefined;
  const from = outer?.origin ?? origin;
  return { user: as.user ?? undefined, prefix, origin: from, outer, depth, mayEmbed: true };
}

function isRawRequest(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (
    value instanceof IncomingMessage || ('raw' in value && value.raw instanceof IncomingMessage)
  );
}

function notRaw(): InvalidArgumentException {
  return new InvalidArgumentException(
    "RestDispatcher: `as` is a RestRequest or a user, not the adapter's request. Take a parameter of the type RestRequest and pass that.",
  );
}
