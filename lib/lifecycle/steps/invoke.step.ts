import { AsyncResource } from 'node:async_hooks';
import {
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { from, isObservable, Observable, type Subscriber } from 'rxjs';
import { isOwnPromise, isThenable, type Awaitable } from '../../shared/promises.js';
import type { RequestContext } from '../request-context.js';
import type { CompleteHead, Endpoint, Step } from '../endpoint.js';
import { valuesOf } from '../bind.js';
import type { ResponseLife } from '../messages/exchange.js';
import { isRestResponse } from '../messages/rest-response.js';
import { statesHeaders } from '../../routes/route.js';
import { destroyStream } from '../responses/streams.js';

/**
 * Creates the controller on first use, and calls the method, inside of the interceptors of the route.
 *
 * @param complete Completes the head of the result for interceptors.
 */
export function invokeStep(endpoint: Endpoint, complete: CompleteHead): Step {
  const invoke = callStep(endpoint, complete);
  if (!statesHeaders(endpoint.definition.responseDefaults)) return invoke;
  return (context) => {
    context.showDeclared();
    return invoke(context);
  };
}

function callStep(endpoint: Endpoint, complete: CompleteHead): Step {
  const call = methodCallOf(endpoint);
  const { interceptors } = endpoint.ports;
  if (interceptors === undefined) {
    return (context) => {
      const returned = call(context);
      if (!isPending(returned)) return keepResult(returned, context);
      return settle(returned, context.exchange, (result) => keepResult(result, context));
    };
  }
  const { all, contextOf } = interceptors;
  const run = (made: readonly NestInterceptor[], context: RequestContext): Awaitable<void> => {
    const method = (): unknown => {
      const returned = call(context);
      const show = (result: unknown): unknown => showResult(result, context, complete);
      return isPending(returned) ? settle(returned, context.exchange, show) : show(returned);
    };
    return keepIntercepted(intercept(made, contextOf(context), method), context);
  };
  if (typeof all === 'function') return async (context) => run(await all(context), context);
  return (context) => run(all, context);
}

/** Calls the method of an endpoint; returns what it returns, or a promise of it. */
function methodCallOf(endpoint: Endpoint): (context: RequestContext) => unknown {
  const { fill, instance } = endpoint.ports;
  const { parameters } = endpoint.definition;
  return (context) => {
    const args = valuesOf(parameters, context.values, endpoint, context);
    const controller = fill === undefined && Array.isArray(args) ? instance(context) : undefined;
    if (controller === undefined || isOwnPromise(controller) || !Array.isArray(args)) {
      return callLater(endpoint, context, args, controller);
    }
    return callMethod(endpoint, controller, args);
  };
}

/** First waits for a service, for Nest's parameters, or for the creation of the controller. */
async function callLater(
  endpoint: Endpoint,
  context: RequestContext,
  pending: unknown[] | Promise<unknown[]>,
  creating: object | Promise<object> | undefined,
): Promise<unknown> {
  const args = await pending;
  await endpoint.ports.fill?.(context, args);
  const created = creating ?? endpoint.ports.instance(context);
  const controller = isOwnPromise(created) ? await created : created;
  const returned = callMethod(endpoint, controller, args);
  // A promise that is returned as it is takes two turns more than one that is awaited, as Nest awaits it.
  return isThenable(returned) ? await returned : returned;
}

function callMethod(endpoint: Endpoint, controller: object, args: unknown[]): unknown {
  const { definition } = endpoint;
  const method = (controller as Readonly<Record<string, unknown>>)[definition.methodName];
  if (typeof method === 'function') return Reflect.apply(method, controller, args);
  throw new TypeError(`${definition.handler} is not a method.`);
}

/**
 * Calls interceptors around a method as Nest does: each subscription to `next.handle()` calls the next interceptor or
 * the method, in the asynchronous context of the call of `handle`. If an interceptor returns the Observable of `handle`
 * itself and no other one observes it, what it would emit is returned.
 *
 * @param at The index of the interceptor to call.
 * @param isObserved Whether an interceptor around this one observes the result.
 * @returns The result of the method, or of the first interceptor that returns another one.
 */
function intercept(
  interceptors: readonly NestInterceptor[],
  context: ExecutionContext,
  method: () => unknown,
  at = 0,
  isObserved = false,
): unknown {
  const interceptor = interceptors[at];
  if (interceptor === undefined) return method();
  const handled: { observable?: Observable<unknown>; call?: (isObserved: boolean) => unknown } = {};
  const next: CallHandler = {
    handle() {
      const scope = new AsyncResource('RestInterceptor');
      const inside = (observed: boolean): unknown =>
        intercept(interceptors, context, method, at + 1, observed);
      const call = (observed: boolean): unknown => scope.runInAsyncScope(inside, null, observed);
      handled.call = call;
      return (handled.observable = new Observable((to) => emit(call(true), to)));
    },
  };
  const returned: unknown = interceptor.intercept(context, next);
  const { observable, call } = handled;
  return !isObserved && call !== undefined && returned === observable
    ? call(false)
    : asObservable(returned);
}

/**
 * What Nest makes of the result of an interceptor.
 *
 * @throws {TypeError} If RxJS cannot make an Observable of it.
 */
function asObservable(returned: unknown): Awaitable<Observable<unknown>> {
  if (isObservable(returned)) return returned;
  return isThenable(returned)
    ? Promise.resolve(returned).then(asObservable)
    : from(returned as never);
}

function emit(result: unknown, subscriber: Subscriber<unknown>): void {
  if (isThenable(result)) {
    Promise.resolve(result)
      .then((settled) => {
        if (!subscriber.closed) emit(settled, subscriber);
      })
      .catch((error: unknown) => subscriber.error(error));
  } else if (isObservable(result)) {
    result.subscribe(subscriber);
  } else {
    subscriber.next(result);
    subscriber.complete();
  }
}

/** Most results of interceptors are the data of the method, or an Observable that has completed at once. */
function keepIntercepted(returned: unknown, context: RequestContext): Awaitable<void> {
  const value = isObservable(returned) ? lastValueOf(returned, context.exchange) : returned;
  if (value === context.shownData || !isThenable(value)) return keepData(value, context);
  return Promise.resolve(value)
    .then((one) => lastValueOf(one, context.exchange))
    .then((data) => keepData(data, context));
}

/** Keeps the data that interceptors have returned. */
function keepData(data: unknown, context: RequestContext): void {
  if (data !== context.shownData) releaseWithResponse(context.replaceData(data), context.exchange);
}

/** Shows the result of the method, and returns its data, which interceptors get. */
function showResult(result: unknown, context: RequestContext, complete: CompleteHead): unknown {
  const data = context.showResult(result, complete);
  releaseWithResponse(data, context.exchange);
  return data;
}

function keepResult(result: unknown, context: RequestContext): void {
  releaseWithResponse(context.keepResult(result), context.exchange);
}

/** Whether the result of a method must be waited for. */
function isPending(returned: unknown): returned is object {
  if (returned === null || (typeof returned !== 'object' && typeof returned !== 'function')) {
    return false;
  }
  return isThenable(returned) || isObservable(returned);
}

/**
 * A value may be an Observable, or a promise of one. It takes no more turns than in Nest: a method may send its
 * response itself, and what interceptors see of it depends on the turn.
 */
async function settle<Result>(
  returned: unknown,
  exchange: ResponseLife,
  use: (result: unknown) => Result,
): Promise<Result> {
  const value = await lastValueOf(returned, exchange);
  return use(isObservable(value) ? await lastValueOf(value, exchange) : value);
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

/** Observes an Observable to its end. V8 makes an object with private names and methods much more slowly. */
class LastValue {
  private value: unknown = undefined;
  private failure: { readonly error: unknown } | undefined = undefined;
  private hasEnded = false;
  private onEnd: (() => void) | undefined = undefined;

  constructor(private readonly exchange: ResponseLife) {}

  next(value: unknown): void {
    this.release();
    this.value = value;
  }

  error(error: unknown): void {
    this.release();
    this.failure = { error };
    this.complete();
  }

  complete(): void {
    this.hasEnded = true;
    this.onEnd?.();
  }

  /** @throws The error of the Observable. */
  read(): unknown {
    if (!this.hasEnded) {
      return new Promise<void>((resolve) => {
        this.onEnd = resolve;
      }).then(() => this.read());
    }
    if (this.failure !== undefined) throw this.failure.error;
    return this.value;
  }

  /** Another value, or an error, comes in place of the value. */
  private release(): void {
    const value = this.value;
    if (value === undefined) return;
    releaseWithResponse(isRestResponse(value) ? value.data : value, this.exchange);
  }
}

/**
 * Destroys the stream of a response body once the response has closed, also if the stream was not sent: 304, HEAD,
 * another body by an interceptor, an error after the method, a client that is gone, a renewal of the cache. A stream
 * that is not read would keep its file descriptor open. It is not destroyed before the response has closed, because an
 * interceptor may send data that it reads from the stream.
 */
function releaseWithResponse(data: unknown, exchange: ResponseLife): void {
  if (data instanceof StreamableFile) exchange.whenClosed(() => destroyStream(data));
}
