import { whenReady } from '../../shared/when-ready.js';
import type { RequestContext } from '../request-context.js';
import type { Step } from '../step.js';

/** Marks the request as admitted by the guards, and identifies its caller. */
export function identifyStep(user: (context: RequestContext) => unknown): Step {
  return (context) => {
    context.isAdmitted = true;
    return whenReady(user(context), (found) => {
      context.user = found;
    });
  };
}
