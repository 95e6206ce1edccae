import type { LeftError } from '../../pipeline/endpoint.js';
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
