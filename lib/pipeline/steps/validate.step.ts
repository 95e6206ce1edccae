import type { Endpoint } from '../endpoint.js';
import type { Step } from '../step.js';

/** Runs the own validators of value classes, beyond their schema. */
export function validateStep({ ports: { validate } }: Endpoint): Step | undefined {
  return validate === undefined ? undefined : (context) => validate(context);
}
