import { violationOf } from '../../model/definition/standard-validator.js';
import { invalidArguments } from '../arguments/invalid-arguments.js';
import { isPending, settleValues } from '../arguments/settle-values.js';
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
  // Rejected values must not reach the callback that `Allow` asks: without values it binds its own.
  context.values = rejected.length === 0 ? values : NO_VALUES;
  if (rejected.length === 0) return undefined;
  const { arguments: definitions } = context.endpoint.definition;
  return invalidArguments(
    rejected.flatMap(({ position, issues }) => {
      const name = definitions[position]?.name;
      return name === undefined ? [] : [{ name, ...violationOf(issues, name) }];
    }),
  );
}
