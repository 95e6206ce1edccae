import { isRestException, RestException } from '../../diagnostics/rest.exception.js';
import type { Endpoint, Step } from '../../lifecycle/endpoint.js';
import { isThenable } from '../../shared/promises.js';

/**
 * The same step, whose errors have the types that the route states for their codes: `@throws` is a promise of the
 * document. For a route that states none, returns the step itself.
 */
export function typedStep({ definition }: Endpoint, perform: Step): Step {
  const { documentation, options } = definition;
  const stated = options.openapi?.errors ?? documentation?.operation?.errors ?? [];
  const types = new Map(
    stated.flatMap(({ code, status, type }) =>
      type === undefined ? [] : [[`${status} ${code}`, type] as const],
    ),
  );
  if (types.size === 0) return perform;
  const rethrow = (error: unknown): never => {
    if (isRestException(error)) {
      const type = types.get(`${error.getStatus()} ${error.code}`);
      if (type !== undefined) RestException.withType(error, type);
    }
    throw error;
  };
  return (context) => {
    try {
      const outcome = perform(context);
      return isThenable(outcome) ? outcome.then(undefined, rethrow) : outcome;
    } catch (error) {
      return rethrow(error);
    }
  };
}
