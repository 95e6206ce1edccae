import type { Endpoint, Step } from '../endpoint.js';
import type { GlobalParameters } from '../messages/global-parameters.js';

/** Lets a shutdown wait until something is done, before the adapter closes. */
export type Hold = (done: Promise<unknown>) => void;

/** A query that may have `_embed`, whose name may be encoded. */
const MAY_EMBED = /_embed|%/;

/**
 * Holds a request that may make sub-requests: Fastify responds with 503 to those that enter while it closes.
 *
 * @returns `undefined` if no request to the route makes any.
 */
export function holdStep(
  { makesRequests }: Endpoint,
  { hold, globalParameters }: { readonly hold: Hold; readonly globalParameters: GlobalParameters },
): Step | undefined {
  if (makesRequests !== true && !globalParameters.names.has('_embed')) return undefined;
  return ({ exchange }) => {
    const { subRequest, queryText } = exchange;
    if (subRequest !== undefined || !(makesRequests === true || MAY_EMBED.test(queryText))) return;
    hold(new Promise<void>((resolve) => exchange.whenClosed(resolve)));
  };
}
