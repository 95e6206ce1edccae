import type { Endpoint } from '../endpoint.js';
import type { Step } from '../step.js';

/** Asks the container's guards; one that refuses throws. */
export function guardStep({ ports: { guard } }: Endpoint): Step | undefined {
  return guard === undefined ? undefined : (call) => guard(call);
}
