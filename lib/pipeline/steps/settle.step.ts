import { isPending, rejectionOf, settleValues } from '../arguments/settle-values.js';
import type { Endpoint } from '../endpoint.js';
import type { RequestContext } from '../request-context.js';
import type { Outcome, Step } from '../step.js';

const NO_VALUES: readonly unknown[] = [];

/** Waits for the schemas that validate asynchronously. */
export function settleStep({ definition }: Endpoint): Step | undefined {
  if (!definition.arguments.some(({ mayBePending }) => mayBePending)) return undefined;
  return (context) => (context.values.some(isPending) ? settle(context) : undefined);
}

async function settle(context: RequestContext): Promise<Outcome> {
  const { values, rejected } = await settleValues(context.values);
  // Rejected values must not reach the callback that `Allow` checks: without values it binds its own.
  context.values = rejected.length === 0 ? values : NO_VALUES;
  return rejected.length === 0
    ? undefined
    : rejectionOf(rejected, context.endpoint.definition.arguments);
}
