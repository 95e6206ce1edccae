import type { Endpoint } from '../endpoint.js';
import type { Step } from '../step.js';

/** Runs Nest's guards; a guard that rejects throws. */
export function guardStep({ ports: { guard } }: Endpoint): Step | undefined {
  return guard === undefined ? undefined : (context) => guard(context);
}
