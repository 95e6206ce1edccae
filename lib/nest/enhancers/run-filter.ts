import { isObservable } from 'rxjs';
import type { LeftError } from '../../lifecycle/request-context.js';
import type { ResponseLife } from '../../lifecycle/exchange.js';
import { isOwnPromise } from '../../shared/promises.js';
import { ExecutionContextHost } from '../internals.js';

/**
 * What exception filters receive of a request below the prefix. `RestExceptionFilter` leaves the error to
 * the pipeline here, so that the response is the library's own, with all its headers.
 */
export class RouteFailureHost extends ExecutionContextHost {
  #left: LeftError | undefined;
  #listener: ((left: LeftError) => void) | undefined;

  leave(error: unknown): void {
    this.#left ??= { error };
    this.#listener?.(this.#left);
  }

  /** Calls a listener once the error is left; at once where it already is. */
  whenLeft(listener: (left: LeftError) => void): void {
    if (this.#left === undefined) this.#listener = listener;
    else listener(this.#left);
  }
}

/** An exception filter, and the classes that its `@Catch` names; none for all. */
export interface RouteFilter {
  readonly filter: { catch(error: unknown, host: RouteFailureHost): unknown };
  readonly types: readonly (abstract new (...args: never[]) => unknown)[];
}

/** The response that a filter may send. */
interface FilteredResponse {
  readonly life: ResponseLife;
  /** Whether the response, or its beginning, was sent. */
  isSent(): boolean;
}

export function isCaughtBy({ types }: RouteFilter, error: unknown): boolean {
  return types.length === 0 || types.some((type) => error instanceof type);
}

/**
 * Waits until a filter has responded or has left the error to the library, which it may do after its
 * `catch` has returned.
 *
 * @returns The error that is left; `undefined` where the filter has responded.
 * @throws What the filter throws.
 */
export async function runFilter(
  { filter }: RouteFilter,
  error: unknown,
  host: RouteFailureHost,
  response: FilteredResponse,
): Promise<LeftError | undefined> {
  const returned = filter.catch(error, host);
  // The reply of Fastify has a method `then` too.
  const result = isOwnPromise(returned) ? await returned : returned;
  if (isForOtherContext(result)) host.leave(error);
  else if (response.isSent()) return undefined;
  return new Promise((resolve) => {
    host.whenLeft(resolve);
    response.life.whenClosed(() => resolve(undefined));
  });
}

/** A filter for microservices returns an Observable, one for GraphQL an error: neither has responded. */
function isForOtherContext(result: unknown): boolean {
  return isObservable(result) || result instanceof Error;
}
