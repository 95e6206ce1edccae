import type { RequestContext } from '../request-context.js';
import type { Endpoint, Outcome, Step } from '../endpoint.js';
import { isPending, settleValues } from '../bind.js';
import { isRestException } from '../../diagnostics/rest.exception.js';

export function validateStep({ ports: { validate } }: Endpoint): Step | undefined {
  return validate === undefined ? undefined : (context) => validate(context);
}

const NO_VALUES: readonly unknown[] = [];

export function settleStep({ definition }: Endpoint): Step | undefined {
  if (!definition.arguments.some(({ standard }) => standard !== undefined)) return undefined;
  return (context) => (context.values.some(isPending) ? settle(context) : undefined);
}

async function settle(context: RequestContext): Promise<Outcome> {
  const settled = await settleValues(context.values, context.endpoint.definition.arguments);
  const isRejected = isRestException(settled);
  // Rejected values must not reach the callback that `Allow` checks: without these values, it binds its own.
  context.values = isRejected ? NO_VALUES : settled;
  return isRejected ? settled : undefined;
}
