import type { RestException } from '../diagnostics/rest.exception.js';
import { isThenable, type Awaitable } from '../shared/promises.js';
import type { RequestContext } from './request-context.js';
import type { Reply } from './responses/reply.js';

/** Why a step rejects a request; nothing where the request continues. */
export type Outcome = RestException | void;

/**
 * One step of a request. Returns its outcome, or a promise of it. A rejection by the library is returned,
 * because throwing is slow. An error of the application's code is thrown, or rejects the promise.
 */
export type Step = (context: RequestContext) => Outcome | Promise<Outcome>;

/** One step of a reply; returns another reply, or nothing where it is the same. */
export type ReplyStep = (reply: Reply, context: RequestContext) => Awaitable<Reply | void>;

/**
 * Runs steps up to the first that rejects. A step that returns no promise costs no turn of the event loop.
 */
export function runSteps(
  steps: readonly Step[],
  context: RequestContext,
  from = 0,
): Outcome | Promise<Outcome> {
  for (let at = from; at < steps.length; at++) {
    const outcome = steps[at]?.(context);
    if (outcome === undefined) continue;
    if (!isThenable(outcome)) return outcome;
    return outcome.then((settled) => settled ?? runSteps(steps, context, at + 1));
  }
}
