import { isObservable, lastValueFrom, tap } from 'rxjs';
import { isOwnPromise, isThenable } from '../../shared/promises.js';
import type { RequestContext, Endpoint, Step } from '../request-context.js';
import { valuesOf } from '../arguments/bind.js';
import { StreamableFile } from '@nestjs/common';
import type { ResponseLife } from '../exchange.js';
import { isRestResponse } from '../responses/rest-response.js';
import { destroyStream } from '../responses/streams.js';

/** Creates the controller on first use, and calls the method. Promises and Observables are awaited. */
export function invokeStep(endpoint: Endpoint): Step {
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

/** Waits first: for a service, for Nest's parameters, or for the creation of the controller. */
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
  if (!isPending(returned)) {
    context.result = returned;
    releaseWithResponse(returned, context.exchange);
    return undefined;
  }
  return Promise.resolve(settle(context, returned)).then(async (value) => {
    // A promise of an Observable, as well as an Observable.
    const result = isObservable(value) ? await settle(context, value) : value;
    context.result = result;
    releaseWithResponse(result, context.exchange);
  });
}

/** The last value of an Observable; `undefined` where it completes without one. */
export function settle({ exchange }: RequestContext, value: unknown): unknown {
  if (!isObservable(value)) return value;
  // The values before the last are not sent, nor is the last where the Observable fails after it.
  const released = value.pipe(tap((one) => releaseWithResponse(one, exchange)));
  return lastValueFrom(released, { defaultValue: undefined });
}

function isPending(value: unknown): boolean {
  return isThenable(value) || (typeof value === 'object' && isObservable(value));
}

/** Runs Nest's guards; a guard that rejects throws. */
export function guardStep({ ports: { guard } }: Endpoint): Step | undefined {
  return guard === undefined ? undefined : (context) => guard(context);
}

/** Calls the method inside Nest's interceptors; what they return is the result. */
export function interceptStep(endpoint: Endpoint): Step | undefined {
  const { intercept } = endpoint.ports;
  if (intercept === undefined) return undefined;
  const invoke = invokeStep(endpoint);
  return async (context) => {
    const returned = await intercept(context, async () => {
      await invoke(context);
      return context.result;
    });
    context.result = await settle(context, returned);
    releaseWithResponse(context.result, context.exchange);
  };
}

/**
 * Destroys the stream of a response body once the response has closed, also where the stream was not sent:
 * 304, HEAD, another body by an interceptor, an error after the method, a client that is gone, a renewal
 * of the cache. A stream that is not read would keep its file descriptor open. Not before the response has
 * closed, because an interceptor may send what it makes of the stream.
 */
function releaseWithResponse(returned: unknown, exchange: ResponseLife): void {
  const body = isRestResponse(returned) ? returned.data : returned;
  if (body instanceof StreamableFile) exchange.whenClosed(() => destroyStream(body));
}
