import type { ParameterDefinition } from '../../model/definition/parameter-definition.js';
import { isOwnPromise } from '../../shared/thenable.js';
import type { RestRequest } from '../../model/request/rest-request.js';

/** Returns the services of a method or a callback for a request. */
export interface ServicePort<Context> {
  readonly ports: { readonly service: (type: unknown, context: Context) => unknown };
}

/** The part of a request context that parameters are filled from. */
interface ValueContext {
  readonly request: RestRequest;
}

/**
 * The values to call a method with, in the order of its parameters. Parameters that the container
 * fills stay empty here.
 */
export function valuesOf<Context extends ValueContext>(
  plans: readonly ParameterDefinition[],
  values: readonly unknown[],
  endpoint: ServicePort<Context>,
  context: Context,
): unknown[] | Promise<unknown[]> {
  let isAsync = false;
  const all = plans.map((plan) => {
    const value = valueOf(plan, values, endpoint, context);
    isAsync ||= plan.kind === 'service' && isOwnPromise(value);
    return value;
  });
  return isAsync ? withServices(all, plans) : all;
}

/** Waits for services only: an argument is passed unchanged, even if it has a method `then`. */
async function withServices(
  values: unknown[],
  plans: readonly ParameterDefinition[],
): Promise<unknown[]> {
  const waiting = values.map(async (value, at) => {
    if (plans[at]?.kind === 'service' && isOwnPromise(value)) values[at] = await value;
  });
  await Promise.all(waiting);
  return values;
}

function valueOf<Context extends ValueContext>(
  plan: ParameterDefinition,
  values: readonly unknown[],
  endpoint: ServicePort<Context>,
  context: Context,
): unknown {
  if (plan.kind === 'argument') return values[plan.argument.position];
  if (plan.kind === 'service') return endpoint.ports.service(plan.type, context);
  if (plan.kind === 'request') return context.request;
  return plan.kind === 'arguments' ? plan.collect(values) : undefined;
}
