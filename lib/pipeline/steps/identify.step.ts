import { whenReady } from '../../shared/when-ready.js';
import type { Call } from '../request-context.js';
import type { Step } from '../step.js';

/** Lets the caller in, past the guards, and finds out who it is. */
export function identifyStep(user: (call: Call) => unknown): Step {
  return (call) => {
    call.isAdmitted = true;
    return whenReady(user(call), (found) => {
      call.user = found;
    });
  };
}
