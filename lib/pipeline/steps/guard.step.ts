import type { Endpoint } from '../endpoint.js';
import type { Step } from '../step.js';

/** Asks the container's guards; one that rejects throws. */
export function guardStep({ ports: { guard } }: Endpoint): Step | undefined {
  return guard === undefined ? undefined : (context) => guard(context);
}
