import { isObservable } from 'rxjs';
import { isOwnPromise, isThenable } from '../../shared/promises.js';
import type { RequestContext } from '../request-context.js';
import type { Endpoint, Step } from '../endpoint.js';
import { valuesOf } from '../bind.js';
import { StreamableFile } from '@nestjs/common';
import type { ResponseLife } from '../messages/exchange.js';
import { isRestResponse } from '../messages/rest-response.js';
import { destroyStream } from '../responses/streams.js';

/** Creates the controller on first use, and calls the method. Promises and Observables are awaited. */
export function invokeStep(endpoint: Endpoint): (context: RequestContext) => void | Promise<void> {
  const { fill, instance } = endpoint.ports;
  const { parameters } = endpoint.definition;
  return (context) => {
    const args = valuesOf(parameters, context.values, endpoint, context);
    const controller = fill === undefined && Array.isArray(args) ? instance(context) : undefined;
    if (controller === undefined || isOwnPromise(controller) || !Array.isArray(args)) {
      return invokeLater(endpoint, context, args, controller);
    }
    return keepResult(context, callMethod(endpoint, controller, args));
  };
}

/** First waits for a service, for Nest's parameters, or for the creation of the controller. */
async function invokeLater(
  endpoint: Endpoint,
  context: RequestContext,
  pending: unknown[] | Promise<unknown[]>,
  creating: object | Promise<object> | undefined,
): Promise<void> {
  const args = await pending;
  await endpoint.ports.fill?.(context, args);
  const created = creating ?? endpoint.ports.instance(context);
  const controller = isOwnPromise(created) ? await created : created;
  await keepResult(context, callMethod(endpoint, controller, args));
}

function callMethod(endpoint: Endpoint, controller: object, args: unknown[]): unknown {
  const { definition } = endpoint;
  const method = (controller as Readonly<Record<string, unknown>>)[definition.methodName];
  if (typeof method === 'function') return Reflect.apply(method, controller, args);
  throw new TypeError(`${definition.handler} is not a method.`);
}

function keepResult(context: RequestContext, returned: unknown): void | Promise<void> {
  const isPending =
    isThenable(returned) || (typeof returned === 'object' && isObservable(returned));
  if (!isPending) return keep(returned, context);
  const { exchange } = context;
  return Promise.resolve(lastValueOf(returned, exchange)).then(async (value) => {
    // The value may be an Observable, or a promise of one.
    keep(isObservable(value) ? await lastValueOf(value, exchange) : value, context);
  });
}

function keep(result: unknown, context: RequestContext): void {
  context.result = result;
  releaseWithResponse(result, context.exchange);
}

/**
 * The last value of an Observable, `undefined` if it completes without one; a promise, unless it has completed at once.
 * The values before the last are not sent, nor is the last if the Observable fails after it. Any other value is
 * returned.
 */
export function lastValueOf(value: unknown, exchange: ResponseLife): unknown {
  if (!isObservable(value)) return value;
  const last = new LastValue(exchange);
  value.subscribe(last);
  return last.read();
}

/** Observes an Observable to its end. */
class LastValue {
  #value: unknown;
  #failure: { readonly error: unknown } | undefined;
  #hasEnded = false;
  #onEnd: (() => void) | undefined;

  constructor(private readonly exchange: ResponseLife) {}

  next(value: unknown): void {
    releaseWithResponse(this.#value, this.exchange);
    this.#value = value;
  }

  error(error: unknown): void {
    releaseWithResponse(this.#value, this.exchange);
    this.#failure = { error };
    this.complete();
  }

  complete(): void {
    this.#hasEnded = true;
    this.#onEnd?.();
  }

  /** @throws The error of the Observable. */
  read(): unknown {
    if (!this.#hasEnded) {
      return new Promise<void>((resolve) => {
        this.#onEnd = resolve;
      }).then(() => this.read());
    }
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.#value;
  }
}

export function guardStep({ ports: { guard } }: Endpoint): Step | undefined {
  return guard;
}

export function interceptStep(endpoint: Endpoint): Step | undefined {
  const { intercept } = endpoint.ports;
  if (intercept === undefined) return undefined;
  const invoke = invokeStep(endpoint);
  return (context) => {
    const intercepted = intercept(context, () => {
      const pending = invoke(context);
      return pending === undefined ? context.result : pending.then(() => context.result);
    });
    return isThenable(intercepted)
      ? Promise.resolve(intercepted).then((result) => keep(result, context))
      : keep(intercepted, context);
  };
}

/**
 * Destroys the stream of a response body once the response has closed, also if the stream was not sent: 304, HEAD,
 * another body by an interceptor, an error after the method, a client that is gone, a renewal of the cache. A stream
 * that is not read would keep its file descriptor open. It is not destroyed before the response has closed, because an
 * interceptor may send data that it reads from the stream.
 */
function releaseWithResponse(returned: unknown, exchange: ResponseLife): void {
  const body = isRestResponse(returned) ? returned.data : returned;
  if (body instanceof StreamableFile) exchange.whenClosed(() => destroyStream(body));
}
