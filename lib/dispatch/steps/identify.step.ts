import type { Call } from '../call.js';
import type { Step } from '../step.js';

/** Lets the caller in, past the guards, and finds out who it is. */
export function identifyStep(user: (call: Call) => unknown): Step {
  return (call) => {
    call.isAdmitted = true;
    const found = user(call);
    if (!(found instanceof Promise)) {
      call.user = found;
      return undefined;
    }
    return found.then((settled: unknown) => {
      call.user = settled;
    });
  };
}
