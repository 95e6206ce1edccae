import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { isThenable } from '../../shared/thenable.js';
import { whenReady, type Awaitable } from '../../shared/when-ready.js';
import type { InnerRequest } from '../exchange.js';
import type { RequestContext } from '../request-context.js';
import type { Outcome, Step } from '../step.js';

/** Marks the request as admitted by the guards, and identifies its caller. */
export function identifyStep(user: (context: RequestContext) => unknown): Step {
  const identify: Step = (context) =>
    whenReady(user(context), (found) => {
      context.user = found;
    });
  return (context) => {
    context.isAdmitted = true;
    const { inner } = context.exchange;
    if (inner !== undefined) return identifyInner(inner, context, identify);
    const found = user(context);
    if (isThenable(found)) return Promise.resolve(found).then((one) => void (context.user = one));
    context.user = found;
    return undefined;
  };
}

/**
 * The guards of a request of a batch may have found another caller than that of the batch: they see a request that
 * differs from the batch in nothing by which its sender is known.
 */
function identifyInner(
  { caller, isBatched }: InnerRequest,
  context: RequestContext,
  identify: Step,
): Awaitable<Outcome> {
  const { definition, ports } = context.endpoint;
  const isKnown = caller !== undefined && !(isBatched && ports.guard !== undefined);
  if (isKnown) context.user = caller.user;
  return whenReady(isKnown ? undefined : identify(context), (outcome): Outcome => {
    // WordPress matches a request before it looks whether its route allows batches.
    const isAllowed = !isBatched || definition.options.batch === true;
    return outcome ?? (isAllowed ? undefined : httpError('rest_batch_not_allowed'));
  });
}
