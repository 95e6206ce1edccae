import { StreamableFile } from '@nestjs/common';
import { clientClosed, httpError } from '../../diagnostics/http-error-catalogue.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import { translateError } from '../../diagnostics/translate-error.js';
import type { Endpoint, Outcome, Step } from '../../lifecycle/endpoint.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import type { AppParts } from '../../nest/composition/feature.js';
import { keepsResponses } from '../../routes/definition/kept-response.js';
import { isThenable } from '../../shared/promises.js';
import { isSentAlready } from '../../lifecycle/responses/sent-already.js';
import { deadlineOf } from './deadline-option.js';

/** The functions and the runs that all routes of an application share. */
export interface RunContext extends Pick<AppParts, 'internalError'> {
  /** Those that a shutdown aborts. */
  readonly running: Set<Run>;
}

/**
 * Runs the wrapped step with a signal, and with a deadline. It is inside of the cache, whose runs are for other callers
 * too, and outside of `idempotency`, which keeps the key of a method that goes on after its deadline.
 */
export function runStep(endpoint: Endpoint, perform: Step, context: RunContext): Step {
  const { parameters, options } = endpoint.definition;
  const takesSignal = parameters.some(({ kind }) => kind === 'injected');
  const deadlineMs = deadlineOf(options);
  if (!takesSignal && deadlineMs === undefined) return perform;
  const isKept = keepsResponses(endpoint.definition);
  return (request) => {
    const run = new Run(request, context);
    // A batch goes on without its client, as on WordPress.
    const isBatched = request.exchange.subRequest?.isBatched === true;
    if (takesSignal) run.begin(isKept || isBatched);
    const outcome = run.outcomeOf(perform);
    return deadlineMs === undefined || !isThenable(outcome)
      ? outcome
      : run.within(deadlineMs, outcome);
  };
}

/** One run of the interceptors and the method of a route. */
export class Run {
  #controller: AbortController | undefined;
  /** Nothing is left that could be aborted. */
  #isOver = false;

  constructor(
    private readonly request: RequestContext,
    private readonly context: RunContext,
  ) {}

  /** @param goesOn Whether the run goes on without its client. */
  begin(goesOn: boolean): void {
    const { request } = this;
    const { exchange } = request;
    const controller = new AbortController();
    this.#controller = controller;
    this.context.running.add(this);
    request.injected = () => controller.signal;
    if (goesOn) return;
    exchange.whenClosed(() => {
      if (!exchange.isFinished) this.abort(named(clientClosed(), 'AbortError'));
      this.#end();
    });
  }

  abort(reason: RestException): void {
    if (!this.#isOver) this.#controller?.abort(reason);
  }

  /** The outcome of the wrapped step, with the error of an aborted method as the reason why it was aborted. */
  outcomeOf(perform: Step): Outcome | Promise<Outcome> {
    try {
      const outcome = perform(this.request);
      if (isThenable(outcome)) {
        return outcome.then(
          (settled) => this.#settle(settled),
          (error: unknown) => this.#fail(error),
        );
      }
      return this.#settle(outcome);
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** The outcome, or after the deadline an error. */
  within(deadlineMs: number, outcome: Promise<Outcome>): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        const reason = named(httpError('rest_deadline_exceeded'), 'TimeoutError');
        // A late result must not be shown on the response.
        this.request.failure = reason;
        reject(reason);
        this.abort(reason);
      }, deadlineMs);
      outcome
        .finally(() => clearTimeout(timer))
        .then(resolve, (error: unknown) => {
          // Nothing else reports it.
          if (isLate) this.#reportLate(error);
          else reject(error as Error);
        });
    });
  }

  #settle(outcome: Outcome): Outcome {
    const { data } = this.request;
    // A stream reads from its source until its response has ended.
    if (data instanceof StreamableFile) data.getStream().once('close', () => this.#end());
    else this.#end();
    return outcome;
  }

  /** @throws The error, or the reason why the method was aborted. */
  #fail(error: unknown): Outcome {
    const signal = this.#controller?.signal;
    this.#end();
    if (signal?.aborted !== true || !isOfAbort(error, signal.reason)) throw error;
    const reason = signal.reason as RestException;
    // Without a client there is nothing to respond, and nothing has failed.
    if (reason.getStatus() === CLIENT_CLOSED) return reason;
    throw reason;
  }

  #reportLate(error: unknown): void {
    if (isSentAlready(error)) return;
    if (translateError(error) === undefined) this.context.internalError(error, this.request);
  }

  #end(): void {
    this.#isOver = true;
    this.context.running.delete(this);
  }
}

const CLIENT_CLOSED = clientClosed().getStatus();

/** As `AbortController` and `AbortSignal.timeout` name their reasons, which code of methods may look for. */
function named(error: RestException, name: 'AbortError' | 'TimeoutError'): RestException {
  error.name = name;
  return error;
}

/** `fetch` rejects with the reason itself, functions of Node with an `AbortError` whose cause it is. */
function isOfAbort(error: unknown, reason: unknown): boolean {
  if (error === reason) return true;
  return error instanceof Error && (error.name === 'AbortError' || error.cause === reason);
}

/** Aborts all runs, because the application stops. */
export function abortAll(running: ReadonlySet<Run>): void {
  for (const run of running) run.abort(named(httpError('rest_shutting_down'), 'AbortError'));
}
