import type { RestException } from '../diagnostics/rest.exception.js';
import { isThenable } from '../shared/thenable.js';
import type { RequestContext } from './request-context.js';

/** Why the layer rejects a call; nothing where the call goes on. */
export type Outcome = RestException | void;

/**
 * One thing that happens to a call. Done at once it returns its outcome, else a promise of it. What the
 * layer itself rejects it returns, since to throw costs a rejected request a tenth of its time; what
 * fails in the code of the application is thrown, or rejected.
 */
export type Step = (context: RequestContext) => Outcome | Promise<Outcome>;

/**
 * Takes a call through steps, to the first that rejects it. Steps that are done at once cost no turn of
 * the event loop: for a route without anything asynchronous that is a tenth of its time.
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
