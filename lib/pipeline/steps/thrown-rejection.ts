import type { RestException } from '../../diagnostics/rest.exception.js';
import { whenReady } from '../../shared/when-ready.js';
import type { RequestContext } from '../request-context.js';
import { runSteps, type Outcome, type Step } from '../step.js';

/** A rejection of the pipeline on its way to exception filters, which tell it from an application's error. */
export class ThrownRejection extends Error {
  constructor(readonly rejection: RestException) {
    super(rejection.message);
  }
}

/**
 * The same steps for an endpoint whose exception filters get rejections too: they are thrown as any error
 * is. Decided on first use, so that other endpoints cost nothing.
 */
export function throwingRejections(steps: readonly Step[]): readonly Step[] {
  return [(context) => whenReady(runSteps(steps, context), (outcome) => pass(outcome, context))];
}

function pass(outcome: Outcome, { endpoint }: RequestContext): Outcome {
  if (outcome === undefined) return undefined;
  // OPTIONS serves several endpoints with the same steps.
  if (endpoint.ports.catchesRejections !== true) return outcome;
  throw new ThrownRejection(outcome);
}
