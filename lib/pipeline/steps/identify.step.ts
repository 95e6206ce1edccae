import { whenReady } from '../../shared/when-ready.js';
import type { RequestContext } from '../request-context.js';
import type { Step } from '../step.js';

/** Notes that the guards have admitted the caller, and finds out who it is. */
export function identifyStep(user: (context: RequestContext) => unknown): Step {
  return (context) => {
    context.isAdmitted = true;
    return whenReady(user(context), (found) => {
      context.user = found;
    });
  };
}
