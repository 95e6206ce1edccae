import type { Endpoint, Step } from '../endpoint.js';
import type { RequestContext } from '../request-context.js';

/** Lets a shutdown wait until something is done, before the adapter closes. */
export type Hold = (done: Promise<unknown>) => void;

/**
 * Holds a request that may make sub-requests: Fastify responds with 503 to those that enter while it closes.
 *
 * @param mayMakeRequests Whether features make sub-requests for a request to any route; absent if none does.
 * @returns `undefined` if no request to the route makes any.
 */
export function holdStep(
  { makesRequests }: Endpoint,
  hold: Hold,
  mayMakeRequests: ((context: RequestContext) => boolean) | undefined,
): Step | undefined {
  const isNeeded = makesRequests === true ? () => true : mayMakeRequests;
  if (isNeeded === undefined) return undefined;
  return (context) => {
    const { exchange } = context;
    if (exchange.subRequest !== undefined || !isNeeded(context)) return;
    hold(new Promise<void>((resolve) => exchange.whenClosed(resolve)));
  };
}
