import { AsyncResource } from 'node:async_hooks';
import type { CanActivate, NestInterceptor } from '@nestjs/common';
import { from, isObservable, lastValueFrom, Observable, type Subscriber } from 'rxjs';
import type { Exchange } from '../../lifecycle/messages/exchange.js';
import { isThenable, type Awaitable } from '../../shared/promises.js';
import { ExecutionContextHost } from '../internals.js';

/** No handler comes after a matched route. */
function noNext(): void {}

/** The arguments of guards, interceptors and filters: request, response, and a `next` that does nothing. */
export function argsOf({ raw, response }: Exchange): unknown[] {
  return [raw, response, noNext];
}

/**
 * The context that the guards and interceptors of a route get. Nest's own class makes an object of functions for each
 * call of `switchToHttp()`; this class is that object.
 */
export class HandlerContext extends ExecutionContextHost {
  getRequest<T>(): T {
    return this.getArgByIndex(0);
  }

  getResponse<T>(): T {
    return this.getArgByIndex(1);
  }

  getNext<T>(): T {
    return this.getArgByIndex(2);
  }

  override switchToHttp(): this {
    return this;
  }
}

/**
 * Whether guards admit a request, one after the other as Nest runs them: without a promise, unless one of them returns
 * a promise or an Observable.
 */
export function runGuards(
  guards: readonly CanActivate[],
  context: HandlerContext,
  first = 0,
): Awaitable<boolean> {
  for (let at = first; at < guards.length; at++) {
    const verdict: unknown = guards[at]?.canActivate(context);
    if (isThenable(verdict) || isObservable(verdict)) {
      return settleVerdict(verdict).then((isAdmitted) =>
        isAdmitted ? runGuards(guards, context, at + 1) : false,
      );
    }
    if (!verdict) return false;
  }
  return true;
}

async function settleVerdict(verdict: unknown): Promise<boolean> {
  const value: unknown = await verdict;
  return Boolean(isObservable(value) ? await lastValueFrom(value) : value);
}

/**
 * Calls interceptors around a method as Nest does: each subscription to `next.handle()` calls the inner interceptor or
 * method, in the asynchronous context of the call of `handle`. A value that is not a promise is emitted at once.
 *
 * @returns The result of the first interceptor.
 */
export function runInterceptors(
  interceptors: readonly NestInterceptor[],
  context: HandlerContext,
  method: () => unknown,
  at = 0,
): unknown {
  const interceptor = interceptors[at];
  if (interceptor === undefined) return method();
  const isLast = at + 1 === interceptors.length;
  const inside = (): unknown =>
    isLast ? method() : runInterceptors(interceptors, context, method, at + 1);
  return interceptor.intercept(context, {
    handle: () => {
      const scope = new AsyncResource('RestInterceptor');
      return new Observable<unknown>((subscriber) =>
        emit(scope.runInAsyncScope(inside), subscriber, isLast),
      );
    },
  });
}

/** @param isValue Whether it is the value of the method, and not the result of an interceptor. */
function emit(result: unknown, subscriber: Subscriber<unknown>, isValue: boolean): void {
  if (isThenable(result)) {
    result.then(
      (settled) => {
        if (!subscriber.closed) emit(settled, subscriber, isValue);
      },
      (error: unknown) => subscriber.error(error),
    );
  } else if (isObservable(result)) {
    result.subscribe(subscriber);
  } else if (isValue) {
    subscriber.next(result);
    subscriber.complete();
  } else {
    from(result as never).subscribe(subscriber);
  }
}
