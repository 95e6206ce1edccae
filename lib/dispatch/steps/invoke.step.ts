import { isObservable, lastValueFrom } from 'rxjs';
import type { Call } from '../call.js';
import { valuesOf } from '../parameter-values.js';

/** Creates the controller, on the first call, and calls the method. Promises and Observables are awaited. */
export async function invoke(call: Call): Promise<unknown> {
  const { endpoint } = call;
  const args = await valuesOf(endpoint.parameters, call.values, endpoint, call);
  if (endpoint.ports.fill !== undefined) await endpoint.ports.fill(call, args);
  const controller = await endpoint.ports.instance(call);
  const method: unknown = Reflect.get(controller, endpoint.methodName);
  if (typeof method !== 'function') {
    throw new TypeError(`${endpoint.className}.${endpoint.methodName} is not a method.`);
  }
  return settle(await Reflect.apply(method, controller, args));
}

/** An Observable's last value; one that completes without a value answers nothing. */
export function settle(value: unknown): unknown {
  return isObservable(value) ? lastValueFrom(value, { defaultValue: undefined }) : value;
}
